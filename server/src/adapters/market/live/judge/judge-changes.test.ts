import { test } from 'node:test'
import assert from 'node:assert/strict'
import { KNOWN_TOKENS, SOL_MINT, USDC_MINT } from '@purser/contract/tokens/tokens.ts'
import { SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system'
import { TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import { type Address, generateKeyPairSigner, getAddressEncoder } from '@solana/kit'
import fc from 'fast-check'
import type { AccountChange, AccountState } from '../../../../ports/account-at.ts'
import { judgeChanges, type Promised } from './judge-changes.ts'

const BONK = KNOWN_TOKENS[2]?.mint ?? ''
const [wallet, stranger, wrapping, usdc, bonk] = (await Promise.all(
  Array.from({ length: 5 }, async () => (await generateKeyPairSigner()).address),
)) as [Address, Address, Address, Address, Address]
const RENT = 2_039_280n
const FEE = 7_000n
const SOL = 10n ** 9n

const plain = (lamports: bigint, program: Address = SYSTEM_PROGRAM_ADDRESS): AccountState => ({
  lamports,
  program,
  data: new Uint8Array(),
})
function token(mint: string, amount: bigint, change?: (data: Buffer) => void): AccountState {
  const data = Buffer.alloc(165)
  data.set(getAddressEncoder().encode(mint as Address), 0)
  data.set(getAddressEncoder().encode(wallet), 32)
  data.writeBigUInt64LE(amount, 64)
  data[108] = 1
  change?.(data)
  const wrapped = mint === SOL_MINT ? amount : 0n
  return { lamports: RENT + wrapped, program: TOKEN_PROGRAM_ADDRESS, data }
}

const BUY: Promised = {
  wallet,
  wrapping,
  inputMint: SOL_MINT,
  outputMint: USDC_MINT,
  inAmount: SOL,
  minOut: 139n,
  spareRent: RENT,
}
const SELL: Promised = { ...BUY, inputMint: USDC_MINT, outputMint: SOL_MINT, inAmount: 140n, minOut: SOL }
const at = (address: Address, before: AccountState | null, after: AccountState | null): AccountChange => ({
  address,
  before,
  after,
})
/** SOL for a new account of USDC, the correct case. */
const bought = (lamports = 5n * SOL - SOL - RENT - FEE, units = 139n) => [
  at(wallet, plain(5n * SOL), plain(lamports)),
  at(wrapping, null, null),
  at(usdc, null, token(USDC_MINT, units)),
]
const sold = (lamports = 6n * SOL - FEE, units = 0n) => [
  at(wallet, plain(5n * SOL), plain(lamports)),
  at(usdc, token(USDC_MINT, 140n), token(USDC_MINT, units)),
]

void test('what was promised is kept: rent, fee and the input leave, the minimum arrives', () => {
  assert.equal(judgeChanges(BUY, bought(), FEE), null)
  assert.equal(judgeChanges(SELL, sold(), FEE), null)
})

void test('one lamport or unit too many or too few is refused', () => {
  assert.equal(judgeChanges(BUY, bought(5n * SOL - SOL - RENT - FEE - 1n), FEE), 'spends_more')
  assert.equal(judgeChanges(BUY, bought(undefined, 138n), FEE), 'brings_less')
  assert.equal(judgeChanges(SELL, sold(6n * SOL - FEE - 1n), FEE), 'brings_less')
  const richer = [...sold().slice(0, 1), at(usdc, token(USDC_MINT, 200n), token(USDC_MINT, 59n))]
  assert.equal(judgeChanges(SELL, richer, FEE), 'spends_more')
})

void test('wrapped SOL that was there is SOL, wherever it ends', () => {
  const before = token(SOL_MINT, SOL / 2n)
  const closed = bought(5n * SOL - SOL - RENT - FEE + RENT + SOL / 2n)
  assert.equal(judgeChanges(BUY, [...closed, at(wrapping, before, null)].toSpliced(1, 1), FEE), null)
  const lost = [...bought(), at(wrapping, before, null)].toSpliced(1, 1)
  assert.equal(judgeChanges(BUY, lost, FEE), 'spends_more')
})

void test('nothing else of the wallet may shrink, or change who may use it', () => {
  const others: [string, AccountState, AccountState | null][] = [
    ['a delegate', token(BONK, 7n), token(BONK, 7n, (data) => data.writeUInt32LE(1, 72))],
    [
      'another owner',
      token(BONK, 7n),
      token(BONK, 7n, (data) => data.writeUInt8(data.readUInt8(32) ^ 1, 32)),
    ],
    ['frozen', token(BONK, 7n), token(BONK, 7n, (data) => data.writeUInt8(2, 108))],
    ['somebody who may close it', token(BONK, 7n), token(BONK, 7n, (data) => data.writeUInt32LE(1, 129))],
    ['closed', token(BONK, 7n), null],
    ['given away', token(BONK, 7n), plain(RENT, stranger)],
  ]
  for (const [what, before, after] of others)
    assert.equal(judgeChanges(BUY, [...bought(), at(bonk, before, after)], FEE), 'touches_others', what)
  const fewer = at(bonk, token(BONK, 7n), token(BONK, 6n))
  assert.equal(judgeChanges(BUY, [...bought(), fewer], FEE), 'spends_more')
  const opened = token(USDC_MINT, 139n, (data) => data.writeUInt32LE(1, 72))
  assert.equal(judgeChanges(BUY, [...bought().slice(0, 2), at(usdc, null, opened)], FEE), 'touches_others')
})

void test('accounts that lock up more than was reserved are refused, whichever token they are of', () => {
  const opens = (count: number) =>
    Array.from({ length: count }, (_, i) => at([bonk, stranger][i % 2] ?? bonk, null, token(BONK, 0n)))
  const paid = (promised: Promised, count: number, list: (lamports: bigint) => AccountChange[]) => {
    const all = 5n * SOL - FEE - RENT * BigInt(count)
    return judgeChanges(promised, [...list(all), ...opens(count)], FEE)
  }
  const buys = (lamports: bigint) => bought(lamports - SOL - RENT)
  assert.deepEqual(
    [0, 1, 2, 8].map((count) => paid(BUY, count, buys)),
    [null, null, 'rent', 'rent'],
  )
  const sells = (lamports: bigint) => sold(lamports + SOL)
  assert.deepEqual(
    [0, 1, 2].map((count) => paid(SELL, count, sells)),
    [null, null, 'rent'],
  )
  // The same if somebody has sent lamports to the address before the account is opened.
  const dusted = [bonk, stranger].map((address) => at(address, plain(1n), token(BONK, 0n)))
  const rest = 5n * SOL - SOL - FEE - 3n * RENT + 2n
  assert.equal(judgeChanges(BUY, [...bought(rest), ...dusted], FEE), 'rent')
  // A swap between two tokens wraps nothing, and reserves nothing except for the output.
  const swap = { ...BUY, inputMint: BONK, inAmount: 7n, spareRent: 0n }
  const swapped = (lamports: bigint) => [
    at(wallet, plain(5n * SOL), plain(lamports - RENT)),
    at(wrapping, token(BONK, 7n), token(BONK, 0n)),
    at(usdc, null, token(USDC_MINT, 139n)),
  ]
  assert.equal(judgeChanges(swap, swapped(5n * SOL - FEE), FEE), null)
  const wrapsToo = [...swapped(5n * SOL - FEE - RENT), at(stranger, null, token(SOL_MINT, 0n))]
  assert.equal(judgeChanges(swap, wrapsToo, FEE), 'rent')
})

void test('a wallet that belongs to a program afterwards, or is not told of, is refused', () => {
  const [own, ...rest] = bought()
  assert.ok(own)
  const given = { ...own, after: plain(own.after?.lamports ?? 0n, stranger) }
  assert.equal(judgeChanges(BUY, [given, ...rest], FEE), 'touches_others')
  assert.equal(judgeChanges(BUY, [{ ...own, after: null }, ...rest], FEE), 'touches_others')
  assert.equal(judgeChanges(BUY, rest, FEE), 'touches_others')
})

void test('whatever the amounts, a swap passes exactly when nobody but the wallet gains beyond the bargain', () => {
  const amount = fc.bigInt({ min: 0n, max: 10n * SOL })
  fc.assert(
    fc.property(amount, fc.bigInt({ min: 0n, max: 300n }), (lamports, units) => {
      const isKept = lamports >= 5n * SOL - SOL - RENT - FEE && units >= 139n
      assert.equal(judgeChanges(BUY, bought(lamports, units), FEE) === null, isKept)
    }),
  )
})
