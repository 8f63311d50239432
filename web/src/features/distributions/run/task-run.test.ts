/** A run of tokens: begun by its answer, reported by its channel, ended by the operation itself. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TokenTransferMessage } from '@purser/contract/distributions/distribution-live.ts'
import type { OperationDetail, TransferStatus } from '@purser/contract/transfers/transfers.ts'
import { transferErrorText } from '../transfer-error-text.ts'
import { progressText, stepsOf } from '../result/progress.ts'
import { listedErrors, suggestionsFor } from './result.ts'
import { advance, beginRun, outcomeText } from './run-state.ts'

const FROZEN = 'The token account of this wallet is frozen by the issuer of the token'
const message = (change: Partial<TokenTransferMessage> = {}): TokenTransferMessage => ({
  type: 'token_transfer',
  task_id: 'op',
  status: 'running',
  total: 3,
  success: 1,
  failed: 1,
  finished: false,
  ...change,
})
const transferOf = (position: number, status: TransferStatus) => ({
  position,
  walletId: position + 1,
  walletName: `W${position + 1}`,
  source: 's',
  destination: 'd',
  mint: 'mint',
  symbol: 'DESK',
  amount: 2,
  status,
  signature: status === 'confirmed' ? 'one' : null,
  error: status === 'failed' ? FROZEN : null,
})
const detail = (statuses: TransferStatus[]): OperationDetail => {
  const count = (status: TransferStatus) => statuses.filter((one) => one === status).length
  return {
    id: 'op',
    type: 'token-distribute',
    status: count('failed') === 0 ? 'completed' : count('confirmed') === 0 ? 'failed' : 'partial',
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
    error: null,
    standing: null,
    finalized: false,
    waiting: null,
    summary: {
      total: statuses.length,
      confirmed: count('confirmed'),
      failed: count('failed'),
      amount: 2 * count('confirmed'),
      symbol: 'DESK',
      fees: 0.000005,
    },
    transfers: statuses.map((status, i) => transferOf(i, status)),
  }
}
const begun = () =>
  advance(beginRun('token-distribute', 3, { mint: 'mint' }), [
    { type: 'posting' },
    { type: 'started', operationId: 'op' },
  ])

test('it runs from the answer on, and its progress is worded as it is for tokens', () => {
  assert.equal(progressText(beginRun('token-distribute', 3)), 'Connecting')
  const state = begun()
  assert.deepEqual([state.phase, state.operationId, state.posting], ['running', 'op', false])
  assert.equal(progressText(state), 'Processing: 0/3 successful, 0 failed')
  const transfer = {
    walletId: 2,
    walletName: 'W2',
    status: 'failed',
    signature: null,
    error: FROZEN,
  } as const
  const next = advance(state, [{ type: 'task', message: message({ transfer }) }])
  assert.equal(progressText(next), 'Processing: 1/3 successful, 1 failed')
  assert.equal(next.transfers.get(2)?.error, FROZEN)
})

test('it has ended when the operation says so, with the balances that the channel told', () => {
  const source = { initialBalance: 10, finalBalance: 8 }
  const result = { moved: 2, received: 1.9, transactions: 1, fees: 0.000005, sourceWallet: source }
  const told = advance(begun(), [
    { type: 'task', message: message({ success: 1, failed: 2, finished: true, status: 'partial', result }) },
  ])
  assert.equal(told.phase, 'running')
  assert.equal(stepsOf(told)[2]?.status, 'loading')
  const state = advance(told, [{ type: 'polled', detail: detail(['confirmed', 'failed', 'failed']) }])
  assert.equal(state.phase, 'ended')
  assert.equal(outcomeText(state), 'Completed with 1/3 successful transfers')
  assert.deepEqual(state.result?.sourceWallet, source)
  assert.deepEqual(state.result?.summary, {
    totalDistributed: 2,
    successfulTransfers: 1,
    failedTransfers: 2,
    transactions: 1,
    fees: 0.000005,
  })
  assert.ok(state.result)
  assert.deepEqual(
    listedErrors(state.result, state.kind).shown.map(({ walletName, text }) => `${walletName}: ${text}`),
    [`W2: ${FROZEN}`, `W3: ${FROZEN}`],
  )
  // It is reopened, and ends otherwise: earlier balances are not shown.
  const again = advance(state, [{ type: 'polled', detail: detail(['confirmed', 'confirmed', 'failed']) }])
  assert.equal(again.result?.sourceWallet, undefined)
})

test('its outcome is worded', () => {
  const ended = (kind: 'token-distribute' | 'token-gather', statuses: TransferStatus[]) =>
    outcomeText(advance(beginRun(kind, 1), [{ type: 'polled', detail: { ...detail(statuses), type: kind } }]))
  assert.equal(ended('token-distribute', ['confirmed']), 'Distribution completed successfully')
  assert.equal(ended('token-gather', ['confirmed']), 'Gather operation completed successfully')
  assert.equal(ended('token-distribute', ['failed']), 'Distribution failed')
  assert.equal(ended('token-gather', ['failed']), 'Gather failed')
})

test('errors of SOL are worded by the table, those that the desk knows of tokens stand as they are', () => {
  assert.equal(transferErrorText('token-gather', FROZEN), FROZEN)
  assert.equal(
    transferErrorText('token-gather', 'Insufficient balance: the wallet holds none of this token'),
    'Insufficient balance: the wallet holds none of this token',
  )
  assert.equal(transferErrorText('distribute', FROZEN), 'Transfer failed - please check wallet status')
  assert.equal(
    transferErrorText('token-distribute', 'Transaction simulation failed: x'),
    'Transaction would fail - check wallet balances',
  )
  assert.notDeepEqual(suggestionsFor('token-gather'), suggestionsFor('gather'))
})
