/** One instruction alone: the surest intent reads its roles, and no part of the text may be left over. */
import type { ReadingPart } from '@purser/contract/agents/reading.ts'
import { type Bag, createBag } from './clauses/bag.ts'
import { createGrammar, type Grammar, type Reading } from './clauses/grammar.ts'
import type { Amount, Role } from './clauses/roles.ts'
import type { Settings } from './clauses/trade.ts'
import type { Intent } from './intents/intent.ts'
import { makePlan } from './intents/make.ts'
import { ask, type Asked, isAsked } from './intents/outcome.ts'
import { notOffered } from './intents/not-offered.ts'
import {
  amountOrPrice,
  budgetOrPrice,
  buyOrSell,
  howLong,
  notHeld,
  ofWhat,
  oneOrThousand,
  refuse,
  sumOrPrice,
  whichFirst,
  whichPrice,
  whichToken,
} from './intents/questions.ts'
import type { Interpretation, InterpreterRequest } from './port.ts'
import { followUp } from './follow-up/rules.ts'
import { toReading } from './reading.ts'
import { askForeign } from './foreign-words.ts'

export type Language = { grammar: Grammar; intents: readonly Intent[] }
/** Its grammar is built when the first text is read: thousands of patterns, which many processes never need. */
export function createLanguage(intents: readonly Intent[]): Language {
  let grammar: Grammar | undefined
  const vocabularies = () => [...intents.map(({ type, vocabulary }) => ({ type, ...vocabulary })), followUp]
  return {
    intents,
    get grammar() {
      return (grammar ??= createGrammar(vocabularies()))
    },
  }
}

type Answer = Extract<Interpretation, { kind: 'plan' | 'ask' | 'refused' }>

export type PlanOutcome = Answer & { reading: ReadingPart[]; bag: Bag }

export function planFrom({ intents }: Language, reading: Reading, settings: Settings): PlanOutcome {
  const bag = createBag(reading)
  const parts = (open: Role[] = []) => toReading(reading, bag, open)
  const asked = (one: { asked: Asked }, ...open: Role[]) => ({ ...one.asked, reading: parts(open), bag })
  const claims = intents
    .map((intent) => ({ intent, sure: intent.claim(bag) }))
    .filter(({ sure }) => sure > 0)
    .sort((a, b) => b.sure - a.sure)
  const [best, next] = claims
  if (!best)
    return asked(
      askForeign(reading) ?? ask('other', 'What should I trade? I did not understand the instruction.'),
    )
  if (next && best.sure >= SURE && next.sure >= SURE)
    return asked(whichFirst([best.intent.name, next.intent.name]))
  const after = thenIn(reading)
  if (after) return asked(whichFirst(after.map(({ said }) => said)), ...after)
  const outcome = best.intent.read(bag, settings)
  const unread = askForeign(reading)
  if (unread) return asked(unread)
  // 'Buy a good memecoin': nobody chooses one for the user.
  const [any] = bag.all('any_token')
  // 'Something safe, 0.1 SOL into JUP' names it.
  const isNamed = reading.roles.some(
    ({ kind, mentions }) => kind === 'asset' && mentions.some((one) => one.kind === 'token'),
  )
  if (any && !(isNamed && /^(?:some|any)thing \w/i.test(any.said))) return asked(whichToken(), any)
  if (any) bag.mark(any, 'token_address')
  // 'When it gets cheaper': nobody guesses the price.
  const [some] = bag.all('vague_price')
  if (some && !bag.has('price', 'range')) return asked(whichPrice(), some)
  const [cap] = bag.all('capped')
  if (cap) return asked(budgetOrPrice(cap.value as Amount), cap)
  for (const [kind, question] of OPEN) {
    const [role] = bag.all(kind)
    if (role) return asked(question(role), role)
  }
  if (isAsked(outcome)) return asked(outcome)
  // 'I like BONK. All of it': nobody said to buy or to sell the token of a remark.
  if (!bag.has('verb', 'announces') && reading.roles.some(isRemark) && reading.roles.some(isLone))
    return asked(buyOrSell())
  if (outcome.draft.fields.trade_direction === 'buy' && isDoubted(reading.roles)) return asked(buyOrSell())
  // 'Buy 200 of BONK': 200 tokens, or for 200?
  const bare = reading.roles.find(isBareOf)
  if (bare && outcome.draft.fields.trade_direction === 'buy') return asked(ofWhat(bare.value as Amount), bare)
  const dotted = reading.roles.find(isDotted)
  const figure = DOTTED.exec(dotted?.said ?? '')?.[0]
  if (dotted && figure !== undefined) return asked(oneOrThousand(figure), dotted)
  const [again] = bag.twice
  if (again) return asked(whichFirst(bag.all(again.kind).length ? [again.kind] : [again.said]), again)
  const [left] = bag.left()
  // 'In 2 hours': one order that should begin later.
  if (left?.kind === 'duration' && best.intent.type === 'swap')
    return asked(refuse(notOffered('calendar', left.said).sentence), left)
  // 'Sell all my JUP gradually': over which time?
  if (left?.kind === 'divided' && best.intent.type === 'swap' && !bag.has('rate'))
    return asked(howLong(), left)
  if (left) return asked(notHeld(left.said, best.intent.name), ...bag.left())
  return { ...makePlan(intents, outcome.draft), reading: parts(), bag }
}
/** Parts that may mean one of two things. */
const OPEN: [kind: string, question: (role: Role) => { asked: Asked }][] = [
  ['into_or_out', buyOrSell],
  ['amount_or_price', amountOrPrice],
  ['sum_or_price', sumOrPrice],
  ['price_or_amount', whichPrice],
  ['hoped_price', whichPrice],
  ['one_more', ({ said }) => whichFirst([said])],
]
/** '1.000 USDC' is one to some and a thousand to others: nobody who means 1.5 writes 1.500. */
const isDotted = ({ value, said }: Role): boolean =>
  ['SOL', 'USDC', 'USD', 'token', 'none'].includes((value as Partial<Amount>).unit ?? '') && DOTTED.test(said)
