import assert from 'node:assert/strict'
import { test } from 'node:test'
import { KNOWN_TOKENS, SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import { solAndUsdcFirst } from '../explanation/holdings.ts'
import { balanceText } from './balances.ts'

const [known] = KNOWN_TOKENS
assert.ok(known)
const sol = { mint: SOL_MINT, amount: 1_500_000_000n, decimals: 9 }
const sent = Array.from({ length: 3_000 }, (_, i) => ({ mint: `Sent${i}`, amount: 1n, decimals: 0 }))
const own = { mint: known.mint, amount: 5n, decimals: 0 }

test('of thousands of tokens that somebody sent, few are told and priced, and the known ones before them', () => {
  const text = balanceText([sol, ...sent, own], new Map())
  assert.ok(text.startsWith(`1.5 SOL, 5 ${known.symbol}, `), text)
  assert.ok(text.endsWith('and 2981 more tokens'), text)
  assert.equal(text.split(', ').length, 22)
  const priced = solAndUsdcFirst([...sent, own])
  assert.equal(priced.length, 100)
  assert.equal(priced[0], own)
})

test('what few tokens a wallet holds is told whole', () => {
  assert.equal(balanceText([sol, own], new Map()), `1.5 SOL, 5 ${known.symbol}`)
  assert.equal(balanceText([sol], new Map()), '1.5 SOL')
})
