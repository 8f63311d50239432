/** Lines from before lines had kinds: the migration gives each the kind that the same step writes today. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { PGlite } from '@electric-sql/pglite'
import type { LineKind } from '@purser/contract/lines.ts'
import { MIGRATIONS } from '../../../db/template.ts'
import type { LineData, OrderRef } from '../lines/line-types.ts'
import { line } from '../lines/lines.ts'

const order: OrderRef = { number: 1, count: 2 }
const fill = {
  order,
  spent: '0.1 SOL',
  received: '5 BONK',
  tokens: '5',
  quote: '0.1',
  filled: 1,
  note: null,
  profit: null,
}
const over = { reason: 'all 2 orders are filled' }
/** Kinds there were when the migration was written: newer kinds do not belong here, and it is never changed. */
type KindThen =
  | 'starting'
  | 'started'
  | 'placed'
  | 'bought'
  | 'sold'
  | 'skipped'
  | 'error'
  | 'unsold'
  | 'no-price'
  | 'doubt'
  | 'entered'
  | 'guarding'
  | 'limit-hit'
  | 'cooldown'
  | 'paused'
  | 'resumed'
  | 'stopping'
  | 'ending'
  | 'completed'
  | 'stopped'
  | 'corrected'
const data: { [K in KindThen]: LineData[K] } = {
  starting: { title: 'swap, buy BONK with 0.1 SOL, once, now' },
  started: { first: null },
  placed: {
    order,
    attempt: 1,
    side: 'buy',
    amount: { value: 0.1, unit: 'SOL' },
    token: 'BONK',
    quote: 'SOL',
    atMost: null,
    priceUsd: 1,
    why: null,
  },
  bought: fill,
  sold: fill,
  skipped: { order, code: 'bounds', why: 'The price is too high.', next: null },
  error: { order, code: 'chain', reason: 'The transaction failed.', times: 1, next: null },
  unsold: { held: '5', ms: 5_000 },
  'no-price': { order },
  doubt: { order },
  entered: { entryUsd: 1, stopUsd: 0.9, takeUsd: null, trailPercent: null, limitMs: null },
  guarding: { ...over, held: '5', token: 'BONK' },
  'limit-hit': { limit: 'stop loss', reason: 'stop loss: 0.9 USD is 10 % below' },
  cooldown: { ms: 60_000 },
  paused: { filled: 1, count: 2, unwatched: true },
  resumed: { filled: 1, count: 2, afterEnd: false, next: 'the next order follows at once' },
  stopping: { order },
  ending: over,
  completed: over,
  stopped: over,
  corrected: {
    seq: 1,
    side: 'buy',
    isExit: false,
    filled: -1,
    fill: null,
    reason: 'It was dropped.',
    ended: null,
    run: null,
  },
}

test('a line written before kinds gets its kind once, a user’s line never', async () => {
  const lines = Object.entries(data).map(([kind, figures]) => line(kind as LineKind, figures as never))
  const db = new PGlite()
  await db.exec(
    `create table strategy_logs (id serial, kind text default 'engine' not null, message text not null)`,
  )
  for (const { message } of lines)
    await db.query('insert into strategy_logs (message) values ($1)', [message])
  await db.query(
    `insert into strategy_logs (kind, message) values ('user', 'Skipped breakfast'), ('engine', 'Who knows')`,
  )
  await db.exec(readFileSync(join(MIGRATIONS, '0002_lines.sql'), 'utf8'))
  const { rows } = await db.query<{ kind: string; data: unknown }>(
    'select kind, data from strategy_logs order by id',
  )
  assert.deepEqual(
    rows.map(({ kind }) => kind),
    [...lines.map(({ kind }) => kind), 'user', 'engine'],
  )
  assert.ok(rows.every((row) => row.data === null))
  await db.close()
})
