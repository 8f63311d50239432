/**
 * A plan holds a clause that bounds it, or the clause is asked about or refused: the plan is never the one without it.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { type Line, SETTING, TOKENS } from '../corpus/judge.ts'
import { interpretText } from './index.ts'
import type { Interpretation } from './port.ts'

const CLAUSES = [
  'only the buys',
  'but only do the buys',
  'only take the sells',
  'just the sells',
  'buys only',
  'the sell side only',
  'buying only',
  'solely the buys',
  'nothing but sells',
  'no selling',
  'no buying',
  'without selling',
  'without the sells',
  'skip the sells',
  'leave out the sells',
  'minus the sells',
  'except the sells',
  'apart from the buys',
  'one side only',
  'only one side',
  'just one way',
  'only on the way down',
  'never sell',
  'except on weekends',
  'but not today',
  'unless I say so',
  'until the news',
  'until noon',
  'before lunch',
  'after the news',
  'instead of the other one',
  'but skip the first',
  'no more than that',
  'at most twice',
  'only when I say',
  'only on weekdays',
  'only during the day',
  'only if it is green',
  'just the first one',
  'except the last',
  'rather than all of it',
  'not all at once',
  'as long as it is quiet',
  'in that order',
  'the other way round',
  'but ask me first',
  'but wait for me',
]
const JOINS = [', ', ' ', '. ']
const FILES = ['apart', 'apart-fresh', 'building', 'building-more', 'house', 'voices']

/** Every sentence with one clause would take a minute to read. */
const STRIDE = 5

const read = (instruction: string, setting: Line['setting']): Interpretation => {
  const named = TOKENS.find(({ symbol }) => symbol === setting)?.mint ?? setting
  const tokenAddress = named === undefined ? SETTING : named
  return interpretText({ instruction, tokenAddress, tokens: TOKENS, previousPlan: null })
}
/** The trade of a plan, without its sentences. */
const traded = (meant: Interpretation) =>
  meant.kind === 'plan'
    ? JSON.stringify([{ ...meant.plan, goal: '' }, meant.relative, meant.exits])
    : undefined

function dropped(say: string, clause: string, join: string, setting?: Line['setting']): string[] {
  const plan = traded(read(say, setting))
  const bounded = `${say.trim().replace(/[.!?]+$/, '')}${join}${clause}`
  return plan !== undefined && traded(read(bounded, setting)) === plan ? [bounded] : []
}

test('no sentence of the corpus becomes the same plan with a clause that bounds it', () => {
  const lines = FILES.flatMap((file) =>
    readFileSync(new URL(`../corpus/${file}.jsonl`, import.meta.url), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Line),
  ).filter(({ want, after }) => want.strategy_type !== undefined && !after)
  const some = lines.filter((_, i) => i % STRIDE === 0)
  const lost = some.flatMap(({ say, setting }, i) =>
    dropped(say, CLAUSES[i % CLAUSES.length] ?? '', JOINS[i % JOINS.length] ?? ' ', setting),
  )
  assert.deepEqual(lost, [])
})

const PLANS = [
  'buy 1 SOL of BONK',
  'sell half my JUP',
  'buy 0.1 SOL of BONK every hour for 3 days, only below $0.00003',
  'split 6 SOL into WIF over 4 hours',
  'limit buy 2 SOL of WIF at $1.20, good for 2 days',
  'grid wif from 1 to 2 dollars, 10 levels, 2 sol',
  'buy 1 SOL of WIF, stop loss 10%, take profit 30%',
  'rsi 15m on BONK, buy below 25, sell above 75, 0.2 SOL per trade',
  'SMA 10/50 crossover on 1h candles for WIF, 0.3 SOL per trade',
  'keep 40 % of my wallet in JUP, check every 4 hours',
]
test('nor does any kind of plan, with any of the clauses', () => {
  const lost = PLANS.flatMap((say) =>
    CLAUSES.flatMap((clause) => JOINS.flatMap((join) => dropped(say, clause, join))),
  )
  assert.deepEqual(lost, [])
})

test('what trades again and again is not done once', () => {
  const again = PLANS.filter((say) => /every|grid|rsi|SMA/.test(say))
  const once = [
    'just once',
    'only once',
    'exactly once',
    'one time only',
    'in a single order',
    'in one order',
  ]
  assert.deepEqual(
    again.flatMap((say) => once.flatMap((clause) => dropped(say, clause, ', '))),
    [],
  )
})

test('a figure after only that is counted in nothing is no price', () => {
  for (const clause of [
    'only one way',
    'only one order',
    'only two trades',
    'only 3 orders',
    'after 2 trades',
  ]) {
    const meant = read(`sell half my JUP, ${clause}`, undefined)
    assert.ok(meant.kind !== 'plan' || !('limit_price_usd' in meant.plan), clause)
  }
})

test('an only that is said of a price, of an amount or of a side that it has already bounds nothing else', () => {
  for (const say of [
    'buy 0.1 SOL of BONK every hour, only below $0.00003',
    'buy 120 USDC only of JUP',
    'just buy 1 SOL of BONK',
    'just sell half the bonk',
    'buy 0.1 SOL of BONK every hour, but only if it is under $0.00003',
    'every 30 minutes one time buy 0.1 sol of bonk',
  ])
    assert.equal(read(say, undefined).kind, 'plan', say)
})
