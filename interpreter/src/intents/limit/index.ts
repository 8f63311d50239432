/** One order at a price: it buys at or below it, sells at or above it. */
import type { LimitPlan } from '@purser/contract/strategies/plan.ts'
import type { Bag } from '../../clauses/bag.ts'
import { isBare } from '../../clauses/bare.ts'
import { type Role, rules } from '../../clauses/roles.ts'
import { readAmount } from '../../clauses/amount-of.ts'
import { readTrade } from '../../clauses/trade.ts'
import { compare } from '../../text/decimal.ts'
import { readWords } from '../../text/word-table.ts'
import type { RelativePrice } from '../../port.ts'
import { buildDraft, planAmount } from '../envelope.ts'
import type { Intent } from '../intent.ts'
import { isAsked } from '../outcome.ts'
import { buyOrSell, howMuchOf, whichFirst, whichToken } from '../questions.ts'
import { length } from '../sentence-amounts.ts'
import { lasting, price as priced, trade as traded } from '../sentence-parts.ts'
import { readExpiry } from './expiry.ts'
import { missing } from './missing.ts'
import { readPrice } from './price.ts'
import { model, WAITS } from './model.ts'

/** 'Scrap it if nothing happened': it refers to the order that waits, and is no action of its own. */
const CALLS_OFF =
  '(and / but / or / then / , / please / just / to / you can / you may)* (cancel / kill / drop / withdraw / remove / pull / scrap / abandon / forget / forget about / give up on / call off / take down / void / scratch / delete / discard / revoke / bin / ditch / expire / take off) (it / the order / order / that / the limit / this / my order / that order / this order / the bid / the offer / the limit order)*'
const ALL = { value: '100', unit: 'percent' as const }

export const limit: Intent = {
  type: 'limit',
  name: 'limit',
  vocabulary: {
    words: readWords(new URL('./words.txt', import.meta.url)),
    rules: [
      ...rules(
        'announces',
        ['(a|an|place|set|put|as|with|using)* LIMIT_ORDER (order / on / for / to / at)?'],
        () => ({ type: 'limit' }),
        0,
      ),
      ...rules(
        'announces',
        ['(by means of / by way of / in the form of) (a|an|the)? LIMIT_ORDER (order / on / for / to / at)?'],
        () => ({ type: 'limit' }),
        3,
      ),
      ...rules(
        'expiry',
        [
          '(and / or / , / it / the order / order / that / being / to remain / remaining / which / stays / staying / is / should be / should / must / to be)* EXPIRES (LINK / next / another / at most / max / only / up to / in / NEXT)* $time (only / max / at most / or cancel / if not filled / then cancel / if it is not filled / if unfilled)*',
          '(and / but / or)? (cancel / kill / drop / withdraw / remove / pull) (it / the order / order / that / the limit)? (if / when / once)? (UNFILLED)? (after / in / within / by) $time (if / when)? (UNFILLED)?',
          '(and / but / or)? (if / when)? (UNFILLED) (after / in / within / by / for) $time (, / then / please)* (cancel / kill / drop / withdraw / remove / pull / forget) (it / the order / order / that)?',
          `${CALLS_OFF} (if / when / in case / should / once)? (UNFILLED)? (after / in / within / by / at the end of) $time (if / when / in case / should)? (UNFILLED)?`,
          `(and / but / or / , / ;)* (if / when / in case / should) (UNFILLED) (after / in / within / by / for / at the end of) $time (, / then / please / just / you can / you may)* ${CALLS_OFF}`,
          `${CALLS_OFF} unless (it / the order / that)* (fills / is filled / triggers / is triggered / executes / is executed / goes through / gets filled / has filled / happens / gets there / is hit / hits) (within / in / by / after) $time`,
          '(only / for)? $time (valid / validity time / order validity / lifetime / expiry / exp / expiration / validity / ttl / good till / time in force / tif / day order)',
          '$time (then / and then / and / , then) (cancel / kill / expire / drop) (it / the order)?',
        ],
        (m) => ({ seconds: Number(m.time) }),
        6,
      ),
      ...rules(
        'expiry',
        [
          '(and / but / , / it is / order is / that is)* GTC',
          '(KEPT_OPEN / being good / being valid / being open) ENDLESS',
        ],
        () => ({ seconds: null }),
        4,
      ),
    ],
  },
  claim: (bag) =>
    bag.announces('limit') && !bag.has('stop', 'take', 'trail', 'both_exits')
      ? 58
      : bag.has('price', 'expiry') || (bids(bag) && bag.all('amount').length > 1)
        ? 40
        : 0,
  read(bag, settings) {
    bareFigureAsPrice(bag)
    if (bag.all('price_or_amount').length > 0) return missing.price()
    const trade = readTrade(bag, settings)
    if (isAsked(trade)) return trade
    if (trade.side === 'buy' && (isSideless(bag, SIDELESS) || isBare(bag))) return buyOrSell()
    if (trade.side === 'sell' && isMoneyItself(bag, trade.amount)) return whichToken()
    // 'Exit WIF at $2.50': all of it.
    const whole = bag.says('exit') && !trade.amount
    const amount = whole ? ALL : readAmount(trade, howMuchOf(trade), settings)
    if (isAsked(amount)) return amount
    bag.takeAnnouncements('limit')
    const relative: RelativePrice[] = []
    const at = readPrice(bag, trade, 'limit_price_usd', relative)
    if (at === undefined) return missing.price()
    if (isAsked(at)) return at
    if (trade.side === 'buy' && isSideless(bag, SIDELESS_FOR)) return buyOrSell()
    // 'At $2, then at whatever the market gives': two orders.
    const [market] = bag.all('now').filter(({ said }) => /\b(?:whatever|whichever)\b/i.test(said))
    if (market) return whichFirst([...bag.all('price'), market].map(({ said }) => said))
    const expires = readExpiry(bag)
    return buildDraft(bag, trade, {
      fields: {
        strategy_type: 'limit',
        trade_direction: trade.side,
        amount: planAmount(amount),
        limit_price_usd: at.price,
        ...(expires === null ? {} : { expires_in_seconds: expires }),
      },
      relative,
      assumptions: [
        ...(whole ? ['All of it.'] : []),
        ...(expires === null && !bag.has('expiry', 'endless') ? [WAITS] : []),
      ],
    })
  },
  model,
  sentence(plan: LimitPlan, name, waits) {
    const expires =
      plan.expires_in_seconds === undefined ? '' : `, good for ${length(plan.expires_in_seconds)}`
    const at = priced(plan.limit_price_usd, 'limit_price_usd', waits)
    return `${traded(plan, plan.amount, name)} at a limit price of ${at}${expires}${lasting(plan)}`
  },
}

