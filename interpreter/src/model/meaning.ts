/**
 * Turns a model's reply into an interpretation. Nothing of the reply is believed: tokens and figures must be in the
 * text, the settings or the plan shown before, missing fields are asked for, the plan is checked by the contract's
 * schema, and every sentence that the user reads is the desk's own.
 */
import type { PlanAmount } from '@purser/contract/strategies/plan.ts'
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import type { Interpretation, InterpreterRequest, PlacedExit, RelativePrice, Topic } from '../port.ts'
import { language } from '../desk-language.ts'
import { keepWhole } from '../follow-up/answered.ts'
import { listDifferences } from '../follow-up/differences.ts'
import { percentFrom } from '../intents/bracket/barriers.ts'
import type { Language } from '../interpret.ts'
import { makePlan } from '../intents/make.ts'
import { readHypothetical, toHistoryTopic } from '../intents/question/history.ts'
import { readQuestion } from '../intents/question/topic.ts'
import { rejectIfNegated } from '../reject-negated.ts'
import { rejectIfReported } from '../reject-reported.ts'
import { confirmIfDoubted } from '../asked-change.ts'
import { control, noPlanYet, notUnderstood, onlyOwnWallets, whatToChange, wrongCurrency } from '../replies.ts'
import { notOffered } from '../intents/not-offered.ts'
import { plain } from '../intents/sentence-amounts.ts'
import { findAnsweredQuestion } from './answered.ts'
import { findContradiction } from './contradicted.ts'
import { fillIn, guardsAll, settle } from './defaults.ts'
import { findUngrounded } from './grounded.ts'
import { findLostLimit, readRemovals } from './explicit-limits.ts'
import { AMOUNTS, ask, findMissing, findModel, questions } from './questions.ts'
import type { Fields, Said } from './reply.ts'
import { dropUnsaid } from './defaulted-fields.ts'
import { mintSaid, mintsIn, whichToken } from './which-token.ts'

const NO_ANSWER: Interpretation = { kind: 'failed', failure: 'unexpected' }

/** A request, and all kinds of plans. */
type Request = InterpreterRequest & Pick<Language, 'intents'>

export const interpretReply = (
  said: Said,
  request: InterpreterRequest,
  spoken: Language = language,
): Interpretation => {
  const { grammar, intents } = spoken
  const completes =
    said.kind === 'plan' || said.kind === 'ask' ? findAnsweredQuestion(spoken, request) : undefined
  const of = completes?.whole ?? request
  const meant = findContradiction(read(said, { ...of, intents }), of, spoken, completes?.own)
  const kept = completes && meant.kind === 'ask' ? { merged: completes.kept, ...meant } : meant
  const reading = grammar.read(request.instruction, request.tokens)
  const held = rejectIfReported(rejectIfNegated(kept, reading), reading)
  const done = confirmIfDoubted(imagined(held, request), request)
  return keepWhole(done, request)
}

/** 'What if I bought …' is explained, and never offered for execution, whatever a model makes of it. */
function imagined(meant: Interpretation, { instruction }: InterpreterRequest): Interpretation {
  if (meant.kind !== 'plan' || readQuestion(instruction)?.hypothetical == null) return meant
  const { plan, assumptions, relative, exits } = meant
  const waits = { ...(relative ? { relative } : {}), ...(exits ? { exits } : {}) }
  return { kind: 'question', topic: { about: 'hypothetical', plan, assumptions, ...waits } }
}

function read(said: Said, request: Request): Interpretation {
  switch (said.kind) {
    case 'refused':
      return refusal(said, request)
    case 'ask':
      return ask(questions[said.missing ?? 'amount'], said.missing ?? 'amount')
    case 'question':
      return question(said, request)
    case 'plan':
      return planned(said, request)
    case 'change':
      return changed(said, request)
  }
}

function refusal({ refusal: why }: Said, { instruction }: InterpreterRequest): Interpretation {
  if (why === 'funds_or_keys') return onlyOwnWallets()
  if (why === 'control') return control()
  if (why === undefined || why === null || why === 'not_understood') return notUnderstood(instruction)
  return notOffered(why, instruction)
}

function question(said: Said, request: Request): Interpretation {
  const about = said.about ?? 'unknown'
  const topic = (t: Topic): Interpretation => ({ kind: 'question', topic: t })
  if (about === 'price') {
    const named = mintsIn(request)
    const meant = (said.tokens ?? []).flatMap((word) => mintSaid(word, request) ?? [])
    const mints = [...new Set(meant.length > 0 ? meant : named)]
    if (mints.length === 0 && request.tokenAddress !== null) mints.push(request.tokenAddress)
    return topic({ about, mints })
  }
  if (about === 'history') {
    // The span is that of the text, whatever the model makes of it.
    const { plan: instruction, ...span } = readHypothetical(request.instruction)
    const then = { ...request, instruction, previousPlan: null, pending: null }
    const meant = interpretReply({ ...said, kind: 'plan' }, then)
    return topic(meant.kind === 'plan' ? toHistoryTopic(meant, span) : { about: 'unknown' })
  }
  if (about !== 'hypothetical') return topic({ about })
  const meant = said.plan ? planned(said, request) : undefined
  if (meant?.kind !== 'plan') return topic({ about: 'unknown' })
  const { kind: _, changes: _c, ...rest } = meant
  return topic({ about, ...rest })
}

