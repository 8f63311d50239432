#!/bin/sh
# Starts the desk, from the root of the project. The embedded database takes some 300 MB beside the heap, which is kept small
# there, but not so small that collecting garbage costs more than it saves: with 4 MB a trade took a fifth more of the
# processor, and the idle desk no less memory. With a PostgreSQL server there is more room.
heap='--max-semi-space-size=16 --heap-growing-percent=40'
# What the start allocates stays. And functions of the embedded database are compiled a second time once they have done
# forty times what Node waits for: at a start that took longer than it saved. A start takes 0.4 s less of 3.3 s, and
# trades cost what they did.
start='--initial-old-space-size=120 --wasm-tiering-budget=500000000'
if [ -n "$DATABASE_URL" ]; then heap='--max-semi-space-size=32' start=''; fi
# shellcheck disable=SC2086 # several words
exec node $heap $start server/start.mjs
