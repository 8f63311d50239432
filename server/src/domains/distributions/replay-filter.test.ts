import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TransferChange } from '@purser/contract/distributions/distributions.ts'
import { createReplayFilter } from './replay-filter.ts'

const connection = {}
const change = (status: TransferChange['status'], signature: string | null = 'first'): TransferChange => ({
  walletId: 7,
  walletName: 'W-1',
  status,
  signature,
  error: null,
})

/** A connection that was sent this state of the one transfer; returns which of the later changes are newer. */
async function after(state: TransferChange | null) {
  const filter = createReplayFilter()
  await filter.during(connection, 'operation', async (note) => {
    if (state) note(state)
  })
  return {
    filter,
    news: (...changes: TransferChange[]) =>
      changes.map((change) => filter.isNewer(connection, 'operation', change)),
  }
}

void test('a change that the present state had already is no news, once; what follows it is', async () => {
  const { news } = await after(change('sent'))
  assert.deepEqual(news(change('sent'), change('resolving'), change('sent'), change('confirmed')), [
    false,
    true,
    true,
    true,
  ])
})

void test('that it was sent is no news of a transaction that was told as ended', async () => {
  const { news } = await after(change('confirmed'))
  assert.deepEqual(news(change('sent'), change('resolving'), change('confirmed')), [false, false, false])
  const failed = await after(change('failed'))
  assert.deepEqual(failed.news(change('sent'), change('failed'), change('confirmed')), [false, false, true])
})

void test('what goes back is news where it may be so: to be sent again, seen again, landed late, taken back', async () => {
  for (const [state, next] of [
    ['sent', 'pending'],
    ['resolving', 'sent'],
    ['failed', 'confirmed'],
    ['confirmed', 'failed'],
    ['confirmed', 'pending'],
  ] as const) {
    const { news } = await after(change(state))
    assert.deepEqual(news(change(next), change(state)), [true, true], `${state}, then ${next}`)
  }
})

void test('a transaction that was signed again is news, and so is a transfer that is taken up again', async () => {
  const { news } = await after(change('sent'))
  assert.deepEqual(news(change('sent', 'second'), change('confirmed', 'second')), [true, true])
  const ended = await after(change('confirmed'))
  assert.deepEqual(ended.news(change('confirmed'), change('sent'), change('confirmed')), [false, true, true])
})

void test('a transfer that had not begun, another one and another operation are always news', async () => {
  const { filter, news } = await after(null)
  assert.deepEqual(news(change('sent'), change('confirmed')), [true, true])
  const other = await after(change('confirmed'))
  assert.deepEqual(other.news({ ...change('sent'), walletId: 8 }), [true])
  assert.equal(filter.isNewer(connection, 'another', change('sent')), true)
})

void test('of replays of one operation the newest counts, and of a connection only some are kept', async () => {
  const filter = createReplayFilter()
  const replay = (operationId: string, state: TransferChange) =>
    filter.during(connection, operationId, async (note) => note(state))
  await replay('operation', change('sent'))
  await replay('operation', change('confirmed'))
  assert.equal(filter.isNewer(connection, 'operation', change('sent')), false)
  for (let n = 0; n < 4; n++) await replay(`another ${n}`, change('sent'))
  assert.equal(filter.isNewer(connection, 'operation', change('confirmed')), true)
  assert.equal(filter.isNewer(connection, 'another 0', change('sent')), false)
})

void test('what was told is forgotten with the second heartbeat after the replay, and not while it runs', async () => {
  const filter = createReplayFilter()
  await filter.during(connection, 'operation', async (note) => {
    note(change('confirmed'))
    for (let i = 0; i < 3; i++) filter.forget(connection)
    assert.equal(filter.isNewer(connection, 'operation', change('sent')), false)
  })
  filter.forget(connection)
  assert.equal(filter.isNewer(connection, 'operation', change('sent')), false)
  filter.forget(connection)
  assert.equal(filter.isNewer(connection, 'operation', change('sent')), true)
})
