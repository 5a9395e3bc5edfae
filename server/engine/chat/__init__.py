"""Models that answer over the chat protocol of OpenAI: behind an address, or in a file that is run here."""
