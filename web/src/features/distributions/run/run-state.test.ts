import assert from 'node:assert/strict'
import { test } from 'node:test'
import { friendlyError } from '@purser/contract/distributions/distribution-texts.ts'
import type { DistributionResult } from '@purser/contract/distributions/distributions.ts'
import type { OperationDetail } from '@purser/contract/transfers/transfers.ts'
import { liveText, percentOf, progressText, stepsOf } from '../result/progress.ts'
import { successRate, titles, listedErrors, verdictOf } from './result.ts'
import { advance, beginRun, outcomeText, type RunEvent } from './run-state.ts'

const begun: RunEvent = {
  type: 'message',
  message: { type: 'distribute_status', operationId: 'op', status: 'running', message: 'Sending' },
}
const progress = (
  walletId: number,
  status: 'sent' | 'confirmed' | 'resolving',
  completed: number,
): RunEvent => ({
  type: 'message',
  message: {
    type: 'distribute_progress',
    operationId: 'op',
    completed,
    failed: 0,
    total: 12,
    batch: Math.ceil(completed / 5),
    transfer: { walletId, walletName: `W${walletId}`, status, signature: null, error: null },
  },
})
const result = (good: number, bad: number): DistributionResult => ({
  summary: { totalDistributed: 1, successfulTransfers: good, failedTransfers: bad, transactions: 1, fees: 0 },
  errors: Array.from({ length: bad }, (_, n) => ({
    walletId: n,
    walletName: `W${n}`,
    error: 'Transaction simulation failed: x',
  })),
})
const complete = (good: number, bad: number): RunEvent => ({
  type: 'message',
  message: {
    type: 'distribute_complete',
    operationId: 'op',
    status: bad === 0 ? 'completed' : good === 0 ? 'failed' : 'partial',
    success: good > 0,
    data: result(good, bad),
  },
})
const statuses = (events: RunEvent[]) =>
  stepsOf(advance(beginRun('distribute', 12), events)).map((s) => s.status)

test('the three steps move with what arrives', () => {
  assert.deepEqual(statuses([]), ['loading', 'pending', 'pending'])
  assert.deepEqual(statuses([begun]), ['completed', 'loading', 'pending'])
  assert.deepEqual(statuses([begun, progress(1, 'confirmed', 12)]), ['completed', 'completed', 'loading'])
  assert.deepEqual(statuses([begun, complete(12, 0)]), ['completed', 'completed', 'completed'])
  assert.deepEqual(statuses([begun, complete(0, 12)]), ['completed', 'error', 'error'])
  assert.deepEqual(statuses([{ type: 'refused', error: 'no' }]), ['error', 'pending', 'pending'])
  const failed = stepsOf(advance(beginRun('distribute', 1), [begun, complete(0, 1)]))
  assert.equal(failed[1]?.error, 'Failed during blockchain transaction processing')
  assert.deepEqual(
    failed.map((step) => step.text),
    ['Preparing Operation', 'Blockchain Transactions', 'Finalizing Results'],
  )
})

test('progress counts confirmed transfers in batches of five', () => {
  const state = advance(beginRun('distribute', 12), [
    begun,
    progress(1, 'sent', 0),
    progress(2, 'confirmed', 7),
  ])
  assert.equal(progressText(state), 'Batch 2 of 3: 7 of 12 transfers confirmed')
  assert.equal(percentOf(state), 58)
  assert.equal(liveText(state), '7 confirmed, 1 sent, 4 waiting')
})

test('the explorer is mentioned only while the outcome is not certain', () => {
  let state = advance(beginRun('distribute', 12), [
    begun,
    progress(1, 'confirmed', 1),
    { type: 'reconnecting', attempt: 2 },
  ])
  assert.equal(
    state.warning,
    'WebSocket connection lost - operations may have succeeded. Check blockchain explorer.',
  )
  assert.equal(state.attempt, 2)
  assert.equal(advance(state, [progress(2, 'confirmed', 2)]).warning, undefined)
  state = advance(state, [{ type: 'reconnection_failed' }])
  assert.equal(
    state.warning,
    'Failed to reconnect to server. Operations may have succeeded. Check blockchain explorer.',
  )
  const ended = advance(state, [{ type: 'polled', detail: detailOf('partial') }])
  assert.equal(ended.warning, undefined)
  assert.equal(ended.phase, 'ended')
  assert.equal(ended.result?.errors.length, 1)
})

