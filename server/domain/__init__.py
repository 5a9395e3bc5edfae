"""Plain values and rules. Nothing here reads a file, opens a connection or knows a framework."""
