/** Questions whether a trade is wise, allowed or proposed never trade; a polite request does. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { amountIn } from './follow-up/standing.ts'
import { converse, SETTING, TOKENS } from '../corpus/judge.ts'
import { interpretText } from './index.ts'

const said = (...texts: string[]) =>
  converse(interpretText, { say: texts.at(-1) ?? '', after: texts.slice(0, -1), setting: 'BONK', want: {} })
/** Every wording of a sentence with parts in brackets. */
const ways = (sentence: string): string[] => {
  const part = /\[([^\]]*)\]/.exec(sentence)
  if (!part) return [sentence]
  return (part[1] ?? '').split('|').flatMap((one) => ways(sentence.replace(part[0], one)))
}
async function all(kind: 'plan' | 'ask' | 'question', family: readonly string[], ...after: string[]) {
  for (const text of family.flatMap(ways)) {
    const meant = await said(...after, text)
    const isSo = meant.kind === kind && (meant.kind !== 'ask' || meant.question.startsWith('Should I do it?'))
    assert.ok(isSo, `${[...after, text].join(' // ')}: ${JSON.stringify(meant)}`)
  }
}
async function planOf(...texts: string[]) {
  const meant = await said(...texts)
  assert.ok(meant.kind === 'plan', `${texts.join(' // ')}: ${JSON.stringify(meant)}`)
  return meant.plan
}
const mintOf = (symbol: string) => TOKENS.find((one) => one.symbol === symbol)?.mint

const OPENINGS = '|hmm |ok so |I like it. '
const DEEDS = 'sell all my JUP|buy 2 SOL of WIF|dca 0.2 SOL into JUP every day'
const DOINGS = 'selling all my JUP|buying 2 SOL of WIF'

test('whether it may be done or is wise is asked about', () =>
  all('ask', [
    `[${OPENINGS}][is it|would it be] [ok|fine] [to|if I] [${DEEDS}]`,
    `[${OPENINGS}][can we|can the bot|could it|wondering whether I could|I wonder if we could] [${DEEDS}][|?]`,
    `[${OPENINGS}][could we|would you] [sell 250 JUP|buy 3 SOL of WIF]?`,
    `[would you|would you personally] [${DEEDS}][| if you were me| in my place]`,
    `[good time to|time to|it makes sense to|it would be nice to|best to|ok to|now is the time to] [${DEEDS}]`,
    `[I like it, ][is it a good time to|is now the moment to|would it be wise to] [${DEEDS}]`,
    `[${OPENINGS}]would [${DOINGS}] be [wise|a good idea]`,
    `[would you suggest|bro, would you recommend|so would you advise] [${DOINGS}]`,
    `[sell 40% of my WIF|buy 2 SOL of JUP][, good idea|, yes or no|, eh|, wise|, is that smart][|?]`,
  ]))

test('what is proposed is asked about', () =>
  all('ask', [
    `[${OPENINGS}][how about|what about|what do you say to] [${DOINGS}][|?]`,
    `[${OPENINGS}][how about we|why not|why don't we|why don't you|what say we] [${DEEDS}][|?]`,
  ]))

test('what somebody means to do himself, and what he tells of himself, is asked about', () =>
  all('ask', [
    `[${OPENINGS}][I plan to|I'm planning to|I intend to|I'm about to|I hope to|I'm scared to|I'm ready to] [${DEEDS}]`,
    `[eventually I'll|someday I will] [sell all my JUP|buy 2 SOL of WIF]`,
    `[I'll |][sell all my JUP|buy 2 SOL of WIF] in a [bit|while]`,
    'I keep buying 0.2 SOL of JUP every day',
    `[everyone would|my friend wants to|my idea is to] [${DEEDS}]`,
    `[you should|so you want me to|you could] [${DEEDS}]`,
  ]))

test('what asks whether others do it, or is asked after a remark, is a question', () =>
  all('question', [
    `[|hmm ]should [one|people] [${DEEDS}]`,
    `JUP looks weak. [who would|what happens if I|will the bot|let's say I] [${DEEDS}]`,
    `JUP looks weak. any reason not to [${DEEDS}]`,
  ]))

test("'yes' does it, and a change that is only proposed is none of the plan shown", async () => {
  for (const [first, value, unit] of [
    ['is it ok to sell 35% of my JUP?', 35, 'percent'],
    ['how about buying 3 SOL of JUP', 3, 'SOL'],
    ['why not sell 35% of my JUP', 35, 'percent'],
    ['JUP is cheap. can we buy 80 dollars of it?', 80, 'USD'],
  ] as const) {
    const plan = await planOf(first.replace('of it', 'of JUP'), 'yes')
    assert.deepEqual([plan.token_address, amountIn(plan)], [mintOf('JUP'), { value, unit }], first)
    for (const other of ['no', 'hmm', 'not now'])
      assert.notEqual((await said(first, other)).kind, 'plan', other)
  }
  await all('ask', ['how about selling half of it', 'can we sell half of it?'], 'sell all my BONK')
})

test('what is polite, or gives leave, stays an order', () =>
  all('plan', [
    `[would you|can we|could we|would it be ok to] [${DEEDS}][ please|, thanks]`,
    `[could you|can you|will you|would you kindly|would it be possible to|let's|I'll|I want to] [${DEEDS}]`,
    "[I'd|I would|I'd rather] [sell 250 JUP|buy 2 SOL of WIF]",
    `would you [sell 250 JUP|buy 2 SOL of WIF] for me`,
    `[you can|you may|I've decided to] [${DEEDS}]`,
    'would it be okay if you sold [30|45]% of my JUP?',
    'would it be alright to buy 3 SOL of JUP over the next 6 hours? Thank you in advance.',
    "I don't have time to trade, buy 2 SOL of WIF",
  ]))

test('of a wish for the plan shown nothing is asked', async () => {
  for (const [first, change] of [
    ['buy 25 dollars of jup every 4 hours', 'every 8 hours would be [better|nice|ideal]'],
    ['sell 300 jup over 3 hours', 'over 6 hours would be [better|perfect]'],
  ] as const)
    await all('plan', [change], first)
})

test("'yes' marks nothing of its own: each word that it agrees to is marked with the question", () => {
  const request = { tokenAddress: SETTING, tokens: TOKENS, previousPlan: null }
  for (const first of [
    'hmm, I might sell 35% of my JUP',
    'is it ok to buy 2 SOL of WIF?',
    'sell 300 JUP, maybe',
  ]) {
    const asked = interpretText({ ...request, instruction: first, pending: null })
    assert.ok(asked.kind === 'ask' && asked.reading, first)
    const fields = asked.reading.filter(({ kind }) => kind === 'field').map(({ field }) => field)
    assert.deepEqual([fields[0], fields.includes('amount')], ['trade_direction', true], first)
    const covered = asked.reading.reduce(
      (text, { from, to }) => text.slice(0, from) + ' '.repeat(to - from) + text.slice(to),
      first,
    )
    assert.doesNotMatch(covered, /[\p{L}\p{N}]/u, first)
    const done = interpretText({
      ...request,
      instruction: 'yes',
      pending: asked.asked ?? null,
    })
    assert.ok(done.kind === 'plan', first)
    assert.deepEqual(done.reading, [{ from: 0, to: 3, kind: 'filler' }], first)
  }
})
