"""From sound to a finished recording."""
