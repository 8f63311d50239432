/** The parts of a trade: the direction, the token, its quote, and the amount. */
import { compare } from '../text/decimal.ts'
import { type Asset, toAsset, type Base, getName } from '../text/names.ts'
import { notOffered } from '../intents/not-offered.ts'
import type { Asked } from '../intents/outcome.ts'
import {
  buyOrSell,
  howMuch,
  oneToken,
  outside,
  refuse,
  saidTwice,
  whatMeans,
  whichFirst,
  whichPrice,
  whichToken,
} from '../intents/questions.ts'
import type { Bag } from './bag.ts'
import { DIRECTED, FOR, isGiven, isUnsaid, PAID } from './given.ts'
import { isEqual, isOfSide, isSame } from './same-amount.ts'
import { isJoinedSale } from './joined-sale.ts'
import type { Direction, Role, Trade, Verb } from './roles.ts'
import { isSell, type Named, findSide, STABLE, readVerbs } from './side.ts'

export type Settings = {
  tokenAddress: string | null
  symbolOf(mint: string): string | undefined
  /** The unit of a figure that answers 'how much'. */
  bare?: boolean
}

const VERSUS = new Set(['against', 'versus', 'vs'])

/** The named tokens and quotes, each with the word that leads to it; including those that a rule only skipped over. */
function namedIn(bag: Bag): Named[] {
  return bag.roles.flatMap((role): Named[] => {
    const { asset } = role.value as { asset?: Asset }
    const led = role.kind === 'asset' || role.kind === 'target'
    if (asset && OWN_ASSET.has(role.kind)) return [{ asset, role, lead: led ? role.lead : '' }]
    return UNIT_ONLY.has(role.kind) ? [] : role.mentions.map((one) => ({ asset: one, role, lead: '' }))
  })
}
const DIP = /\bthe dip\b/i
const OWN_ASSET = new Set(['asset', 'amount', 'price', 'target'])
/** SOL in 'budget of 3 SOL' is a unit. */
const UNIT_ONLY = new Set(['amount', 'max_spend', 'daily_loss'])

/** `both`: for a type that buys and sells, and verbs without a direction. */
export function readTrade(
  bag: Bag,
  settings: Settings,
  how: { both?: boolean; side?: Direction } = {},
): Trade | { asked: Asked } {
  const verbs = readVerbs(bag)
  // Nobody has said whether there is a dip already.
  const isDip = bag.roles.some(({ kind, said }) => kind === 'verb' && DIP.test(said))
  if (isDip && !how.both && !bag.has('price', 'price_or_amount')) return whichPrice()
  const amounts = bag.all('amount')
  const [amount, second] = amounts
  const oneWay = how.both ? oneWayIn(bag) : undefined
  if (oneWay) return whatMeans(oneWay)
  // 'Buy 1000 BONK for 1 SOL' names it twice.
  const paid = second?.value.prep
  if (amount && second && !how.both && (paid === 'for' || paid === 'with'))
    return howMuch('should it be? The text names two amounts, and an order has one')
  if (amount && second?.value.negative && !how.both)
    return refuse(notOffered('vague', `${amount.said}${second.said}`).sentence)
  const named = namedIn(bag)
  const tokens = [
    ...new Map(
      named.flatMap(({ asset }) => (asset.kind === 'token' ? [[asset.mint, asset] as const] : [])),
    ).values(),
  ]
  // 'Buy 1 SOL of BONK and 2 SOL of JUP'
  if (amount && second && !how.both && tokens.length > 1 && isJoined(bag, amount, second))
    return whichFirst(amounts.map(({ said }) => said))
  if (amount && second && !how.both && isSame(amount, second))
    return howMuch('should it be? The text names two amounts, and an order has one')
  if (amount && second && !how.both) return whichFirst(amounts.map(({ said }) => said))
  // 'Buy 0.1 SOL below 30 and sell 0.1 SOL above 70': one amount for both sides.
  const others = amounts.slice(1)
  const differs = others.find(
    (one) => others.length > 1 || !(amount && isEqual(amount, one) && isOfSide(bag, one)),
  )
  if (differs) return saidTwice(differs.said)
  for (const one of others) bag.mark(one, 'amount')
  if (tokens.length > 1) return oneToken(tokens.map(getName))
  if (!how.both && !how.side && verbs.has('buy') && isSell(verbs)) return whichFirst(['buy', 'sell'])
  if (!how.both && how.side !== 'buy' && isJoinedSale(bag, amount)) return buyOrSell()
  for (const role of [...bag.all('verb'), ...bag.all('asset')])
    bag.mark(role, role.kind === 'verb' ? 'trade_direction' : 'token_address')
  if (amount) bag.mark(amount, 'amount')
  if (how.both) for (const role of bag.all('both_ways')) bag.mark(role, 'trade_direction')
  if (amount && (amount.value.negative || compare(amount.value.value, '0') === 0)) return outside()
  if (amount?.value.unit === 'percent' && compare(amount.value.value, '100') > 0) return outside()
  // 'Execute 2 SOL of WIF' names no side.
  if (amount && verbs.size === 0 && bag.text.words[amount.from - 1]?.text === 'execute' && !how.side)
    return buyOrSell()
  const [token] = tokens
  const made = token
    ? withToken(bag, token, named, amount, verbs, how)
    : withoutToken(bag, named, amount, verbs, settings, how)
  return 'asked' in made ? made : { amount, ...made }
}

