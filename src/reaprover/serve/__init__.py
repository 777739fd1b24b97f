"""The HTTP service: the session routes that the REAP Lean tactic speaks, and OpenAI-style routes. Needs the extra `serve`."""
