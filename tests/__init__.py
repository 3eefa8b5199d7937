"""Every test of Tallystick; ./run test runs them all."""
