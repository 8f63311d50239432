/**
 * A whole live hour of every type of plan on a clock that runs fast, with a pause and restarts of the desk, and each
 * decision and fill beside the replay of that hour. Fails where a difference is not explained. Writes
 * bench/results/parity.json, or with 'practice' practice.json: the same at live prices, over a replay of data by the protocols of the services.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import assert from 'node:assert/strict'
import { KNOWN_TOKENS } from '../contract/src/tokens/tokens.ts'
import { systemClock } from '../server/src/kernel/clock.ts'
import { startTestDesk } from '../server/src/test/harness.ts'
import { runInParallel } from '../server/src/test/parity-run.ts'
import { openServices } from '../server/src/test/services-double.ts'

const SECONDS = Number(process.argv[2] ?? 3_600)
const FACTOR = Number(process.argv[3] ?? 20)
const RESTARTS = 2
const isPractice = process.argv[4] === 'practice'
const WIF = KNOWN_TOKENS.find(({ symbol }) => symbol === 'WIF')?.mint ?? ''

// The services use the desk's clock, which exists after them.
let now = () => systemClock.now()
const services = isPractice ? await openServices({ clock: { ...systemClock, now: () => now() } }) : null
const desk = await startTestDesk(services ? { env: services.env } : {})
now = desk.clock.now
after(() => services?.[Symbol.asyncDispose]())

test('a live hour of every type has no difference from its replay that is not explained', async () => {
  const began = performance.now()
  const told = await runInParallel(desk, {
    seconds: SECONDS,
    factor: FACTOR,
    restarts: RESTARTS,
    ...(services ? { price: services.getUsd(WIF) ?? 0 } : {}),
  })
  const sum = (pick: (one: (typeof told)[number]) => number) => told.reduce((all, one) => all + pick(one), 0)
  const causes: Record<string, number> = {}
  for (const { parity } of told)
    for (const { cause, count } of parity.by_cause) causes[cause] = (causes[cause] ?? 0) + count
  const result = {
    seconds: SECONDS,
    factor: FACTOR,
    restarts: RESTARTS,
    market: isPractice ? 'live' : 'simulated',
    seed: 'localnet',
    orders_live: sum((t) => t.parity.orders_live),
    orders_replay: sum((t) => t.parity.orders_replay),
    orders_matched: sum((t) => t.parity.orders_matched),
    differences: sum((t) => t.parity.differences_total),
    by_cause: causes,
    unexplained: sum((t) => t.parity.unexplained),
    strategies: told.map(({ type, status, parity }) => ({
      type,
      status,
      steps: parity.steps,
      orders: [parity.orders_live, parity.orders_replay, parity.orders_matched],
      by_cause: parity.by_cause,
      longest_look_seconds: parity.longest_look_seconds,
      return_percent: [parity.return_live_percent, parity.return_replay_percent],
    })),
    sample: told.flatMap(({ type, parity }) =>
      parity.differences.slice(0, 6).map((difference) => ({ type, ...difference })),
    ),
  }
  const results = join(import.meta.dirname, 'results')
  mkdirSync(results, { recursive: true })
  writeFileSync(
    join(results, isPractice ? 'practice.json' : 'parity.json'),
    `${JSON.stringify(result, null, 2)}\n`,
  )
  console.log(
    `${result.orders_live} orders live, ${result.orders_matched} alike in the replay, ${result.differences} differences ${JSON.stringify(causes)}, ${((performance.now() - began) / 1000).toFixed(0)} s`,
  )
  assert.ok(result.orders_live > SECONDS / 20, `${result.orders_live} orders`)
  assert.equal(result.unexplained, 0)
})
