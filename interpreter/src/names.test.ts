/**
 * Names that anybody may give a token: read where they occur, and never in place of the meaning of a text without them.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { KNOWN_TOKENS } from '@purser/contract/tokens/tokens.ts'
import { mintsIn } from './model/which-token.ts'
import { interpretText, isOrdinaryWord } from './index.ts'

const mints = ['7GCihgDB8fe6KNjn2MYtkzZcRjQy3t9GHdC8uHYmW2hr', 'CiDwVBFgWV9E5MvXWoLgnEgn2hK7rJikbvfWavzAQz3k']
const known = KNOWN_TOKENS.map(({ symbol, mint, decimals }) => ({ symbol, mint, decimals }))
const bonk = KNOWN_TOKENS.find(({ symbol }) => symbol === 'BONK')?.mint

const meaning = (instruction: string, ...named: [symbol: string, name: string][]) =>
  interpretText({
    instruction,
    tokenAddress: null,
    tokens: [
      ...known,
      ...named.map(([symbol, name], i) => ({ symbol, name, mint: mints[i] ?? '', decimals: 6 })),
    ],
    previousPlan: null,
  })
const mintOf = (...of: Parameters<typeof meaning>) => {
  const found = meaning(...of)
  return found.kind === 'plan' ? found.plan.token_address : found.kind
}

void test('a symbol and a name of one or more words are read in any case', () => {
  for (const said of ['MYTK', '$MYTK', 'mytk', 'Galaxy Credits', 'galaxy  credits'])
    assert.equal(mintOf(`buy 0.1 SOL of ${said} every hour`, ['MYTK', 'Galaxy Credits']), mints[0], said)
})

void test('a name with a word that means something is no name', () => {
  const plain = 'buy 0.1 SOL of BONK every hour'
  for (const name of ['Every Hour', 'BONK Every', 'Of Bonk', 'Hour', 'SOL of', '0.1', 'every', 'buy'])
    assert.equal(mintOf(plain, ['EVIL', name]), bonk, name)
  assert.equal(mintOf('sell all my coins', ['EVIL', 'My Coins']), 'ask')
})

void test('one name is not read within another word, and the longer of two is meant', () => {
  const two: [string, string][] = [
    ['GLX', 'Galaxy'],
    ['GLC', 'Galaxy Credits'],
  ]
  assert.equal(mintOf('buy 0.1 SOL of galaxy credits', ...two), mints[1])
  assert.equal(mintOf('buy 0.1 SOL of galaxy', ...two), mints[0])
  assert.notEqual(mintOf('buy 0.1 SOL of galaxycredits', ...two), mints[1])
})

void test('words and figures of instructions are told from what may be a symbol', () => {
  for (const word of ['SELL', 'all', 'NOW', 'X5', 'sol', 'usdc', 'RSI', 'EMA9', 'hour', 'HALF', 'two', 'm'])
    assert.equal(isOrdinaryWord(word), true, word)
  for (const word of ['MYTK', 'PEPE', 'Q4X', 'GALAXY']) assert.equal(isOrdinaryWord(word), false, word)
})

void test('a model is held to the same: what stands in a text is no name where it means something else', () => {
  const named = (instruction: string, name: string) =>
    mintsIn({
      instruction,
      tokenAddress: null,
      tokens: [...known, { symbol: 'EVIL', name, mint: mints[0] ?? '', decimals: 6 }],
      previousPlan: null,
    })
  assert.deepEqual(named('buy 0.1 USDC of it every hour', 'Every Hour').includes(mints[0] ?? ''), false)
  assert.deepEqual(named('buy BONK every hour', 'BONK every'), [bonk])
  assert.deepEqual(named('buy galaxy credits every hour', 'Galaxy Credits'), [mints[0]])
})

void test('each of a thousand names costs a tenth of an instruction at most', () => {
  const tokens = Array.from({ length: 1_000 }, (_, i) => ({
    symbol: `TK${i}`,
    name: `Zorgle Blim${i}`,
    mint: `mint ${i}`,
    decimals: 6,
  }))
  const request = (named: typeof tokens) => ({
    instruction: 'buy 0.1 SOL of BONK every hour',
    tokenAddress: null,
    tokens: [...known, ...named],
    previousPlan: null,
  })
  const time = (work: (of: ReturnType<typeof request>) => unknown, named: typeof tokens): number => {
    const of = request(named)
    const begun = performance.now()
    work(of)
    return performance.now() - begun
  }
  // The fastest of each, in turns: others use the machine as well, to a varying degree.
  let [without, reading, naming] = [Infinity, Infinity, Infinity]
  const holds = () => Math.max(reading, naming) < 100 * without
  for (let round = 0; round < 20 || (round < 300 && !holds()); round++) {
    without = Math.min(without, time(interpretText, []))
    reading = Math.min(reading, time(interpretText, tokens))
    naming = Math.min(naming, time(mintsIn, tokens))
  }
  assert.ok(holds(), `${reading} and ${naming} ms, ${without} ms without names`)
})
