"""Tests that tap on a phone-sized screen in a real browser."""
