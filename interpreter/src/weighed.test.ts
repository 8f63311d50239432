/** Questions and weighed trades are no orders, whatever comes before them; polite requests stay orders. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { amountIn } from './follow-up/standing.ts'
import { converse, TOKENS } from '../corpus/judge.ts'
import { interpretText } from './index.ts'

const said = (...texts: string[]) =>
  converse(interpretText, { say: texts.at(-1) ?? '', after: texts.slice(0, -1), setting: 'BONK', want: {} })
/** Every wording of a sentence with parts in brackets. */
const ways = (sentence: string): string[] => {
  const part = /\[([^\]]*)\]/.exec(sentence)
  if (!part) return [sentence]
  return (part[1] ?? '').split('|').flatMap((one) => ways(sentence.replace(part[0], one)))
}
type Kind = 'plan' | 'ask' | 'question'
async function all(kind: Kind, family: readonly string[], code?: string, ...after: string[]): Promise<void> {
  for (const text of family.flatMap(ways)) {
    const meant = await said(...after, text)
    const about = `${[...after, text].join(' // ')}: ${JSON.stringify(meant)}`
    assert.ok(meant.kind === kind && (code === undefined || ('code' in meant && meant.code === code)), about)
  }
}
async function planOf(...texts: string[]) {
  const meant = await said(...texts)
  assert.ok(meant.kind === 'plan', `${texts.join(' // ')}: ${JSON.stringify(meant)}`)
  return meant.plan
}
const mintOf = (symbol: string) => TOKENS.find((one) => one.symbol === symbol)?.mint

const OPENINGS =
  '|hmm |actually |bro |ok but |wait, |mmm |not sure, |tell me honestly: |JUP looks weak. |quick one - |and '

test('a helping verb before its subject asks, whatever stands before it', async () => {
  await all('question', [
    `[${OPENINGS}][should|shall] [I|we] [sell all of my JUP|buy 2 SOL of WIF|dca 0.1 SOL into JUP every day]`,
    `[${OPENINGS}][must I|am I to|ought I to|do I|would we] sell 300 JUP[|?]`,
    '[hmm |actually |bro ][can|may|could] I buy 1 SOL of JUP',
    '[hmm |]should [I, like, maybe|I probably just|we really] sell all of my JUP',
    '[hmm |wait, |][should you|should the bot] sell all my JUP',
    '[hmm |]should half my JUP be sold at $2',
    'if it drops 10%[,|] should I sell all my JUP?',
  ])
  await all('question', ['[hmm |actually, |]should I make it 0.5 SOL[|?]'], undefined, 'buy 1 SOL of JUP')
  await all('question', ['[hmm |actually, |]should I sell all of it?'], undefined, 'sell half of my JUP')
})

test('it is answered as it is without its opening', async () => {
  for (const asked of ['should I sell 40% of my WIF', 'can I buy 3 SOL of JUP'])
    for (const opening of ['hmm ', 'actually ', 'bro ', 'ok but ', 'wait, '])
      assert.deepEqual(await said(`${opening}${asked}`), await said(asked), `${opening}${asked}`)
})

test("a condition with 'should' asks nothing", () =>
  all('plan', [
    'buy 1 SOL of JUP, should I lose more than [15|25] %, stop',
    'should [it|JUP] fall [10|12]% sell all my JUP',
    'buy 2 SOL of JUP and stop should I lose 20%',
  ]))

const DEEDS = 'sell all my JUP|buy 2 SOL of WIF|sell 300 JUP at $2'
const DOINGS = 'selling all my JUP|buying 2 SOL of WIF|dumping half of my JUP'

test('what is only weighed is asked about', async () => {
  await all(
    'ask',
    [
      `[I think I should|we should|I should probably|I might|I may|I could|maybe I'll|maybe|perhaps|I think I'll] [${DEEDS}]`,
      `[thinking about|I'm thinking of|considering|I've been considering|in two minds about|torn between] [${DOINGS}]`,
      `[tempted to|I'm not sure whether to|not sure if I should|can't decide whether to|idk if I want to] [${DEEDS}]`,
      `[sell all my JUP|buy 2 SOL of WIF][, maybe|, I guess| I think|?]`,
      'I was thinking of putting [20|35] dollars a week into JUP',
      '[my plan was to|it might be time to|should probably] sell all my JUP',
    ],
    'other',
  )
  await all('ask', ['[maybe make it|I should make it|maybe] 2 SOL', '2 SOL?'], 'other', 'buy 1 SOL of JUP')
})

test("'yes' does what was weighed, and nothing else does", async () => {
  for (const [first, value, unit] of [
    ['I think I should sell 40% of my JUP', 40, 'percent'],
    ['maybe I buy 3 SOL of JUP', 3, 'SOL'],
    ['thinking about buying 70 dollars of JUP', 70, 'USD'],
  ] as const)
    for (const yes of ['yes', 'yes please', 'yeah', 'do it', 'ok']) {
      const plan = await planOf(first, yes)
      assert.deepEqual([plan.token_address, amountIn(plan)], [mintOf('JUP'), { value, unit }], first)
    }
  assert.deepEqual(amountIn(await planOf('buy 1 SOL of JUP', 'maybe make it 2 SOL', 'yes')), {
    value: 2,
    unit: 'SOL',
  })
  for (const other of ['no', 'only half', 'hmm', 'half of it', 'sell half', 'not now'])
    assert.notEqual((await said('I might sell all my JUP', other)).kind, 'plan', other)
  assert.equal((await planOf('I might sell all my JUP', 'sell half of my WIF')).token_address, mintOf('WIF'))
})

test('an answer that weighs completes the instruction it answers', async () => {
  for (const answer of ['maybe 100', '100?', 'I think I should sell 100']) {
    assert.equal((await said('sell some of my JUP', answer)).kind, 'ask', answer)
    const plan = await planOf('sell some of my JUP', answer, 'yes')
    assert.deepEqual([plan.token_address, amountIn(plan)?.value], [mintOf('JUP'), 100], answer)
  }
  // It is about the token of the question, and not the one of the settings.
  for (const [first, answer] of [
    ['sell some of my JUP', 'sell half'],
    ['buy some JUP', 'buy 2 SOL'],
  ] as const)
    assert.equal((await planOf(first, answer)).token_address, mintOf('JUP'), answer)
})

test('what the rest asks for stays an order', () =>
  all('plan', [
    "I was thinking of putting [20|35] dollars a week into JUP[, if that's all right|, please].",
    "[I'm thinking of a grid on JUP between 1 and 2, 10 levels, 2 SOL|thinking 0.1 SOL of JUP a day]",
    'I think it has run far enough, please sell 30% of my JUP',
    "I think I'll take 2 SOL of JUP, please",
    'reckon we should [sell|flog] the lot of my WIF, do it now',
    '[could you please buy|would you mind buying|can you buy] 1 SOL of JUP',
    '[may I have|I will take|I want|could we buy] 2 SOL of JUP[|, please]',
    '2 SOL should go into JUP now',
    'my JUP should be sold if it loses 20%',
    'I was wondering [whether|if] you could sell half of my JUP',
  ]))

test('what is asked at its end, and what is only regretted, is no order', async () => {
  await all('ask', [
    '[sell all my JUP|buy 2 SOL of WIF][?!|??|(?)|? :)|, should I|, shall we?|, right?| right?]',
    "[I |][shoulda|should have|should've] [sold all my JUP|bought 2 SOL of WIF]",
  ])
  await all('plan', ['buy 1 SOL of WIF ok?', 'could you sell all my JUP, please?!'])
})
