"""The Quillcast server: its edge, its services, its store and the engine that makes things."""
