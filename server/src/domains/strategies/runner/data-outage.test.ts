/** Lines in the terminal about candles that do not arrive. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Db } from '../../../db/client.ts'
import type { LogRow, NewLog } from '../rows.ts'
import { createDataOutages } from './data-outage.ts'
import type { Entry } from './entry.ts'

/** A database that returns the inserted rows, and fails once. */
function terminal() {
  const said: LogRow[] = []
  const state = { fails: false }
  const insert = () => ({
    values: (rows: NewLog[]) => ({
      returning: () => (state.fails ? Promise.reject(new Error('no database')) : Promise.resolve(rows)),
    }),
  })
  const note = createDataOutages({ db: { insert } as unknown as Db, publish: (rows) => said.push(...rows) })
  return { said, state, note }
}

void test('a strategy says once an outage that it waits for candles, and only of one that lasts', async () => {
  const { said, state, note } = terminal()
  const entry = { row: { id: 'x', plan: { timeframe: '5m' } }, blind: null } as unknown as Entry
  const at = (second: number, isBlind: boolean) =>
    note(entry, { to: isBlind ? 'candles' : null, now: 1_000_000 + second * 1_000 })
  for (const second of [0, 10, 50]) await at(second, true)
  await at(55, false)
  for (const second of [60, 70, 110]) await at(second, true)
  assert.equal(said.length, 0, 'two short ones')
  state.fails = true
  await assert.rejects(at(121, true))
  state.fails = false
  for (const second of [122, 130, 500]) await at(second, true)
  assert.deepEqual(
    said.map(({ kind, data }) => ({ kind, data })),
    [{ kind: 'no-candles', data: { since: new Date(1_060_000).toISOString(), timeframe: '5m' } }],
  )
  await at(510, false)
  for (const second of [520, 590]) await at(second, true)
  assert.deepEqual(
    said.map(({ kind }) => kind),
    ['no-candles', 'going-on', 'no-candles'],
  )
})

void test('a market or a network that does not answer is told after half a minute, and when it does again', async () => {
  for (const to of ['market', 'chain'] as const) {
    const { said, note } = terminal()
    const entry = { row: { id: 'x', plan: {} }, blind: null } as unknown as Entry
    for (const second of [0, 10, 29, 30, 45])
      await note(entry, { to: second === 45 ? 'candles' : to, now: 1_000_000 + second * 1_000 })
    await note(entry, { to: null, now: 1_050_000 })
    await note(entry, { to: null, now: 1_051_000 })
    assert.deepEqual(
      said.map(({ kind, data }) => ({ kind, data })),
      [
        { kind: `no-${to}`, data: { since: new Date(1_000_000).toISOString() } },
        { kind: 'going-on', data: { after: to } },
      ],
    )
  }
})
