import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  addWallets,
  amountShare,
  checkPlan,
  emptyRow,
  type PlanDraft,
  shareAmount,
  solPair,
  splitEvenly,
  totalOf,
} from './plan-rows.ts'

const SOL = 1_000_000_000n
const row = (key: number, walletId: number | undefined, amount: string): PlanDraft => ({
  key,
  walletId,
  amount,
})
const funds = { free_sol: 100, keep_sol: '0.00089', fee_sol: '0.000005' }

test('a plan needs a wallet with a positive amount, and says what is wrong with a row', () => {
  const needed = { problem: 'Please add at least one valid wallet with a positive SOL amount' }
  assert.deepEqual(checkPlan([emptyRow(0)], SOL), needed)
  assert.deepEqual(checkPlan([row(0, 1, '0')], SOL), needed)
  assert.deepEqual(checkPlan([row(0, undefined, '1')], SOL), needed)
  assert.deepEqual(
    checkPlan([row(0, 1, '0.5'), row(1, undefined, '0.1'), row(2, 1, '0.1'), row(3, 2, '')], SOL),
    {
      problems: [
        { key: 1, problem: 'Please choose a wallet' },
        { key: 2, problem: 'This wallet is in the plan already' },
        { key: 3, problem: 'Please enter a positive amount' },
      ],
    },
  )
  assert.deepEqual(checkPlan([row(0, 1, '.5'), emptyRow(1)], SOL), {
    rows: [{ wallet_id: 1, amount_sol: '0.5' }],
  })
})

test('the total is exact, and the sums of the complaint differ as they are shown', () => {
  assert.equal(totalOf([row(0, 1, '0.1'), row(1, 2, '0.2'), row(2, 3, '.')]), 300_000_000n)
  assert.deepEqual(checkPlan([row(0, 1, '1.000000001')], SOL), {
    problem: 'Total SOL (1.000000001) exceeds available amount (1.000000000)',
  })
  assert.deepEqual(checkPlan([row(0, 1, '2')], SOL), {
    problem: 'Total SOL (2.000000) exceeds available amount (1.000000)',
  })
  assert.deepEqual(solPair(1n, 1n), { total: '0.000000', available: '0.000000' })
})

test('an even split gives away all, or what fees and rent leave', () => {
  assert.deepEqual(splitEvenly(10n, 3, funds), {
    amounts: [3n, 3n, 4n],
    note: '0.00000001 SOL over 3 wallets.',
  })
  const tight = splitEvenly(SOL, 1, { ...funds, free_sol: 1 })
  assert.deepEqual(tight.amounts, [999_105_000n])
  assert.match(tight.note, /keeps 0\.00089 SOL for rent and 0\.000005 SOL for network fees\.$/)
  assert.deepEqual(splitEvenly(SOL, 2, { ...funds, free_sol: 0 }).amounts, [0n, 0n])
  const unknown = splitEvenly(10n, 3, null)
  assert.deepEqual(unknown.amounts, [3n, 3n, 4n])
  assert.match(unknown.note, /what the collection wallet can pay now is not known/)
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 15n), fc.integer({ min: 1, max: 1_000 }), (total, count) => {
      const { amounts } = splitEvenly(total, count, funds)
      const sum = amounts.reduce((all, amount) => all + amount, 0n)
      const most = 100n * SOL - 890_000n - 5_000n * BigInt(count)
      assert.equal(sum, total < most ? total : most)
      assert.ok(amounts.every((amount) => amount >= 0n))
    }),
  )
})

test('several wallets fill the empty rows first and then rows of their own', () => {
  assert.deepEqual(addWallets([row(0, 7, '1'), emptyRow(3)], [8, 9]), [
    row(0, 7, '1'),
    row(3, 8, ''),
    row(4, 9, ''),
  ])
  assert.deepEqual(addWallets([emptyRow(0)], []), [emptyRow(0)])
})

test('a share is rounded down to the lamport: shares of all are never more than there is', () => {
  assert.equal(shareAmount('25', SOL), '0.25')
  assert.equal(shareAmount('33.3333', 10n), '0.000000003')
  assert.deepEqual([shareAmount('', SOL), shareAmount('.', SOL), amountShare('', SOL)], ['', '', ''])
  assert.deepEqual([amountShare('0.25', SOL), amountShare('1', 0n)], ['25', ''])
  fc.assert(
    fc.property(
      fc.bigInt(1n, 10n ** 15n),
      fc.array(fc.integer({ min: 0, max: 10_000 }), { minLength: 1, maxLength: 20 }),
      (available, weights) => {
        const all = weights.reduce((sum, weight) => sum + weight, 0) || 1
        const shares = weights.map((weight) => String(Math.floor((weight * 1_000_000) / all) / 10_000))
        const rows = shares.map((share, n) => row(n, n, shareAmount(share, available)))
        assert.ok(totalOf(rows) <= available)
      },
    ),
  )
})