function planned(said: Said, request: Request): Interpretation {
  if (!said.plan) return NO_ANSWER
  const fields: Fields = { ...said.plan }
  const { token_address: word } = fields
  const token = whichToken(typeof word === 'string' ? word : undefined, request)
  if ('reply' in token) return isSample(fields, request) ? { kind: 'failed', failure: 'sample' } : token.reply
  dropUnsaid(fields, request)
  const assumptions = settle(fields, token, request)
  assumptions.push(...guardsAll(fields, token.name))
  const held = standIns(said, fields)
  const open = findUngrounded({ fields, said, name: token.name, request })
  if (open) return isSample(fields, request) ? { kind: 'failed', failure: 'sample' } : open
  const lost = findLostLimit(fields, request)
  if (lost) return lost
  const missing = findMissing(fields, token.name, request.intents)
  if (missing) return missing
  return finished(fields, token, {
    ...held,
    assumptions: [...assumptions, ...fillIn(fields, request.intents)],
    request,
  })
}

/** A plan for everybody that some services return when they are out of order (specification 1, section 5). */
function isSample(fields: Fields, { instruction }: InterpreterRequest): boolean {
  const total = fields.total_amount as PlanAmount | undefined
  return (
    fields.strategy_type === 'grid' &&
    Number(fields.upper_price_usd) === 15 &&
    Number(fields.lower_price_usd) === 10 &&
    fields.grid_levels === 3 &&
    Number(total?.value) === 1000 &&
    !/\b15\b/.test(instruction)
  )
}

function changed(said: Said, request: Request): Interpretation {
  const { previousPlan } = request
  if (!previousPlan) return noPlanYet()
  // Another type is another plan: no field of the earlier one is carried into it unseen.
  if (said.plan && said.plan.strategy_type !== previousPlan.strategy_type) return planned(said, request)
  const { goal: _, ...before } = previousPlan
  const now: Fields = { ...(said.plan ?? { strategy_type: previousPlan.strategy_type }) }
  const { token_address: word } = now
  const token = whichToken(typeof word === 'string' ? word : undefined, request, previousPlan.token_address)
  if ('reply' in token) return token.reply
  dropUnsaid(now, request, true)
  const held = standIns(said, now)
  const open = findUngrounded({ fields: now, said, name: token.name, request, previous: true })
  if (open) return open
  const removed = readRemovals(said, request)
  const lost = findLostLimit(now, request, removed, { ...before })
  if (lost) return lost
  const fields: Fields = { ...before, ...now, token_address: token.mint }
  const risk: Record<string, unknown> = { ...previousPlan.risk, ...(now.risk as object | undefined) }
  for (const field of removed)
    if (field.startsWith('risk.')) delete risk[field.slice(5)]
    else delete fields[field]
  delete fields.risk
  if (Object.keys(risk).length > 0) fields.risk = risk
  const amount = AMOUNTS.map((f) => now[f] as PlanAmount | undefined).find((a) => a !== undefined)
  if (token.mint !== SOL_MINT && (amount?.unit === 'SOL' || amount?.unit === 'USDC'))
    fields.quote = now.quote ?? amount.unit
  const missing = findMissing(fields, token.name, request.intents)
  if (missing) return missing
  const made = finished(fields, token, { ...held, assumptions: [], request })
  if (made.kind !== 'plan') return made
  const changes = listDifferences(previousPlan, made.plan)
  return changes.length === 0 ? whatToChange() : { ...made, changes }
}

type Held = { relative: RelativePrice[]; exits: PlacedExit[]; wrong?: Interpretation }

/** Prices relative to today's, and exits given as prices: their fields hold a 1 until the market's price is known. */
function standIns(said: Said, fields: Fields): Held {
  const relative: RelativePrice[] = []
  const exits: PlacedExit[] = []
  for (const { field, percent } of said.relative ?? []) {
    if (percent === 0 || relative.some((r) => r.field === field)) continue
    relative.push({ field, percent })
    fields[field] = 1
  }
  for (const { field, price_usd: price } of said.exits ?? []) {
    if (fields.strategy_type !== 'bracket')
      return {
        relative,
        exits,
        wrong: ask(
          'How many percent should the limit be? This type of strategy ends at a percentage, not at a price.',
        ),
      }
    const entry = relative.some((r) => r.field === 'entry_price_usd') ? undefined : fields.entry_price_usd
    const far = entry === undefined ? 1 : percentFrom(plain(entry as number), plain(price), field)
    if (far === undefined)
      return {
        relative,
        exits,
        wrong: ask(
          `Which price should the ${field === 'stop_loss_percent' ? 'stop loss' : 'take profit'} have? It must be ${field === 'stop_loss_percent' ? 'below' : 'above'} the entry price.`,
        ),
      }
    fields[field] = far
    if (entry === undefined) exits.push({ field, price })
  }
  return { relative, exits }
}

function finished(
  fields: Fields,
  token: { name: string },
  {
    relative,
    exits,
    wrong,
    assumptions,
    request: { intents },
  }: Held & { assumptions: string[]; request: Request },
): Interpretation {
  if (wrong) return wrong
  const own = token.name
  for (const field of AMOUNTS) {
    const amount = fields[field] as PlanAmount | undefined
    if (!amount) continue
    if (amount.unit === 'percent' && Number(amount.value) > 100)
      return { kind: 'refused', sentence: 'A percentage of what the wallets hold can be at most 100%.' }
    if (
      (amount.unit === 'SOL' || amount.unit === 'USDC') &&
      amount.unit !== own &&
      amount.unit !== fields.quote
    )
      return wrongCurrency(own, String(fields.quote), amount.unit)
  }
  const made = findModel(fields, intents)?.plan?.(fields) ?? fields
  return makePlan(intents, {
    fields: made,
    name: own,
    assumptions: [...new Set(assumptions)],
    ...(relative.length > 0 ? { relative } : {}),
    ...(exits.length > 0 ? { exits } : {}),
  })
}
