"""Episodes of tools/soak: each disturbs the command in its own way and knows what must hold afterwards."""