/**
 * 'Place a limit order, 2 SOL of WIF': which side? The same for 'a limit order for 2 SOL of WIF', once its price is
 * known.
 */
const isSideless = (bag: Bag, said: RegExp): boolean =>
  !bag.roles.some((role) => role.kind === 'verb' || isBelowMarket(role)) &&
  bag.roles.some((role) => role.kind === 'announces' && said.test(role.said))
/** A limit order below the market buys. */
const isBelowMarket = ({ kind, value }: Role): boolean =>
  kind === 'price' && (value as { price: { relative?: string } }).price.relative?.startsWith('-') === true
const SIDELESS = /\border(?! for)\b(?:\W|on|to|at|\s)*$/i
const SIDELESS_FOR = /\border for$/i

/** 'Sell 10 SOL at $150' sells SOL, or 10 SOL worth of an unnamed token. */
const isMoneyItself = (bag: Bag, amount: Role<'amount'> | undefined): boolean =>
  amount?.value.unit === 'SOL' &&
  !/\bworth\b/i.test(amount.said) &&
  !bag.roles.some(({ kind, mentions }) => kind === 'asset' || mentions.some((one) => one.kind === 'token'))

/** A bid or an offer has a price. */
const bids = (bag: Bag): boolean =>
  bag.all('verb').some(({ said }) => /^(?:bid|bidding|offer|offering|ask)\b/i.test(said))

/** 'Limit buy 2 SOL of WIF 1.45': of two amounts the bare or dollar one that follows is the price. */
function bareFigureAsPrice(bag: Bag): void {
  const [first, second, ...more] = bag.all('amount')
  if (first && !second && bag.announces('limit') && isBehindToken(bag, first)) {
    Object.assign(first, { kind: 'price', value: { limit: 'at', price: { price: first.value.value } } })
    return
  }
  if (!first || !second || more.length > 0 || bag.has('price')) return
  // '-5 % 1 sol limit' is that far from the market.
  if (bag.announces('limit') && first.value.negative === true && first.value.unit === 'percent') {
    const price = { relative: `-${first.value.value}` }
    Object.assign(first, { kind: 'price', value: { limit: 'at', price } })
    return
  }
  const isPrice = ({ value: { unit } }: Role<'amount'>) => unit === 'none' || unit === 'USD'
  const ordered = bag.has('expiry') && !isPrice(first)
  const waits = bag.announces('limit') || bids(bag) || ordered
  // 'Buy BONK 0.000015 dollar, amount 4 SOL, good for a day'
  const before =
    bag.has('expiry') && /^(?:amount|size|sum|quantity|qty)$/.test(second.lead) && !isPrice(second)
  // 'JUP bid 0.44, 3 SOL'
  const isBare = first.value.unit === 'none' && second.value.unit === 'USD'
  // 'Buy WIF 1.4$ 0.5 SOL lmt'
  const leads = bag.announces('limit') && !isPrice(second) && isBehindToken(bag, first)
  const bid = bids(bag) && isPrice(first) && (isBare || !isPrice(second))
  const figure =
    bid || leads || (before && isPrice(first)) ? first : waits && isPrice(second) ? second : undefined
  if (!figure) return
  // 'Limit sell wif 150 10', 'buy jup $0.8 $100 limit': which of them is the price?
  const left = figure === first ? second : first
  const isEither =
    (first.value.unit === 'none' && second.value.unit === 'none') ||
    (left.value.unit === 'USD' && compare(left.value.value, figure.value.value) < 0)
  if (isEither) return void Object.assign(figure, { kind: 'price_or_amount', value: {} })
  const { value } = figure.value
  Object.assign(figure, { kind: 'price', value: { limit: 'at', price: { price: value } } })
}

/** 'Limit buy WIF $1.30': the price is behind the token, an amount before it. */
function isBehindToken(bag: Bag, { from, value, said }: Role<'amount'>): boolean {
  const isBare = (value.unit === 'USD' || value.unit === 'none') && value.prep === '' && /[$.]/.test(said)
  return isBare && !bag.has('price') && bag.roles.some((role) => role.kind === 'asset' && role.to === from)
}
