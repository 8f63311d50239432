#!/bin/sh
# Starts the desk, from the root of the project. The embedded database takes some 300 MB beside the heap, which is kept small
# there, but not so small that collecting garbage costs more than it saves: with 4 MB a trade took a fifth more of the
# processor, and the idle desk no less memory. With a PostgreSQL server there is more room.
heap='--max-semi-space-size=16 --heap-growing-percent=40'
if [ -n "$DATABASE_URL" ]; then heap='--max-semi-space-size=32'; fi
# shellcheck disable=SC2086 # several words
exec node $heap server/start.mjs