const DOTTED = /(?<![\d.,])[1-9]\d{0,2}\.\d{2}0(?![\d.,]*\d|%)/
/** An amount of a bought token that may be a number of it or a price for it: 'buy 200 of BONK'. One of it is one. */
export const isBareOf = ({ kind, said, value }: Role): boolean =>
  kind === 'amount' && (value as Amount).asset?.kind === 'token' && BARE_OF.test(said)
const BARE_OF = /(?:^|\s)(?!1 )[\d.,]+[km]? of (?!my\b|the\b|our\b)\S+$/i
const isRemark = ({ kind, mentions }: Role): boolean =>
  kind === 'aside' && mentions.some((one) => one.kind === 'token')

/** 'WIF will crash. Buy 1 SOL': another token, perhaps, or that one because it falls. */
function isDoubted(roles: readonly Role[]): boolean {
  const doubt = roles.some((role) => isRemark(role) && DOUBT.test(role.said))
  const names = (role: Role) =>
    role.mentions.some(({ kind }) => kind === 'token') ||
    ('asset' in (role.value as object) && (role.value as { asset?: { kind: string } }).asset?.kind === 'it')
  return doubt && !roles.some((role) => role.kind !== 'aside' && names(role))
}
const DOUBT = new RegExp(
  [
    String.raw`\b(?:crash|drop|fall|down|weak|shaky|risk|over(?:valued|priced|heated)|`,
    String.raw`expensive|bad|bear|froth|topp|wors|tired|bubble)`,
  ].join(''),
  'i',
)
const isLone = ({ kind, value }: Role): boolean =>
  kind === 'amount' && (value as { prep?: string }).prep !== 'with'

/** 'Buy WIF, then open a grid': an order, and after it another plan. */
function thenIn({ text, roles }: Reading): Role[] | undefined {
  const order = roles.find(
    ({ kind, value }) => kind === 'verb' && ORDERS.has((value as { verb: string }).verb),
  )
  const plan = roles.find(
    ({ kind, value }) => kind === 'announces' && STANDING.has((value as { type: string }).type),
  )
  if (!order || !plan || order.from > plan.from) return undefined
  const between = text.words.slice(order.to, plan.from + 1)
  return between.some((word) => THEN.has(word.text)) ? [order, plan] : undefined
}
const ORDERS = new Set(['buy', 'sell'])
const STANDING = new Set(['grid', 'rebalance'])
const THEN = new Set(['then', 'afterwards', 'afterward', 'next', 'followed', 'subsequently'])
/** Two types that are as sure of the text cannot both be meant. */
const SURE = 95

export const toSettings = (
  { tokenAddress }: InterpreterRequest,
  reading: Reading,
  bare = false,
): Settings => ({
  tokenAddress,
  symbolOf: (mint) => reading.text.names.symbolOf(mint),
  bare,
})

/** It has an action, an amount and a token, whether it is understood or asked about: no answer to a question. */
export function isOwn(reading: Reading, fresh: PlanOutcome): boolean {
  const has = (one: string) => reading.roles.some(({ kind }) => kind === one)
  const side = reading.roles.some(
    ({ kind, value }) => kind === 'verb' && SIDES.has((value as { verb: string }).verb),
  )
  return isWhole(reading, fresh) || (side && has('amount') && has('asset'))
}
const SIDES = new Set(['buy', 'sell', 'exit', 'convert'])

/** An instruction of its own: it has an action and an amount. */
export function isWhole(reading: Reading, fresh: PlanOutcome): boolean {
  if (fresh.kind !== 'plan') return false
  const has = (...kinds: string[]) => reading.roles.some(({ kind }) => kinds.includes(kind))
  return (has('verb') && has('amount', 'stop', 'trail')) || has('announces')
}
