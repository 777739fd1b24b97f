"""Learning while proving: a search whose model learns from it, and what becomes of its proof (spec learning.md, sections 3 and 7).

`sessions` is whoever learns, in this process or behind a service; `following` ties a running search to the coordinator; `lesson` is the
whole way from a theorem to a release, with its evidence. Importing this package imports nothing.
"""
