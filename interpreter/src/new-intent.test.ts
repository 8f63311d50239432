/** A new kind of plan is a folder and a line of a list: nothing else is touched. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { SETTING, TOKENS } from '../corpus/judge.ts'
import { intents } from './intents/index.ts'
import type { Intent } from './intents/intent.ts'
import { createLanguage } from './interpret.ts'
import { interpretWith } from './interpreter.ts'
import { interpretReply as modelMeaning } from './model/meaning.ts'
import { buildSystemPrompt } from './model/prompt.ts'
import { readReply, buildSchema } from './model/reply.ts'

const folder = mkdtempSync(join(tmpdir(), 'purser-intent-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const source = (file: string) => JSON.stringify(new URL(file, import.meta.url).href)

writeFileSync(join(folder, 'words.txt'), 'LULLABY\n  lullaby\n  put to sleep\n')
writeFileSync(
  join(folder, 'index.mjs'),
  `import { readWords } from ${source('./text/word-table.ts')}
import { rule } from ${source('./clauses/roles.ts')}
import { readAmount } from ${source('./clauses/amount-of.ts')}
import { readTrade } from ${source('./clauses/trade.ts')}
import { buildDraft, planAmount } from ${source('./intents/envelope.ts')}
import { ask } from ${source('./intents/outcome.ts')}
import { need } from ${source('./intents/for-model.ts')}
import { PlanAmount } from ${source('../../contract/src/strategies/plan.ts')}

/** Sells over the night: a kind of plan that the contract holds as a TWAP. */
export const lullaby = {
  type: 'lullaby',
  name: 'lullaby',
  vocabulary: {
    words: readWords(new URL('./words.txt', import.meta.url)),
    rules: [rule('lullaby', 'LULLABY (of $anyint:n hours)?', (m) => ({ hours: m.n }))],
  },
  claim: (bag) => (bag.has('lullaby') ? 90 : 0),
  read(bag, settings) {
    const trade = readTrade(bag, settings, { side: 'sell' })
    if ('asked' in trade) return trade
    const amount = readAmount(trade, 'should sleep', settings)
    if ('asked' in amount) return amount
    const { hours } = bag.take('lullaby', 'total_duration_seconds')
    if (hours === undefined) return ask('duration', 'How long is the night?')
    return buildDraft(bag, trade, {
      fields: {
        strategy_type: 'twap',
        trade_direction: 'sell',
        total_amount: planAmount(amount),
        total_duration_seconds: Number(hours) * 3600,
        order_interval_seconds: 3600,
      },
    })
  },
  model: {
    tells: 'lullaby sells hourly over a night of some hours.',
    sided: false,
    fields: { night: PlanAmount, hours: PlanAmount.shape.value },
    needs: [need(['hours'], ask('duration', 'How long is the night?'))],
    defaults: [],
    plan: ({ night, hours, ...rest }) => ({
      ...rest,
      strategy_type: 'twap',
      trade_direction: 'sell',
      total_amount: night,
      total_duration_seconds: Number(hours) * 3600,
      order_interval_seconds: 3600,
    }),
  },
  sentence: () => '',
}
`,
)
const { lullaby } = (await import(pathToFileURL(join(folder, 'index.mjs')).href)) as { lullaby: Intent }
const say = (language: ReturnType<typeof createLanguage>, instruction: string) =>
  interpretWith(language, { instruction, tokenAddress: SETTING, tokens: TOKENS, previousPlan: null })

test('its words are understood once it is in the list, and its questions asked', () => {
  const [before, since] = [createLanguage(intents), createLanguage([...intents, lullaby])]
  assert.equal(say(before, '500 WIF lullaby of 8 hours').kind, 'ask')
  const meant = say(since, '500 WIF lullaby of 8 hours, slippage 2%')
  assert.ok(meant.kind === 'plan' && meant.plan.strategy_type === 'twap', JSON.stringify(meant))
  assert.deepEqual(
    [meant.plan.total_amount, meant.plan.total_duration_seconds, meant.plan.slippage_bps],
    [{ value: 500, unit: 'token' }, 28_800, 200],
  )
  const asked = say(since, 'put to sleep 500 WIF')
  assert.ok(asked.kind === 'ask' && asked.code === 'duration')
  assert.equal(say(since, 'lullaby of 8 hours with frills for 500 WIF').kind, 'ask')
})

test('what was understood without it still is', () => {
  const language = createLanguage([...intents, lullaby])
  for (const text of ['buy 0.1 SOL of BONK every hour', 'rsi 1h wif 0.2 sol'])
    assert.deepEqual(say(language, text), say(createLanguage(intents), text))
})

test('a model is told of it, may answer with it, and is asked what it left out', () => {
  const language = createLanguage([...intents, lullaby])
  assert.match(buildSystemPrompt(language.intents), /lullaby sells hourly/)
  assert.doesNotMatch(buildSystemPrompt(intents), /lullaby/)
  assert.match(JSON.stringify(buildSchema(language.intents)), /"const":"lullaby"/)
  const request = {
    instruction: '500 WIF lullaby of 8 hours',
    tokenAddress: SETTING,
    tokens: TOKENS,
    previousPlan: null,
  }
  const answer = (plan: object) =>
    JSON.stringify({ kind: 'plan', plan: { strategy_type: 'lullaby', token_address: 'WIF', ...plan } })
  const read = (text: string, list: readonly Intent[]) => readReply(text, list)
  const night = { value: 500, unit: 'token' }
  assert.equal(read(answer({ night, hours: 8 }), intents), null)
  const said = read(answer({ night, hours: 8 }), language.intents)
  assert.ok(said && said !== 'outside')
  const meant = modelMeaning(said, request, language)
  assert.ok(meant.kind === 'plan' && meant.plan.strategy_type === 'twap', JSON.stringify(meant))
  assert.equal(meant.plan.total_duration_seconds, 28_800)
  const open = read(answer({ night }), language.intents)
  assert.ok(open && open !== 'outside')
  const asked = modelMeaning(open, request, language)
  assert.ok(asked.kind === 'ask' && asked.code === 'duration' && /night/.test(asked.question))
})
