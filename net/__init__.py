"""The table over the network: messages, state machines, discovery, asyncio shells."""