/** '1 SOL of BONK and 2 SOL of JUP', in one sentence. */
const isJoined = ({ text }: Bag, { to }: Role, { from }: Role): boolean => {
  const between = text.words.slice(to, from + 1).map((word) => word.text)
  return between.some((word) => JOINS.has(word)) && !between.includes('.')
}
const JOINS = new Set(['and', '&', ',', 'plus', '+'])

/** 'Only sells', 'just buying', 'longs only' beside a plan that trades both ways. */
function oneWayIn({ roles, text }: Bag): string | undefined {
  for (const [i, { kind, value, from, to, said }] of roles.entries()) {
    if (kind !== 'verb' || !ORDERS.has((value as { verb: string }).verb)) continue
    let end = to
    while (NOUNS.has(text.words[end]?.text ?? '')) end++
    const [before, after] = [text.words[from - 1]?.text ?? '', text.words[end]?.text ?? '']
    // 'Only buy 0.2 SOL of it' bounds the amount.
    const next = roles[i + 1]?.kind ?? ''
    if (ONLY.has(after)) return `${said} ${after}`
    if (ONLY.has(before) && !['amount', 'asset', 'each'].includes(next)) return `${before} ${said}`
  }
  return undefined
}
const ORDERS = new Set(['buy', 'sell'])
const NOUNS = new Set(['orders', 'order', 'trades', 'signals', 'side', 'sides'])
const ONLY = new Set(['only', 'just', 'solely', 'exclusively', 'purely', 'merely'])

type Made = Omit<Trade, 'amount'> | { asked: Asked }

const quoteSaid = (named: Named[], amount: Role<'amount'> | undefined): 'SOL' | 'USDC' | undefined => {
  const stable = named.find(({ asset, role }) => STABLE.has(asset.kind) && role.kind !== 'price')?.asset.kind
  if (stable === 'SOL' || stable === 'USDC') return stable
  const unit = amount?.value.unit
  return unit === 'SOL' || unit === 'USDC' ? unit : undefined
}

