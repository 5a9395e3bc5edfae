"""The one way out: every outgoing connection of the server is opened here, and judged before it is."""
