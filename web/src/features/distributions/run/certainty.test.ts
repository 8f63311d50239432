import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faults } from '@purser/contract/faults.ts'
import { nothingBegan, nothingBeganAtFirst } from './certainty.ts'
import { manualWaits } from '../../../test/manual-waits.ts'
import { toRunning } from './running-operations.ts'
import { completeStream, onSilence } from './run-stream.ts'

test('a server error or a transient one never proves that nothing was sent', () => {
  for (const [code, { status }] of Object.entries(faults))
    if (status >= 500 || status === 429) {
      assert.equal(nothingBegan(code), false, code)
      assert.equal(nothingBeganAtFirst(code, status), false, code)
    }
  assert.equal(nothingBegan('a code of tomorrow'), false)
})

test('once something may have been sent, only a refusal of the request itself is certain', () => {
  for (const code of ['insufficient_for_distribution', 'funds_in_flight', 'nothing_to_repeat'])
    assert.equal(nothingBegan(code), true, code)
  for (const code of ['no_session', 'foreign_origin', 'idempotency_key_reused', 'chain_refused'])
    assert.equal(nothingBegan(code), false, code)
  assert.equal(nothingBeganAtFirst('no_session', 401), true)
})

test('after 20 s without a message the state is polled, and again every 20 s', async () => {
  const { wait, pass } = manualWaits()
  let polls = 0
  const poll = async () => {
    polls++
    if (polls === 2) throw new Error('the server is unavailable')
  }
  const silence = onSilence(20_000, poll, wait)
  await pass(19_999)
  silence.reset()
  await pass(19_999)
  assert.equal(polls, 0)
  await pass(1)
  assert.equal(polls, 1)
  for (const times of [2, 3]) {
    await pass(19_999)
    assert.equal(polls, times - 1)
    await pass(1)
    assert.equal(polls, times)
  }
  silence.stop()
  await pass(60_000)
  assert.equal(polls, 3)
})

test('a connection counts as good only when the complete state arrived', () => {
  const cut = completeStream()
  const types = ['gather_status', 'gather_progress', 'gather_progress'] as const
  assert.deepEqual(
    types.map((type) => cut(type)),
    [false, false, false],
  )
  assert.equal(cut('heartbeat'), true)
  assert.equal(completeStream()('heartbeat'), false)
  assert.equal(completeStream()('distribute_complete'), true)
})

test('running operations are found among others, newest first', () => {
  const summary = { total: 1, confirmed: 0, failed: 0, amount: null, symbol: null, fees: '0' }
  const one = (id: string, type: string, status: 'running' | 'resolving' | 'completed', minute: number) => ({
    id,
    type,
    status,
    created_at: `2026-01-01T00:0${minute}:00.000Z`,
    updated_at: '',
    finalized: false,
    error: null,
    standing: null,
    summary,
  })
  assert.deepEqual(
    toRunning([
      one('old', 'distribute', 'resolving', 1),
      one('over', 'distribute', 'completed', 5),
      one('new', 'gather', 'running', 2),
      one('trade', 'trade', 'running', 3),
    ]),
    [
      { id: 'new', kind: 'gather' },
      { id: 'old', kind: 'distribute' },
    ],
  )
})