function withToken(
  bag: Bag,
  token: Base,
  named: Named[],
  amount: Role<'amount'> | undefined,
  verbs: Set<Verb>,
  how: { both?: boolean; side?: Direction },
): Made {
  const stables = new Set(
    named.flatMap(({ asset, role }) => (STABLE.has(asset.kind) && role.kind !== 'price' ? [asset.kind] : [])),
  )
  const unit = amount?.value.unit
  if (unit === 'USDC') stables.add(unit)
  if (stables.size > 1) return oneToken([getName(token), 'SOL'])
  const into = !amount && named.some(({ asset, lead }) => lead === 'into' && !STABLE.has(asset.kind))
  // 'Sell 20 USDC for BONK' buys BONK.
  const money = unit === 'SOL' || unit === 'USDC'
  const forToken = money && named.some(({ asset, lead }) => asset.kind === 'token' && FOR.has(lead))
  const gives = isSell(verbs) && !how.side && forToken && amount?.value.prep === ''
  const side = gives ? 'buy' : (findSide(named, amount, token, verbs, how) ?? (into ? 'buy' : undefined))
  if (!side) return buyOrSell()
  // 'Get 2 SOL for my JUP', 'collect 2 SOL from my JUP': the holding pays for it.
  const mine = named.some(
    ({ asset, role }) => asset.kind === 'token' && role.kind === 'asset' && FOR_MINE.test(role.said),
  )
  if (side === 'buy' && !how.both && !how.side && money && amount?.value.prep === '' && mine)
    return buyOrSell()
  if (side === 'buy' && !how.both && !how.side && isGiven(bag, token, named, amount)) return buyOrSell()
  if (side === 'sell' && !how.both && !how.side && isUnsaid(bag, amount, verbs)) return buyOrSell()
  // A token is traded for SOL or USDC, not for another one; and nobody sells the token that they get.
  const other = named.some(
    ({ asset, role }) => asset.kind === 'token' && role.kind === 'asset' && FOR_IT.test(role.said),
  )
  const backward = named.some(
    ({ asset, lead }) => STABLE.has(asset.kind) && (lead === 'with' || lead === 'using'),
  )
  if (side === 'sell' && !gives && !how.both && !how.side && (other || backward))
    return oneToken([getName(token)])
  // 'Trade 2 SOL of JUP' has no direction; 'trade 2 SOL for JUP' does.
  // 'Swap BONK for 0.5 SOL': as much as is worth that.
  if (verbs.has('convert') && money && amount?.lead === 'for' && !how.both && !how.side) {
    amount.value.prep = 'worth'
    return { side: 'sell', base: token, quote: unit === 'USDC' ? 'USDC' : 'SOL', assumptions: [] }
  }
  const plainTrade = verbs.has('convert') && !verbs.has('buy') && !isSell(verbs) && !how.side && !how.both
  if (
    plainTrade &&
    side === 'buy' &&
    named.every(({ lead, role }) => role.kind !== 'asset' || !DIRECTED.has(lead))
  )
    return buyOrSell()
  const said = quoteSaid(named, amount)
  return { side, base: token, quote: said ?? 'SOL', assumptions: said ? [] : ['Traded against SOL.'] }
}
const PRONOUN = /\b(?:it|them)$/i
/** 'For JUP', 'into my JUP'. */
const FOR_IT = /\b(?:for|into|to)\s+(?:my\s+|some\s+)?\S+$/i
const FOR_MINE = /^(?:for|from|out of)\s+(?:all\s+(?:of\s+)?)?(?:my|our)\b/i

