/** The reading of each part of a text, also of an answer, of a choice and of a text that ends in a question. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Plan } from '@purser/contract/strategies/plan.ts'
import { SETTING, TOKENS } from '../corpus/judge.ts'
import { interpretText } from './index.ts'
import type { Interpretation, Pending } from './port.ts'

const say = (instruction: string, pending: Pending | null = null, previousPlan: Plan | null = null) =>
  interpretText({ instruction, tokenAddress: SETTING, tokens: TOKENS, previousPlan, pending })
/** 'buy|trade_direction' */
function partsOf(text: string, got: Interpretation): string[] {
  assert.ok(got.kind === 'plan' || got.kind === 'ask' || got.kind === 'refused')
  return (got.reading ?? []).map(({ from, to, kind, field }) => `${text.slice(from, to)}|${field ?? kind}`)
}
function answered(first: string, answer: string): string[] {
  const asked = say(first)
  assert.ok(asked.kind === 'ask', JSON.stringify(asked))
  const got = say(answer, { instruction: asked.merged ?? first, code: asked.code ?? 'other' })
  assert.equal(got.kind, 'plan', JSON.stringify(got))
  return partsOf(answer, got)
}

test('an answer is read with the fields that it set', () => {
  assert.deepEqual(answered('buy some wif', '0.25 sol please'), ['0.25 sol|amount', 'please|filler'])
  assert.deepEqual(answered('dca 1 sol of wif', 'every hour'), ['every hour|interval_seconds'])
  assert.deepEqual(answered('buy 1 sol of popcat', 'jup'), ['jup|token_address'])
})

test('so is a choice, by its reply or by its number', () => {
  assert.deepEqual(answered('buy 1 sol of wif or jup', 'JUP'), ['JUP|token_address'])
  assert.deepEqual(answered('buy 1 sol of wif or jup', ' the second '), ['the second|token_address'])
})

test('of a question what was understood is shown as such', () => {
  const unread = 'buy 1 sol of wif and frobnicate it wistfully'
  assert.deepEqual(
    partsOf(unread, say(unread)).filter((part) => part.endsWith('unknown')),
    ['frobnicate|unknown', 'wistfully|unknown'],
  )
  const open = 'dca 1 sol of wif'
  assert.deepEqual(partsOf(open, say(open)), [
    'dca|trade_direction',
    '1 sol|amount_per_order',
    'of wif|token_address',
  ])
  const held = 'grid wif from 1 to 2, 10 levels, 5 sol, every hour'
  assert.ok(partsOf(held, say(held)).includes('every hour|unknown'))
})

test('both prices of a range are named, whichever comes first', () => {
  const up = 'grid wif from $1 to $2 10 levels 5 sol'
  assert.deepEqual(partsOf(up, say(up)).slice(2, 4), ['from $1 to|lower_price_usd', '$2|upper_price_usd'])
  const down = 'grid wif between 2 and 1 dollars 10 levels 5 sol'
  const parts = partsOf(down, say(down)).join(' ')
  assert.match(parts, /2 and\|upper_price_usd .*1 dollars\|lower_price_usd/)
})

test('a change names the field that it changed', () => {
  const shown = say('grid wif from $1 to $2 10 levels 5 sol')
  assert.ok(shown.kind === 'plan')
  const text = 'raise the top to $2.5'
  assert.deepEqual(partsOf(text, say(text, null, shown.plan)), [
    'raise|filler',
    'the top to $2.5|upper_price_usd',
  ])
})

test('a picture of several people is one part that says nothing; one that forbids is asked about', () => {
  const family = '👨‍👩‍👧‍👦'
  const text = `buy 1 sol of wif ${family}`
  const got = say(text)
  assert.equal(got.kind, 'plan')
  assert.equal(partsOf(text, got).at(-1), `${family}|filler`)
  assert.equal(say('🚫 buy 1 sol of wif').kind, 'ask')
})
