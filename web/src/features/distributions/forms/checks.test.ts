import assert from 'node:assert/strict'
import { test } from 'node:test'
import { distributeTexts } from '@purser/contract/distributions/distribution-texts.ts'
import { acceptsAmount, lamportsOf, plainTyped, stepAmount, whyNotTaken } from '#ui/formats/amount-text.ts'
import { checkBalance, checkCalculate, checkDistribute } from './check-distribute.ts'
import { checkGather, keepOf, mostFrom } from './check-gather.ts'

const SOL = 10n ** 9n
const rent = 650_240n

test('an amount input takes nothing, a lone point and numbers that are not negative, and nothing else', () => {
  for (const text of ['', '.', '0', '1', '1.', '.5', '0.000001', '12.123456789'])
    assert.ok(acceptsAmount(text), text)
  for (const text of ['-1', '-', 'a', '1e3', '1,5', '1.2.3', ' 1', '0.1234567891'])
    assert.ok(!acceptsAmount(text), text)
  assert.equal(lamportsOf('.'), undefined)
  assert.equal(lamportsOf(''), undefined)
  assert.equal(lamportsOf('.5'), 500_000_000n)
})

test('amounts of a token have as many decimals as may be typed, and step by its smallest unit at least', () => {
  for (const [text, decimals] of [
    ['1.', 0],
    ['.12', 2],
    ['12345678901234567890', 0],
  ] as const)
    assert.ok(acceptsAmount(text, decimals), text)
  for (const [text, decimals] of [
    ['1.0', 0],
    ['.123', 2],
    ['123456789012345678901', 0],
  ] as const)
    assert.ok(!acceptsAmount(text, decimals), text)
  assert.equal(stepAmount('1.5', 1, 2), '1.51')
  assert.equal(stepAmount('1', -1, 0), '0')
  assert.equal(stepAmount('1', 1, 12), '1.000001')
})

test('what is pasted from a spreadsheet is taken, and what is not is said', () => {
  for (const [text, taken] of [
    [' 12 ', '12'],
    ['1,000', '1000'],
    ['1,234,567.25', '1234567.25'],
    ["1'000.5", '1000.5'],
    ['1\u202f000', '1000'],
  ] as const)
    assert.equal(plainTyped(text), taken)
  for (const text of ['1,00', '1,5', '1,000 000', '1e5', '0.1']) assert.equal(plainTyped(text), text)
  assert.match(whyNotTaken('-1', 'SOL', 9), /negative/)
  assert.match(whyNotTaken('0.1234567891', 'SOL', 9), /SOL has at most 9 decimals/)
  assert.match(whyNotTaken('1e5', 'SOL', 9), /digits and a point/)
  assert.match(whyNotTaken('1'.repeat(30), 'SOL', 9), /too long/)
})

test('the arrow keys step by 0.000001 and stop at zero', () => {
  assert.equal(stepAmount('', 1), '0.000001')
  assert.equal(stepAmount('0.1', 1), '0.100001')
  assert.equal(stepAmount('0.000001', -1), '0')
  assert.equal(stepAmount('0', -1), '0')
})

test('the balance check shows every figure with six decimals and the most that can be distributed', () => {
  const input = { has: SOL, total: SOL, count: 10, rent }
  assert.equal(
    checkBalance(input),
    'Insufficient balance. Source wallet has 1.000000 SOL, but 1.001700 SOL is required (1.000000 to distribute + 0.000050 fees + 0.001650 minimum balance). Maximum distributable: 0.998299 SOL',
  )
  assert.equal(checkBalance({ ...input, total: SOL - 50_000n - 1_650_240n }), undefined)
  assert.ok(checkBalance({ ...input, total: SOL - 50_000n - 1_650_239n }))
  assert.match(checkBalance({ ...input, has: 0n }) ?? '', /Maximum distributable: 0\.000000 SOL$/)
})

test('calculating asks for a total, for destinations, for a positive amount, and for the balance', () => {
  const input = { total: '1', count: 2, has: 10n * SOL, rent }
  assert.equal(checkCalculate({ ...input, total: '' }), 'Please enter a total amount to distribute')
  assert.equal(checkCalculate({ ...input, count: 0 }), 'Please select destination wallets first')
  for (const total of ['0', '.', '0.0'])
    assert.equal(checkCalculate({ ...input, total }), 'Please enter a valid positive amount')
  assert.match(checkCalculate({ ...input, total: '10' }) ?? '', /^Insufficient balance\. Source wallet has/)
  assert.equal(checkCalculate({ ...input, total: '10', has: undefined }), undefined)
  assert.equal(checkCalculate(input), undefined)
  assert.match(checkCalculate({ ...input, count: 10_001 }) ?? '', /At most 10,000 wallets/)
})

test('a distribution needs both sides, a total, and every amount positive', () => {
  const input = { mode: 'equal' as const, has: 10n * SOL, amounts: [SOL, SOL], rent }
  assert.equal(checkDistribute(input), undefined)
  assert.equal(checkDistribute({ ...input, has: undefined }), distributeTexts.selection)
  assert.equal(checkDistribute({ ...input, amounts: [] }), distributeTexts.selection)
  assert.equal(
    checkDistribute({ ...input, amounts: [0n, 0n] }),
    'Please enter a total amount and click "Calculate" to set distribution amounts',
  )
  assert.equal(
    checkDistribute({ ...input, mode: 'custom', amounts: [0n, 0n] }),
    'Please enter positive amounts for all selected destinations',
  )
  assert.equal(
    checkDistribute({ ...input, mode: 'custom', amounts: [SOL, 0n, 0n] }),
    '2 destinations have invalid amounts. All amounts must be positive.',
  )
  assert.match(checkDistribute({ ...input, amounts: [10n * SOL] }) ?? '', /^Insufficient balance/)
})

test('a gather leaves 0.00089 SOL, or the rent minimum where that is higher, or nothing', () => {
  assert.equal(keepOf(false, undefined), 890_000n)
  assert.equal(keepOf(false, rent), 890_000n)
  assert.equal(keepOf(false, 900_000n), 900_000n)
  assert.equal(keepOf(true, 900_000n), 0n)
  assert.equal(mostFrom(890_000n, 890_000n), 0n)
  assert.equal(mostFrom(890_001n, 890_000n), 1n)
  assert.equal(mostFrom(1n, 890_000n), 0n)
})

test('a gather needs both sides, and in custom mode every amount positive', () => {
  const input = { custom: true, chosen: true, count: 2, amounts: [1n, 1n] }
  assert.equal(checkGather(input), undefined)
  assert.equal(
    checkGather({ ...input, chosen: false }),
    'Please select a destination wallet and at least one source',
  )
  assert.equal(
    checkGather({ ...input, count: 0, amounts: [] }),
    'Please select a destination wallet and at least one source',
  )
  assert.equal(
    checkGather({ ...input, amounts: [0n, 0n] }),
    'Please enter positive amounts for all selected source wallets',
  )
  assert.equal(
    checkGather({ ...input, amounts: [0n, 5n] }),
    '1 source wallets have invalid amounts. All amounts must be positive.',
  )
  assert.equal(checkGather({ ...input, custom: false, amounts: [] }), undefined)
})