function withoutToken(
  bag: Bag,
  named: Named[],
  amount: Role<'amount'> | undefined,
  verbs: Set<Verb>,
  settings: Settings,
  how: { both?: boolean; side?: Direction },
): Made {
  // 'If SOL drops to $120 buy 500 USDC of it': 'it' is the token of the condition.
  const [waited] = bag.all('price').flatMap(({ value }) => (value.asset?.kind === 'SOL' ? [value.asset] : []))
  if (
    waited &&
    amount?.value.unit === 'USDC' &&
    named.some(({ asset, role }) => asset.kind === 'it' && PRONOUN.test(role.said))
  )
    return { side: isSell(verbs) ? 'sell' : 'buy', base: { kind: 'SOL' }, quote: 'USDC', assumptions: [] }
  const stables = named.filter(
    ({ asset, role }) => STABLE.has(asset.kind) && (role.kind === 'asset' || role.kind === 'target'),
  )
  const unit = amount?.value.unit
  const from =
    unit === 'SOL' || unit === 'USDC'
      ? unit
      : STABLE.has(amount?.value.asset?.kind ?? '')
        ? (amount?.value.asset?.kind as 'SOL' | 'USDC')
        : undefined
  const other = stables.find(({ asset }) => asset.kind !== from)
  const pair = (base: 'SOL' | 'USDC', side: Direction): Made => ({
    side,
    base: { kind: base },
    quote: base === 'SOL' ? 'USDC' : 'SOL',
    assumptions: from !== undefined && other ? [] : [`Traded against ${base === 'SOL' ? 'USDC' : 'SOL'}.`],
  })
  if (stables.length > 0 && other) {
    const to = other.asset.kind as 'SOL' | 'USDC'
    const paid = PAID.has(other.lead)
    // 'Balance this token against USDC': for a kept share, USDC is only its quote.
    if (how.both && VERSUS.has(other.lead) && from === undefined && stables.length === 1)
      return ofSettings(named, amount, verbs, settings, how)
    // '70 % in this coin, 30 % in SOL'.
    if (how.both && from === undefined && stables.length === 1 && hasIt(named))
      return ofSettings(named, amount, verbs, settings, how)
    if (how.both) return paid && from ? pair(from, 'buy') : pair(stables.length > 1 ? 'SOL' : to, 'buy')
    if (from === undefined) {
      // 'Convert everything to SOL': the token of the settings.
      if (verbs.has('convert') && amount?.value.unit === 'percent' && FOR.has(other.lead))
        return ofSettings(named, amount, verbs, settings, { ...how, side: 'sell' })
      if (stables.length > 1) {
        // 'Swap SOL to USDC, 5 % a day'
        const got = verbs.has('convert') && stables.find(({ lead }) => FOR.has(lead))?.asset.kind
        if (got && !isSell(verbs)) return pair('SOL', got === 'USDC' ? 'sell' : 'buy')
        const paidWith = stables.find(({ lead }) => PAID.has(lead))?.asset.kind
        return pair(paidWith === 'SOL' ? 'USDC' : 'SOL', isSell(verbs) ? 'sell' : 'buy')
      }
      // 'Buy this with USDC': the token of the settings.
      if (paid || (isSell(verbs) && other.lead !== 'of' && hasIt(named)))
        return ofSettings(named, amount, verbs, settings, how)
      return pair(to, how.side ?? (isSell(verbs) ? 'sell' : 'buy'))
    }
    if (hasIt(named)) return ofSettings(named, amount, verbs, settings, how)
    if (isSell(verbs)) return other.lead === 'of' ? pair(to, 'sell') : pair(from, 'sell')
    if (verbs.has('convert')) return from === 'SOL' ? pair('SOL', 'sell') : pair('SOL', 'buy')
    return paid && amount?.value.prep === '' ? pair(from, 'buy') : pair(to, 'buy')
  }
  if (isSell(verbs) && amount && from !== undefined && !hasIt(named)) {
    if (unit === 'percent') return pair(from, 'sell')
    if (settings.tokenAddress === null) return pair(from, 'sell')
  }
  if (stables.length > 0 && from !== undefined && !hasIt(named) && !how.both && isSell(verbs))
    return pair(from, 'sell')
  return ofSettings(named, amount, verbs, settings, how)
  function hasIt(all: Named[]) {
    return all.some(({ asset }) => asset.kind === 'it') && bag.has('asset', 'amount')
  }
}

function ofSettings(
  named: Named[],
  amount: Role<'amount'> | undefined,
  verbs: Set<Verb>,
  settings: Settings,
  how: { both?: boolean; side?: Direction },
): Made {
  const { tokenAddress } = settings
  if (tokenAddress === null) return whichToken()
  const base = toAsset(tokenAddress, settings.symbolOf(tokenAddress)) as Base
  const side = findSide(named, amount, base, verbs, how)
  if (!side) return buyOrSell()
  const said = quoteSaid(named, amount)
  const quote = said ?? (base.kind === 'SOL' ? 'USDC' : 'SOL')
  if (base.kind === quote) return whatMeans(getName(base))
  return {
    side,
    base,
    quote,
    assumptions: ['Token taken from settings.', ...(said ? [] : [`Traded against ${quote}.`])],
  }
}
