/** Samples and wordings of our own, for every type of plan: each text, and the fields that must come of it. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { Plan } from '@purser/contract/strategies/plan.ts'
import { KNOWN_TOKENS } from '@purser/contract/tokens/tokens.ts'
import type { Interpretation } from './port.ts'
import { interpretText } from './index.ts'

const SETTING = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'
type Wish = {
  asks?: string
  question?: string | boolean
  no?: boolean
  token?: string
  [field: string]: unknown
}
type Line = { say: string; want: Wish; setting?: string | null }

const lines = (file: string): Line[] =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)

const openings: Record<string, RegExp> = {
  amount: /^How much/,
  token: /^Which token/,
  range: /^Which price range/,
  levels: /How many levels/,
  interval: /^How often/,
  duration: /^How long/,
  price: /^Which price/,
  lengths: /^Which two lengths/,
  percent: /^How (many|much).*percent/,
  direction: /^Should I buy or sell/,
  other: /\?/,
}

const TALK: Record<string, string> = { greeting: 'greeting', thanks: 'greeting', help: 'capabilities' }

function check(got: Interpretation, want: Wish): void {
  const { asks, question, no, token, ...fields } = want
  if (no) return assert.ok(got.kind !== 'plan' && got.kind !== 'failed', JSON.stringify(got))
  if (asks) {
    assert.ok(got.kind === 'ask', JSON.stringify(got))
    return assert.match(got.question, openings[asks]!)
  }
  if (question) {
    // A greeting and a call for help are acts of talk.
    if (got.kind === 'talk')
      return assert.ok(question === true || TALK[got.act] === question, JSON.stringify(got))
    assert.ok(got.kind === 'question', JSON.stringify(got))
    if (question !== true) assert.equal(got.topic.about, question)
    return undefined
  }
  assert.ok(got.kind === 'plan', JSON.stringify(got))
  assert.ok(Plan.safeParse(got.plan).success)
  if (token) assert.equal(got.plan.token_address, KNOWN_TOKENS.find((t) => t.symbol === token)?.mint)
  const { relative, exits, ...own } = fields
  if (relative)
    assert.deepEqual(Object.fromEntries((got.relative ?? []).map((r) => [r.field, r.percent])), relative)
  if (exits) assert.deepEqual(Object.fromEntries((got.exits ?? []).map((r) => [r.field, r.price])), exits)
  for (const [field, value] of Object.entries(own))
    assert.deepEqual(
      (got.plan as Record<string, unknown>)[field],
      value === null ? undefined : value,
      `${field} of ${JSON.stringify(got.plan)}`,
    )
  return undefined
}

for (const file of ['../corpus/samples.jsonl', '../corpus/house.jsonl'])
  for (const { say, want, setting = SETTING } of lines(file))
    void test(`"${say}" is understood`, () =>
      check(
        interpretText({ instruction: say, tokenAddress: setting, tokens: KNOWN_TOKENS, previousPlan: null }),
        want,
      ))
