"""The rules: pure, immutable, without I/O, clock or chance of their own."""
