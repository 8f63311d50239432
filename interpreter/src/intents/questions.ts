/** Questions for missing fields that several types need. */
import type { Choice } from '@purser/contract/agents/reading.ts'
import type { Amount, Trade } from '../clauses/roles.ts'
import { getName } from '../text/names.ts'
import { type Asked, ask } from './outcome.ts'

export const quoteText = (text: string): string => `"${text.trim().replace(/\s+/g, ' ').slice(0, 120)}"`
const choice = (label: string, reply = label): Choice => ({ label, reply })

export const whichToken = (more = '') =>
  ask(
    'token',
    `Which token should be traded? ${more}Name it by its symbol or address, or set it in the settings.`,
  )
/** `near`: the name of one that is spelt alike. */
export const unknownToken = (word: string, near?: string): { asked: Asked } => ({
  asked: {
    kind: 'ask',
    code: 'token',
    question: `Which token is ${quoteText(word)}? I know no token of that name on this market; give its symbol or address.`,
    choices: near === undefined ? [] : [choice(`I mean ${near}`, near)],
    unknownName: word,
  },
})
export const oneToken = (names: string[]) =>
  ask(
    'token',
    `Which token should I trade, ${names.join(' or ')}? One instruction trades one token, against SOL or USDC.`,
    names.map((name) => choice(name)),
  )
export const refuse = (sentence: string): { asked: Asked } => ({ asked: { kind: 'refused', sentence } })
/** No plan could hold it, whatever the answer. */
export const OUTSIDE =
  'A figure or an address of this instruction is outside what a plan can hold, so I have not made a plan.'
export const outside = () => refuse(OUTSIDE)
export const howMuch = (what: string) => ask('amount', `How much ${what}?`)
/** '20 euros of BONK' */
export const inWhichMoney = (named: string) =>
  ask('amount', `How much should it be? Amounts are in SOL, USDC, dollars or the token, and not in ${named}.`)
/** 'Buy 200 of BONK' */
export const ofWhat = ({ value }: Amount) =>
  ask('amount', `How much should it be: ${value} tokens, or for $${value}?`, [
    choice(`${value} tokens`),
    choice(`For $${value}`, `$${value}`),
  ])
/**
 * `figure`: the source text, '1.000'. The user has to write it anew: an answer of one figure could be taken for either,
 * or for a choice.
 */
export const oneOrThousand = (figure: string) =>
  refuse(
    `"${figure}" is ${figure.replace(/\.?0+$/, '')} to some and ${figure.replace('.', '')} to others, so I have not made a plan. Please write the whole instruction with the figure you mean, without the point if you mean ${figure.replace('.', '')}.`,
  )
export const howLong = () =>
  ask('duration', 'How long should the orders be spread over? Name a time, such as "over 4 hours".', [
    { label: 'Over 4 hours', reply: 'over 4 hours' },
    { label: 'Over a day', reply: 'over 1 day' },
  ])
export const buyOrSell = () =>
  ask('direction', 'Should I buy or sell?', [choice('Buy', 'buy'), choice('Sell', 'sell')])
export const whichFirst = (parts: string[]) =>
  ask(
    'which_first',
    `Which one should come first? This asks for more than one plan can do: ${parts.map(quoteText).join(' and ')}. Write one of them.`,
  )
export const saidTwice = (what: string) =>
  ask('other', `Which one do you mean? ${quoteText(what)} says it a second time, in another way.`)
/** `replies`: each of the two as an answer. */
export const totalOrEach = (amount: string, replies: [total: string, each: string] = ['in total', 'each']) =>
  ask('total_or_each', `Is ${amount} the total, or for each order?`, [
    choice(`${amount} in total`, replies[0]),
    choice(`${amount} for each order`, replies[1]),
  ])
export const moreOrInstead = () =>
  ask(
    'other',
    'Which value should it have in all? The text says how much more or less. Write the new value, such as "make it 0.5 SOL".',
  )
/** `exit`: 'stop loss'. `figure`: its figure, which has no unit. */
export const percentOrPrice = (exit?: string, figure?: string) =>
  ask(
    'percent',
    'How many percent should the stop or target be away? The text gives a figure without a unit: write "10%" or "$1.80".',
    exit === undefined ? [] : [choice(`${exit} ${figure}%`), choice(`${exit} at $${figure}`)],
  )
export const whatMeans = (words: string) =>
  ask('other', `What does ${quoteText(words)} mean here? I have not made a plan yet.`)
export const notHeld = (words: string, type: string) =>
  ask(
    'other',
    `What should I do about ${quoteText(words)}? A ${type} plan cannot hold that, so I have not made a plan.`,
  )

/**
 * `text`: the change, which makes a plan of another type. `part`: what the plan shown has and that one cannot, in the
 * words of its sentence: ', good for 30 minutes'.
 */
export function notKept(text: string, type: string, part: string) {
  const end = /^\W*good for (.+)$/.exec(part)?.[1]
  const turns = `${quoteText(text)} turns it into a ${type}, which cannot`
  return end === undefined
    ? ask('other', `${turns} hold ${quoteText(part.replace(/^\W+/, ''))}. Should I leave that out?`)
    : ask('other', `${turns} expire after ${end}. Should I leave the expiry out?`, [
        choice('Leave the expiry out', `${text}, remove the expiry`),
      ])
}

export const formatAmount = (amount: Amount): string =>
  amount.unit === 'USD'
    ? `$${amount.value}`
    : amount.unit === 'percent'
      ? `${amount.value}%`
      : `${amount.value}${amount.unit === 'none' || amount.unit === 'token' ? '' : ` ${amount.unit}`}`

/** '… SOL should be spent on WIF'. */
export const howMuchOf = ({ side, base, quote }: Trade): string =>
  side === 'sell' ? `${getName(base)} should be sold` : `${quote} should be spent on ${getName(base)}`

export const whichPrice = () =>
  ask('price', 'Which price should it wait for? Name it in dollars, or in percent from today.')

/** 'Max $200' beside orders in dollars. */
export const budgetOrPrice = (amount: Amount) =>
  ask('other', `Is ${formatAmount(amount)} the most that may be spent in all, or the highest price?`, [
    { label: `A budget of ${formatAmount(amount)}`, reply: `a budget of ${formatAmount(amount)}` },
    ...(amount.unit === 'USD'
      ? [{ label: `Only at or below ${formatAmount(amount)}`, reply: `only below ${formatAmount(amount)}` }]
      : []),
  ])

const words = (said: string): string => quoteText(said.replace(/^\W+/, ''))
/** 'At 0.5 SOL': the amount, or the price of each. */
export const amountOrPrice = ({ said, value }: { said: string; value: unknown }) =>
  ask(
    'amount',
    `How much should be traded? ${words(said)} may be the amount or the price of one token; a price is stated in dollars.`,
    [choice(`An amount of ${formatAmount(value as Amount)}`, formatAmount(value as Amount))],
  )
/** 'A stop loss of $10' */
export const sumOrPrice = ({ said, value }: { said: string; value: unknown }) =>
  ask(
    'price',
    `At which price should it be sold? ${words(said)} may be a price or a sum of money, and a plan holds a price or a percentage.`,
    [choice(`A price of $${(value as { price: string }).price}`, `$${(value as { price: string }).price}`)],
  )
