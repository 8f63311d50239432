/**
 * Sentences drawn from the grammars of remarks beside an order: whatever they are, the order beside them stays the same
 * or is asked about. A pattern that can swallow a part of an order, or state one, is found here and not by its user.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { SETTING, TOKENS } from '../../corpus/judge.ts'
import { interpretText } from '../index.ts'
import { asideRules } from './aside-rules.ts'
import { courtesyRules } from './courtesy-rules.ts'
import { reasonRules } from './reason-rules.ts'
import { remarkRules } from './remark-rules.ts'

const sets = new Map<string, string[]>()
for (const file of ['words', 'filler', 'remarks', 'reasons']) {
  let lines: string[] = []
  for (const line of readFileSync(new URL(`./${file}.txt`, import.meta.url), 'utf8').split('\n'))
    if (/^\S/.test(line)) sets.set(line, (lines = []))
    else if (line.trim() !== '') lines.push(line.trim())
}

type Draw = (most: number) => number
const PARTS = /\(|\)|\/|[^\s()/?*]+|[?*]/g
const READ: Record<string, string> = { '#token': 'JUP', $matter: 'my rent' }

/** Draws one text of a pattern; undefined if it needs a reader that is not drawn. */
function sample(pattern: string, draw: Draw): string | undefined {
  const parts = pattern.match(PARTS) ?? []
  let i = 0
  const word = (part: string): string | undefined => {
    const one = part.split('|')[draw(part.split('|').length)] ?? ''
    if (/^[$#]./.test(one)) return READ[one]
    const set = sets.get(one)
    return set ? set[draw(set.length)] : one
  }
  function row(): string | undefined {
    const said: (string | undefined)[] = []
    while (i < parts.length && parts[i] !== ')' && parts[i] !== '/') {
      const part = parts[i++] ?? ''
      const one = part === '(' ? group() : word(part)
      const isOptional = parts[i] === '?' || parts[i] === '*'
      if (isOptional) i++
      if (!isOptional || draw(2) === 1) said.push(one)
    }
    return said.includes(undefined) ? undefined : said.filter((one) => one !== '').join(' ')
  }
  function group(): string | undefined {
    const all = [row()]
    for (; parts[i] === '/'; ) {
      i++
      all.push(row())
    }
    i++
    return all[draw(all.length)]
  }
  return group()
}

const rules = [...courtesyRules, ...reasonRules, ...remarkRules, ...asideRules].filter(
  ({ kind }) => kind === 'aside' || kind === 'unmoved',
)
const drawn = fc
  .tuple(fc.constantFrom(...rules), fc.infiniteStream(fc.nat({ max: 1_000_000 })))
  .map(([{ pattern }, choices]) => sample(pattern, (most) => (choices.next().value ?? 0) % most))

const ORDERS = [
  'buy 0.3 SOL of JUP',
  'sell 40% of my WIF at $3',
  'buy 0.1 SOL of BONK every hour for 3 days',
  'buy 2 SOL of WIF with a stop loss of 10%',
  'grid JUP 1 to 2, 10 levels, 3 SOL',
]
function planOf(instruction: string) {
  const meant = interpretText({ instruction, tokenAddress: SETTING, tokens: TOKENS, previousPlan: null })
  return meant.kind === 'plan' ? meant.plan : undefined
}

test('whatever the grammars of courtesies and reasons can say, an order beside it stays as it is', () => {
  const alone = new Map(ORDERS.map((order) => [order, planOf(order)]))
  let understood = 0
  fc.assert(
    fc.property(drawn, fc.constantFrom(...ORDERS), fc.boolean(), (said, order, isBefore) => {
      if (said === undefined) return
      const text = isBefore ? `${said}, ${order}` : `${order}. ${said}.`
      const plan = planOf(text)
      if (!plan) return
      understood++
      // 'I need USDC' names the currency of the sale.
      if (!/usdc/.test(said)) assert.deepEqual(plan, alone.get(order), text)
    }),
    { numRuns: Number(process.env.RUNS ?? 1_200) },
  )
  assert.ok(understood > 300, `${understood} were understood`)
})

test('alone none of it is an order', () => {
  fc.assert(
    fc.property(drawn, (said) => {
      if (said !== undefined) assert.equal(planOf(said), undefined, said)
    }),
    { numRuns: 600 },
  )
})
