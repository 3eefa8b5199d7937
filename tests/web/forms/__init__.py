"""What people type: hostile, too long, made of scripts."""