const detailOf = (status: OperationDetail['status']): OperationDetail => ({
  id: 'op',
  type: 'distribute',
  status,
  created_at: '',
  updated_at: '',
  finalized: false,
  waiting: null,
  error: null,
  standing: null,
  summary: { total: 2, confirmed: 1, failed: 1, amount: '1', symbol: 'SOL', fees: '0.000005' },
  transfers: ['confirmed' as const, 'failed' as const].map((state, position) => ({
    position,
    walletId: position + 1,
    walletName: `W${position}`,
    source: 's',
    destination: 'd',
    mint: 'm',
    symbol: 'SOL',
    amount: '1',
    status: state,
    signature: state === 'confirmed' ? 'sig' : null,
    error: state === 'failed' ? 'account not found' : null,
  })),
})

test('an operation polled while it runs shows its progress', () => {
  const state = advance(beginRun('gather', 0, { operationId: 'op' }), [
    { type: 'polled', detail: detailOf('resolving') },
  ])
  assert.deepEqual([state.phase, state.completed, state.failed, state.total], ['running', 1, 1, 2])
})

test('the outcome is worded by how many succeeded', () => {
  const outcome = (kind: 'distribute' | 'gather', good: number, bad: number) =>
    outcomeText(
      advance(beginRun(kind, 4), [
        { type: 'answer', answer: { success: good > 0, data: result(good, bad) } },
      ]),
    )
  assert.equal(outcome('distribute', 4, 0), 'Distribution completed successfully')
  assert.equal(outcome('gather', 4, 0), 'Gather operation completed successfully')
  assert.equal(outcome('distribute', 3, 1), 'Completed with 3/4 successful transfers')
  assert.equal(outcome('distribute', 0, 4), 'All transfers failed - check balance and try fewer wallets')
  assert.equal(outcome('gather', 0, 4), 'All gather operations failed - check wallet balances')
})

test('a result has a title, a rate, and names three errors', () => {
  assert.equal(titles[verdictOf(result(3, 0))], 'Operation Completed')
  assert.equal(titles[verdictOf(result(3, 1))], 'Partially Completed')
  assert.equal(titles[verdictOf(result(0, 1))], 'Operation Failed')
  assert.equal(successRate(result(2, 1)), '66.6%')
  assert.equal(successRate(result(2, 0)), '100%')
  const listed = listedErrors(result(0, 5))
  assert.equal(listed.shown.length, 3)
  assert.equal(listed.shown[0]?.text, 'Transaction would fail - check wallet balances')
  assert.equal(listed.more, '+ 2 more wallets with similar issues')
  assert.equal(listedErrors(result(1, 3)).more, undefined)
})

test('what the chain says is worded for people', () => {
  const rows: [string, string][] = [
    ['X INSUFFICIENT funds for rent y', 'Insufficient balance - need more SOL or select fewer wallets'],
    ['it may have succeeded despite timeout', 'Transaction likely succeeded - check blockchain explorer'],
    ['block height exceeded', 'Transaction timeout - may have succeeded anyway'],
    ['the blockhash has expired', 'Transaction timeout - may have succeeded anyway'],
    ['Transaction simulation failed', 'Transaction would fail - check wallet balances'],
    ['insufficient balance here', 'Not enough SOL available in source wallet'],
    ['Account not found', 'Wallet address not found on network'],
    ['transaction too large: 1300', 'Too many wallets selected - try smaller batches'],
    ['network error', 'Network connection issue - please retry'],
    ['a timeout', 'Network connection issue - please retry'],
    ['boom', 'Transfer failed - please check wallet status'],
  ]
  for (const [chain, text] of rows) assert.equal(friendlyError(chain), text)
})
