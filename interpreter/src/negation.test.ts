/** A negated verb becomes neither an order nor a change, whatever reads it and whatever plan was shown before. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Plan } from '@purser/contract/strategies/plan.ts'
import { KNOWN_TOKENS, SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import fc from 'fast-check'
import type { Interpretation } from './port.ts'
import { interpretText } from './index.ts'
import { interpretReply } from './model/meaning.ts'
import { readReply } from './model/reply.ts'
import { isNegated } from './clauses/negation.ts'
import { propertyRuns } from '../../server/src/test/property-runs.ts'

const tokens = [...KNOWN_TOKENS, { symbol: 'SOL', mint: SOL_MINT, decimals: 9 }]
const request = (instruction: string, previousPlan: Plan | null = null) => ({
  instruction,
  tokenAddress: null,
  tokens,
  previousPlan,
})
const planOf = (text: string): Plan => {
  const meant = interpretText(request(text))
  assert.ok(meant.kind === 'plan', text)
  return meant.plan
}
const SHOWN = [
  'buy 0.05 SOL of BONK',
  'buy 0.1 SOL of BONK every hour for 3 days',
  'buy 1 SOL of WIF, stop loss 10%, take profit 30%',
  'grid on WIF between $1 and $2 with 10 levels using 3 SOL',
].map(planOf)

const nothing = (meant: Interpretation, text: string) =>
  assert.ok(
    ['refused', 'talk', 'unknown'].includes(meant.kind) ||
      (meant.kind === 'question' && meant.topic.about !== 'hypothetical'),
    `${text}: ${JSON.stringify(meant)}`,
  )

/** The answers of a model that misread the text: a sale, a purchase, another token. */
const misread = (symbol: string) =>
  [
    { kind: 'change', plan: { strategy_type: 'swap', trade_direction: 'sell' } },
    { kind: 'change', plan: { strategy_type: 'swap', token_address: symbol } },
    {
      kind: 'plan',
      plan: {
        strategy_type: 'swap',
        token_address: symbol,
        trade_direction: 'buy',
        amount: { value: 0.5, unit: 'SOL' },
      },
    },
    { kind: 'ask', missing: 'amount' },
  ].map((reply) => {
    const said = readReply(JSON.stringify(reply))
    assert.ok(said !== null && said !== 'outside')
    return said
  })

function neverTrades(text: string, symbol = 'WIF'): void {
  for (const previous of [null, ...SHOWN]) {
    nothing(interpretText(request(text, previous)), text)
    for (const said of misread(symbol)) nothing(interpretReply(said, request(text, previous)), text)
  }
}

test('a plan to buy does not become a sale, and another token not its token', () => {
  neverTrades('do not sell my BONK', 'BONK')
  neverTrades('do not trade WIF')
})

const VERBS: [string, string][] = [
  ['buy', 'buying'],
  ['sell', 'selling'],
  ['trade', 'trading'],
  ['swap', 'swapping'],
  ['purchase', 'purchasing'],
  ['convert', 'converting'],
  ['invest in', 'investing in'],
  ['liquidate', 'liquidating'],
  ['dump', 'dumping'],
  ['exit', 'exiting'],
  ['spend 0.5 SOL on', 'spending 0.5 SOL on'],
]
const BEFORE_VERB = [
  'do not',
  "don't",
  'dont',
  'don\u2019t',
  'DO NOT',
  'please do not',
  'I do not want to',
  'never',
  'never ever',
  'not',
  'you should not',
  "you shouldn't",
  'we must not',
  'I would rather not',
  "let's not",
  'no longer',
  'I cannot',
  "I won't",
  'under no circumstances',
]
const BEFORE_ING = [
  'stop',
  'please stop',
  'no more',
  'without',
  'quit',
  'avoid',
  'refrain from',
  'hold off on',
  'instead of',
  'rather than',
  'no',
]
const AFTER = ['', ' now', ' at all', ' today', ', please', '!', ' for 0.5 SOL', ' any more', ' every hour']
const ALONE = [
  'forget it',
  'forget that plan',
  'forget about the order',
  'cancel that',
  'no, cancel the order',
  'actually cancel it',
  'no',
  'no thanks',
  'nope',
  'never mind',
  'nevermind',
  'rather not',
  'I changed my mind',
  'on second thoughts, hold off',
  'scrap that',
  'leave my BONK alone',
  'hands off my BONK',
  'I would rather keep my BONK',
  'call it off',
]

test('verbs, negations, tokens, with a plan before and without one: nothing is planned', () => {
  const symbol = fc.constantFrom('BONK', 'WIF', 'JUP', 'SOL', 'bonk', 'my WIF', 'all my JUP')
  const told = fc.record({ symbol, after: fc.constantFrom(...AFTER) })
  const verbed = fc
    .tuple(fc.constantFrom(...BEFORE_VERB), fc.constantFrom(...VERBS), told)
    .map(([no, [verb], { symbol: s, after }]) => `${no} ${verb} ${s}${after}`)
  const verbing = fc
    .tuple(fc.constantFrom(...BEFORE_ING), fc.constantFrom(...VERBS), told)
    .map(([no, [, verb], { symbol: s, after }]) => `${no} ${verb} ${s}${after}`)
  const mixed = fc
    .tuple(
      fc.oneof(verbed, verbing),
      fc.constantFrom('buy 1 SOL of WIF', 'use 0.5 SOL instead', 'make it hourly'),
    )
    .chain(([no, yes]) => fc.constantFrom(`${no}. ${yes}`, `${yes}, ${no}`, `${yes} but ${no}`))
  fc.assert(
    fc.property(fc.oneof(verbed, verbing, mixed, fc.constantFrom(...ALONE)), (text) => neverTrades(text)),
    { numRuns: propertyRuns(1_500) },
  )
})

for (const text of ALONE) test(`"${text}" plans nothing`, () => neverTrades(text))

test('a limit in the form of a no, and a part that is taken away, are still understood', () => {
  const allowed = [
    'buy 0.01 SOL every 90 seconds, but not above $0.5',
    'buy 1 SOL of WIF daily but never above $2',
    "buy 1 SOL of WIF daily, don't pay more than $2",
    'buy 1 SOL of JUP, no more than 2% slippage',
    'no stop loss',
    'forget the stop loss',
    'remove the take profit',
    'without a trailing stop',
    'sell 10% of my BONK at $0.00008, good till cancelled',
    'buy 2 SOL of JUP if price reaches 0.65 dollars, cancel after a week',
    'sell 1000 BONK every 6 hours until I stop it',
  ]
  for (const text of allowed) assert.ok(!isNegated(text), text)
})

test('no accepted instruction of the samples is taken for a no', () => {
  const lines = ['samples', 'house'].flatMap((name) =>
    readFileSync(new URL(`../corpus/${name}.jsonl`, import.meta.url), 'utf8')
      .trim()
      .split('\n'),
  )
  for (const line of lines) {
    const { say, want } = JSON.parse(line) as { say: string; want: { strategy_type?: string } }
    if (want.strategy_type !== undefined) assert.ok(!isNegated(say), say)
  }
})
