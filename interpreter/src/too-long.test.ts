/**
 * Reading takes a bounded number of steps, whatever a text repeats; a text that needs more gets the answer that it is
 * too long.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { KNOWN_TOKENS } from '@purser/contract/tokens/tokens.ts'
import { SETTING } from '../corpus/judge.ts'
import { language } from './desk-language.ts'
import type { Interpretation } from './port.ts'
import { interpretText, warmUp } from './index.ts'
import { tooLong } from './replies.ts'
import { figuresAt } from './text/figures.ts'
import { plainText, tokenize } from './text/words.ts'

/** The answer, whatever the message was taken for. */
const withoutBranch = ({ as: _, ...meant }: Interpretation) => meant
const TOO_LONG = { ...tooLong(), asked: null }
const PATTERNS = [
  'one hundred and twenty ',
  'point one two three ',
  'a hundred and ',
  'thousand million ',
  'and buy 1 sol ',
  '1 ',
  '000 ',
  'to ',
  '(',
  'á',
  'selll bonkk ',
  'buy 1 sol of bonk at $1 with stop loss 5% and take profit 10% for 3 days every hour, ',
]
const LENGTHS = [250, 2_000, 4_000]
/** They take less than 50 ms of processor time: bench/interpreter.ts. */
const STEPS = 25_100
/** Returns the steps of a text that is read by itself. */
function readAlone(text: string) {
  language.grammar.begin()
  return language.grammar.read(text, KNOWN_TOKENS)
}
const repeated = (pattern: string, length: number) => pattern.repeat(length).slice(0, length)
const ask = (instruction: string) =>
  interpretText({ instruction, tokenAddress: SETTING, tokens: KNOWN_TOKENS, previousPlan: null })
const planOf = (instruction: string) => {
  const meant = ask(instruction)
  assert.equal(meant.kind, 'plan', instruction)
  return meant.kind === 'plan' ? meant.plan : null
}

test('a figure in words ends after twelve words, however many follow', () => {
  for (const pattern of PATTERNS)
    for (const length of LENGTHS) {
      const words = tokenize(plainText(repeated(pattern, length)), () => false)
      for (const at of words.keys())
        for (const { to, value } of figuresAt(words, at))
          if (words[at]?.kind === 'word')
            assert.ok(to - at <= 12, `${pattern} ${length}: ${value} has ${to - at} words`)
    }
})

test('a figure of twelve words is read whole, of a longer one no part is traded', () => {
  const twelve = 'one million two hundred and thirty four thousand five hundred sixty seven'
  assert.deepEqual(planOf(`buy ${twelve} BONK`), planOf('buy 1234567 BONK'))
  assert.equal(ask(`buy ${twelve.replace('sixty', 'and sixty')} BONK`).kind, 'ask')
})

test('no text takes more steps than the budget allows, and one that would is said to be too long', () => {
  const long: string[] = []
  for (const pattern of PATTERNS)
    for (const length of LENGTHS) {
      const text = repeated(pattern, length)
      const { steps, isTooLong } = readAlone(text)
      assert.ok(steps <= STEPS, `${pattern} ${length}: ${steps}`)
      assert.ok(length > 250 || !isTooLong, `${pattern}: 250 characters are not too long`)
      if (!isTooLong) continue
      long.push(text)
      assert.deepEqual(withoutBranch(ask(text)), TOO_LONG, `${pattern} ${length}`)
    }
  assert.ok(long.length > 0)
})

test('what is too long takes no plan with it, and what is said after it is read as ever', () => {
  const text = `${repeated('1 ', 2_000)} buy 1 SOL of BONK`
  const before = planOf('buy 1 SOL of BONK')
  assert.deepEqual(
    withoutBranch(
      interpretText({ instruction: text, tokenAddress: SETTING, tokens: KNOWN_TOKENS, previousPlan: before }),
    ),
    TOO_LONG,
  )
  assert.deepEqual(planOf('buy 1 SOL of BONK'), before)
})

test('a text takes the same steps whatever was read before it', () => {
  const text = 'buy 0.1 SOL of BONK every hour for 3 days with a 5 % stop loss'
  const taken = () => readAlone(text).steps
  const first = taken()
  for (const _ of warmUp());
  ask(text)
  assert.equal(taken(), first)
  assert.ok(first < STEPS / 5, `an ordinary instruction takes ${first}`)
})

test('all texts that one request reads share the budget: a question and its long answer, what is weighed, and the plan shown', () => {
  const order = 'sell half my wif if it drops 10 %, '
  const half = order.repeat(40)
  assert.ok(!readAlone(half).isTooLong && readAlone(half).steps > STEPS / 2)
  const previousPlan = planOf('buy 1 SOL of BONK')
  const answered = interpretText({
    instruction: `yes, ${half}`,
    tokenAddress: SETTING,
    tokens: KNOWN_TOKENS,
    previousPlan,
    pending: { instruction: half, code: 'other' },
  })
  assert.deepEqual(withoutBranch(answered), TOO_LONG)
  assert.ok(language.grammar.read('', KNOWN_TOKENS).steps <= STEPS)
})

test('what was read before the steps were used up is not believed: something may be missing in what is read after', () => {
  const { text } = readAlone('add 1 SOL, ')
  assert.ok(!language.grammar.metTooLong(KNOWN_TOKENS))
  for (let part = 1_000_000; part < 1_000_000 + STEPS; part++) text.once(part, 0, () => [1])
  assert.deepEqual(text.read('time', 1), [])
  assert.ok(language.grammar.metTooLong(KNOWN_TOKENS))
})
