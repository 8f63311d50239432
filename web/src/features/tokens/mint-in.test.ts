import assert from 'node:assert/strict'
import { test } from 'node:test'
import { KNOWN_TOKENS, USDC_MINT } from '@purser/contract/tokens/tokens.ts'
import { mintIn } from './mint-in.ts'

const bonk = KNOWN_TOKENS.find((token) => token.symbol === 'BONK')?.mint

test('a known symbol in any case names its mint', () => {
  assert.equal(mintIn('buy 0.1 SOL of bonk'), bonk)
  assert.equal(mintIn('Buy BONK with 5 USDC'), bonk)
  assert.equal(mintIn('sell 5 usdc'), USDC_MINT)
})

test('an address names itself, before any symbol', () => {
  const mint = '7GCihgDB8fe6KNjn2MYtkzZcRjQy3t9GHdC8uHYmW2hr'
  assert.equal(mintIn(`buy ${mint} with USDC`), mint)
})

test('a part of a word is no symbol, and SOL alone is no token', () => {
  assert.equal(mintIn('a jupiter sized wifi'), undefined)
  assert.equal(mintIn('buy for 1 SOL'), undefined)
})

test('a token that the account knows by name is named by symbol and by name, a well-known one before it', () => {
  const mint = '7GCihgDB8fe6KNjn2MYtkzZcRjQy3t9GHdC8uHYmW2hr'
  const named = [{ mint, symbol: 'MYTK', name: 'Galaxy Credits' }]
  assert.equal(mintIn('buy 0.1 SOL of mytk', named), mint)
  assert.equal(mintIn('buy galaxy credits with 5 USDC', named), mint)
  assert.equal(mintIn('buy galaxies', named), undefined)
  assert.equal(mintIn('sell MYTK for BONK', named), bonk)
})
