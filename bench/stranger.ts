/**
 * A stranger's 100,000 requests and sockets of every kind against the product, from 400 addresses, the owner's own
 * among them: the duration of the owner's requests meanwhile, and the growth of the server. Fails if an answer is
 * wrong, if the owner is refused, finds anything changed or waits above the limit, or if the server grows above its
 * own.
 *
 * Run: node --test --test-reporter=spec bench/stranger.ts
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seed } from '../server/src/test/seeded-random.ts'
import { besiege } from '../proofs/siege.ts'
import { at } from './traced.ts'

const REQUESTS = 100_000
const WAIT_LIMIT_MS = 5_000
const GROWTH_LIMIT_MB = 300

test(`${REQUESTS} requests of strangers (seed ${seed})`, async () => {
  const { calm, busy, grownMb, statuses } = await besiege(REQUESTS, seed)
  const longest = Math.max(...busy)
  console.log(
    `owner's request: median ${at(calm, 0.5).toFixed(1)} ms alone, ${at(busy, 0.5).toFixed(1)} ms meanwhile, ` +
      `99 % ${at(busy, 0.99).toFixed(1)} ms, longest ${longest.toFixed(1)} ms ` +
      `(limit ${WAIT_LIMIT_MS}, ratio ${(longest / WAIT_LIMIT_MS).toFixed(2)})`,
  )
  console.log(
    `grown by ${grownMb.toFixed(0)} MB (limit ${GROWTH_LIMIT_MB}, ratio ${(grownMb / GROWTH_LIMIT_MB).toFixed(2)})`,
  )
  console.log(`answers: ${JSON.stringify(Object.fromEntries(statuses))}`)
  assert.ok(longest < WAIT_LIMIT_MS && grownMb < GROWTH_LIMIT_MB)
})
