#!/bin/sh
# Starts the desk, from the root of the project. The embedded database takes some 300 MB beside the heap, which is kept small
# there: collecting garbage more often costs less than the memory. With a PostgreSQL server there is room for it.
heap='--max-semi-space-size=4 --heap-growing-percent=20'
if [ -n "$DATABASE_URL" ]; then heap='--max-semi-space-size=32'; fi
# shellcheck disable=SC2086 # several words
exec node $heap server/start.mjs
