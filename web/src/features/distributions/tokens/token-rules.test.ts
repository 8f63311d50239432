import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tokenAsset } from '../amounts/asset.ts'
import type { Mode } from '../forms/check-distribute.ts'
import type { Holder } from '../selection/holders.ts'
import { splitTokens, tokenDistributeRules, tokenGatherRules } from './token-rules.ts'

const asset = tokenAsset({ symbol: 'NINE', decimals: 9 })
const token = { mint: 'mint', asset, refusal: null }
const holder = (id: number): Holder => ({
  id,
  name: `W${id}`,
  address: `address${id}`,
  lamports: 0n,
  sol: '0.0000',
})
const [a, b, c] = [1, 2, 3].map(holder)
assert.ok(a && b && c)
const sum = (amounts: bigint[]) => amounts.reduce((all, amount) => all + amount, 0n)

test('parts have four decimals, and the last takes the remainder', () => {
  assert.deepEqual(splitTokens(10_000_000n, 3, undefined, 6), [3_333_300n, 3_333_300n, 3_333_400n])
  assert.deepEqual(splitTokens(10_000_000n, 1, undefined, 6), [10_000_000n])
  assert.deepEqual(splitTokens(10n, 3, undefined, 0), [3n, 3n, 4n])
  // Parts too small for four decimals keep theirs.
  assert.deepEqual(splitTokens(10n, 3, undefined, 9), [3n, 3n, 4n])
  assert.deepEqual(splitTokens(0n, 0, undefined, 9), [])
})

test('random parts keep to four decimals, to the total and near the variance; 0 percent is equal', () => {
  for (let n = 1; n < 40; n++) {
    const total = 1_234_567_891_234n
    const parts = splitTokens(total, n, 50, 9)
    assert.equal(sum(parts), total)
    assert.ok(parts.slice(0, -1).every((part) => part % 100_000n === 0n && part > 0n))
  }
  assert.deepEqual(splitTokens(9_000_000n, 3, 0, 6), [3_000_000n, 3_000_000n, 3_000_000n])
})

test('a distribution says what is missing, in the order in which it is asked for', () => {
  const selection = 'Please select a source wallet, token address, and at least one destination'
  const positive = 'Please enter positive amounts for distribution'
  const rules = tokenDistributeRules({ token })
  const mode: Mode = 'equal'
  const input = { mode, source: a, amounts: [1n], stale: false }
  assert.equal(rules.check(input), undefined)
  assert.equal(rules.check({ ...input, source: undefined }), selection)
  assert.equal(rules.check({ ...input, amounts: [] }), selection)
  assert.equal(tokenDistributeRules({ token: undefined }).check(input), selection)
  assert.equal(
    tokenDistributeRules({ token: { ...token, refusal: 'Not this one.' } }).check(input),
    'Not this one.',
  )
  const stale = 'Please click "Calculate" to update amounts before distributing'
  assert.equal(rules.check({ ...input, stale: true }), stale)
  assert.equal(rules.check({ ...input, mode: 'random', stale: true, amounts: [0n] }), stale)
  assert.equal(rules.check({ ...input, mode: 'custom', stale: true }), undefined)
  assert.equal(rules.check({ ...input, amounts: [0n] }), positive)
  assert.equal(rules.check({ ...input, amounts: [1n, 0n] }), positive)
  assert.match(
    rules.check({ ...input, amounts: Array.from({ length: 10_001 }, () => 1n) }) ?? '',
    /At most 10,000/,
  )
})

test('calculating needs a total and a destination', () => {
  const rules = tokenDistributeRules({ token })
  const text = 'Please enter a valid total amount and have at least one destination wallet'
  const check = (total: string, count: number) => rules.checkCalculate({ total, count, source: a })
  for (const total of ['', '.', '0', '0.0000001', 'x']) assert.equal(check(total, 2), text, total)
  assert.equal(check('1', 0), text)
  assert.equal(check('0.000001', 2), undefined)
  const whole = tokenDistributeRules({ token: { ...token, asset: tokenAsset({ symbol: 'W', decimals: 0 }) } })
  assert.equal(
    whole.checkCalculate({ total: '1', count: 2, source: a }),
    'This total is too small for this many wallets',
  )
})

test('a request names addresses, amounts as they were shown, and their sum', () => {
  const request = tokenDistributeRules({ token }).request(a, [
    { holder: b, units: 1_500_000_000n },
    { holder: c, units: 1_000n },
  ])
  assert.deepEqual(request, {
    kind: 'token-distribute',
    body: {
      token_address: 'mint',
      source_wallet: 'address1',
      target_wallets: ['address2', 'address3'],
      total_amount: '1.500001',
      custom_amount: { address2: '1.5', address3: '0.000001' },
    },
  })
})

test('a gather takes all that a wallet holds, or what is typed, of which no more than six decimals are sent', () => {
  const held = new Map([
    [1, 0n],
    [2, 1_234_567_899n],
  ])
  const rules = (of: typeof token | undefined = token, close = false) =>
    tokenGatherRules({ token: of, close, heldOf: ({ id }) => held.get(id) })
  assert.deepEqual(
    [a, b, c].map((one) => rules().eligible(one)),
    [false, true, true],
  )
  assert.deepEqual([rules().mostFrom(b, false), rules().mostFrom(b, true)], [1_234_567_899n, 1_234_567_000n])
  const selection = 'Please select a destination wallet, token address, and at least one source'
  const input = { custom: true, chosen: true, count: 1, amounts: [1n] }
  assert.equal(rules().check(input), undefined)
  assert.equal(rules().check({ ...input, chosen: false }), selection)
  assert.equal(rules().check({ ...input, count: 0, amounts: [] }), selection)
  assert.equal(tokenGatherRules({ token: undefined, close: false, heldOf: () => 1n }).check(input), selection)
  assert.equal(rules().check({ ...input, amounts: [0n] }), 'Please enter positive amounts for gathering')
  assert.equal(rules().check({ ...input, custom: false, amounts: [0n] }), undefined)
  const lines = [{ holder: b, units: 5_000n }]
  const body = { token_address: 'mint', target_wallet: 'address1', source_wallets: ['address2'] }
  assert.deepEqual(rules().request(a, lines, false), { kind: 'token-gather', body })
  assert.deepEqual(rules(token, true).request(a, lines, true).body, {
    ...body,
    total_amount: '0.000005',
    custom_amount: { address2: '0.000005' },
    close_accounts: true,
  })
})
