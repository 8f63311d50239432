import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runDialogue } from '../../corpus/dialogues.ts'

/** Returns the last message's goal of a plan, its question, or its branch. */
function read(...texts: string[]): string {
  const turns = texts.map((say) => ({ say, as: 'change' as const }))
  const outcomes = [...runDialogue({ id: 'x', set: 0, tokens: [], turns })].map(({ got }) => got)
  const last = outcomes.at(-1)
  assert.ok(last)
  if (last.kind === 'plan') return last.plan.goal
  return last.kind === 'ask' ? last.question : last.kind === 'unknown' ? 'unknown' : String(last.as)
}
const BUY = 'buy 1 sol of wif'
const DCA = 'dca 0.05 sol into wif every hour'
const SIDES = 'A stop loss or a take profit of 4%?'

test('an exit at a percentage without its side is asked about, and answered by a choice or a change', () => {
  for (const text of ['get out at 4%', 'and exit at 4%', 'can you sell at 4%?', 'stop or take profit 4%?'])
    assert.equal(read(BUY, text), SIDES, text)
  assert.equal(read(`${BUY} and get out at 4%`), SIDES)
  for (const [answer, exit] of [
    ['the stop loss of course', 'a stop loss of 4%'],
    ['sl', 'a stop loss of 4%'],
    ['target obviously', 'a take profit of 4%'],
    ['the second', 'a take profit of 4%'],
    ['stop loss 3%', 'a stop loss of 3%'],
  ] as const)
    assert.equal(read(BUY, 'exit at 4%', answer), `Buy WIF for 1 SOL, with ${exit}.`, answer)
  assert.equal(read(BUY, 'exit at 4%', '6'), 'unknown')
  assert.match(read(`${BUY} with a 4% stop loss`, 'get out at 4%'), /^It has a stop loss of 4% already\./)
  assert.equal(
    read(`${BUY} with a 4% stop loss`, 'get out at 4%', 'yes'),
    'Buy WIF for 1 SOL, with a stop loss of 4% and a take profit of 4%.',
  )
})

test('what follows or precedes the exit keeps its sense', () => {
  assert.equal(
    read('buy 0.1 sol of wif and sell at 4% pump'),
    'Buy WIF for 0.1 SOL, with a take profit of 4%.',
  )
  for (const text of [
    'buy 0.1 sol of wif, sell at 4% hourly',
    'buy 1 sol of wif, and if price is 2 sell at 4%',
    'buy 0.1 sol of wif, sell at 4% at 2 dollars',
    'buy 1 sol of wif, sl or tp of 5% whichever comes first',
    'buy 1 sol of wif or exit at 4%',
    'i always exit at 4%, buy 0.1 sol of wif',
  ])
    assert.doesNotMatch(read(text), /^A stop loss or|^Buy/, text)
})

test('a size goes the way that is said, or is asked for', () => {
  for (const text of [
    'can you make each one a bit smaller, 0.03',
    'smaller, 0.03 sol',
    'make it smaller: 0.03',
  ])
    assert.equal(read(DCA, text), 'Buy WIF for 0.03 SOL every hour until stopped or out of funds.', text)
  for (const text of ['make it a bit smaller', 'smaller, 0.2', 'bigger, 0.02', 'each one a bit bigger pls'])
    assert.equal(read(DCA, text), 'How much should it be? It is 0.05 SOL now.', text)
  for (const text of ['more, 10 times', 'less, 3 days', 'make it smaller, 3%', 'more - 2 hours'])
    assert.doesNotMatch(read(DCA, text), /^Buy/, text)
})

test('a change while it runs is a change; a condition on the token is none', () => {
  for (const text of ["change it to 0.02 while it's running", 'make it 0.02 without stopping it'])
    assert.equal(read(DCA, text), 'Buy WIF for 0.02 SOL every hour until stopped or out of funds.', text)
  for (const texts of [
    ["buy 1 sol of wif when it's running"],
    ['buy wif', "0.5 when it's running"],
    [DCA, "make it every 2 hours when it's live"],
    ["sell half my wif while it's running"],
  ])
    assert.doesNotMatch(read(...texts), /^(?:Buy|Sell)/, texts.join(' // '))
})
