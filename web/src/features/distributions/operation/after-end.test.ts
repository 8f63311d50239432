import assert from 'node:assert/strict'
import { test } from 'node:test'
import { friendlyError } from '@purser/contract/distributions/distribution-texts.ts'
import type { OperationDetail } from '@purser/contract/transfers/transfers.ts'
import { afterEnd, pollInterval } from './after-end.ts'
import { advance, beginRun, outcomeText } from '../run/run-state.ts'
import { resolvingTexts } from './resolving-text.ts'

type Told = Partial<Pick<OperationDetail, 'status' | 'finalized'>> & { confirmed?: number }
const detailOf = ({ status = 'failed', finalized = false, confirmed = 0 }: Told): OperationDetail => ({
  id: 'op',
  type: 'distribute',
  status,
  created_at: '',
  updated_at: '',
  finalized,
  waiting: null,
  error: null,
  standing: null,
  summary: { total: 1, confirmed, failed: 1 - confirmed, amount: '1', symbol: 'SOL', fees: '0.000005' },
  transfers: [
    {
      position: 0,
      walletId: 1,
      walletName: 'W',
      source: 's',
      destination: 'd',
      mint: 'm',
      symbol: 'SOL',
      amount: '1',
      status: confirmed === 1 ? 'confirmed' : 'failed',
      signature: null,
      error: null,
    },
  ],
})

test('an operation is polled until it is final, less often once it ended', () => {
  assert.equal(pollInterval(undefined), false)
  const waits = (['running', 'resolving', 'completed'] as const).map((status) =>
    pollInterval(detailOf({ status })),
  )
  assert.ok(waits.every((ms) => ms !== false))
  assert.deepEqual(
    waits,
    waits.toSorted((a, b) => Number(a) - Number(b)),
  )
  assert.equal(pollInterval(detailOf({ status: 'completed', finalized: true })), false)
})

test('a result follows a reopened operation, and stays as reported while its counts are right', () => {
  const failed = advance(beginRun('distribute', 1), [{ type: 'polled', detail: detailOf({}) }])
  assert.equal(failed.phase, 'ended')
  assert.deepEqual(afterEnd(failed, undefined), { state: failed, open: undefined })
  assert.deepEqual(afterEnd(failed, detailOf({ finalized: true })), { state: failed, open: undefined })
  const open = detailOf({ status: 'resolving' })
  assert.deepEqual(afterEnd(failed, open), { state: failed, open })
  const { state, open: still } = afterEnd(failed, detailOf({ status: 'completed', confirmed: 1 }))
  assert.equal(still, undefined)
  assert.equal(outcomeText(state), 'Distribution completed successfully')
  assert.equal(state.result?.summary.failedTransfers, 0)
  assert.equal(afterEnd(failed, { ...open, id: 'another' }).open, undefined)
})

test('no user is sent to an explorer for a transfer that has ended', () => {
  const error = 'it may have succeeded despite timeout'
  assert.match(friendlyError(error), /check blockchain explorer/)
  assert.doesNotMatch(friendlyError(error, { certain: true }), /explorer/)
  const lost = advance(beginRun('distribute', 1), [
    { type: 'reconnecting', attempt: 1 },
    { type: 'answer', answer: { success: false, error: 'No.' } },
  ])
  assert.deepEqual([lost.phase, lost.warning], ['refused', undefined])
})

test('a resolving operation names its transactions, and whether they can still be executed', () => {
  assert.match(resolvingTexts({ transactions: 1, may_land: true }).head, /the outcome of 1 transaction yet\./)
  assert.match(resolvingTexts({ transactions: 1200, may_land: true }).head, /1,200 transactions/)
  assert.match(resolvingTexts({ transactions: 1, may_land: true }).now, /can still be executed/)
  assert.match(resolvingTexts({ transactions: 1, may_land: false }).now, /can no longer be executed/)
  assert.match(resolvingTexts({ transactions: 1, may_land: null }).now, /is not responding/)
})
