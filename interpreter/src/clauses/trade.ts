/** Who trades what for what: the direction, the token, what it is traded against, and the amount. */
import { compare } from '../text/decimal.ts'
import { type Asset, assetOf, type Base, nameOf } from '../text/names.ts'
import type { Asked } from '../intents/outcome.ts'
import {
  buyOrSell,
  howMuch,
  oneToken,
  saidTwice,
  whatMeans,
  whichFirst,
  whichToken,
} from '../intents/questions.ts'
import type { Bag } from './bag.ts'
import type { Amount, Direction, Role, Trade, Verb } from './roles.ts'

export type Settings = {
  tokenAddress: string | null
  symbolOf(mint: string): string | undefined
  /** The unit of a figure that answers 'how much'. */
  bare?: boolean
}
type Named = { asset: Asset; role: Role; lead: string }

const STABLE = new Set(['SOL', 'USDC'])
const PAID = new Set([
  'with',
  'using',
  'from',
  'against',
  'versus',
  'vs',
  'via',
  'paying',
  'out',
  'paid',
  'funded',
])

const verbsOf = (bag: Bag): Set<Verb> => new Set(bag.all('verb').map(({ value }) => value.verb))
const isSell = (verbs: Set<Verb>) => verbs.has('sell') || verbs.has('exit') || verbs.has('dca_out')

/** The tokens and quotes that are named, each with the word that leads to it; also those that a rule only read over. */
function namedIn(bag: Bag): Named[] {
  return bag.roles.flatMap((role): Named[] => {
    const { asset } = role.value as { asset?: Asset }
    const led = role.kind === 'asset' || role.kind === 'target'
    if (asset && OWN_ASSET.has(role.kind)) return [{ asset, role, lead: led ? role.lead : '' }]
    return UNIT_ONLY.has(role.kind) ? [] : role.mentions.map((one) => ({ asset: one, role, lead: '' }))
  })
}
const OWN_ASSET = new Set(['asset', 'amount', 'price', 'target'])
/** SOL in 'budget of 3 SOL' is a unit. */
const UNIT_ONLY = new Set(['amount', 'max_spend', 'daily_loss'])

/** `both`: of a type that buys and sells, where verbs say no direction. */
export function tradeOf(
  bag: Bag,
  settings: Settings,
  how: { both?: boolean; side?: Direction } = {},
): Trade | { asked: Asked } {
  const verbs = verbsOf(bag)
  const amounts = bag.all('amount')
  const [amount, second] = amounts
  if (amount && second && !how.both) return whichFirst(amounts.map(({ said }) => said))
  if (second) return saidTwice(second.said)
  const named = namedIn(bag)
  const tokens = [
    ...new Map(
      named.flatMap(({ asset }) => (asset.kind === 'token' ? [[asset.mint, asset] as const] : [])),
    ).values(),
  ]
  if (tokens.length > 1) return oneToken(tokens.map(nameOf))
  if (!how.both && !how.side && verbs.has('buy') && isSell(verbs)) return whichFirst(['buy', 'sell'])
  for (const role of [...bag.all('verb'), ...bag.all('asset')])
    bag.mark(role, role.kind === 'verb' ? 'trade_direction' : 'token_address')
  if (amount) bag.mark(amount, 'amount')
  if (amount && (amount.value.negative || compare(amount.value.value, '0') === 0))
    return howMuch('should it be, above 0')
  if (amount?.value.unit === 'percent' && compare(amount.value.value, '100') > 0)
    return howMuch('should it be? It is at most 100 %, not more')
  const [token] = tokens
  const made = token
    ? withToken(token, named, amount, verbs, how)
    : withoutToken(bag, named, amount, verbs, settings, how)
  return 'asked' in made ? made : { amount, ...made }
}

type Made = Omit<Trade, 'amount'> | { asked: Asked }

function sideOf(
  amount: Role<'amount'> | undefined,
  base: Base,
  verbs: Set<Verb>,
  how: { side?: Direction; both?: boolean },
): Direction | undefined {
  if (how.side) return how.side
  if (isSell(verbs)) return 'sell'
  if (verbs.has('buy') || how.both) return 'buy'
  const value = amount?.value
  const isBase =
    value?.unit === 'token' ||
    (value?.asset !== undefined && nameOf(value.asset as Base) === nameOf(base)) ||
    value?.asset?.kind === 'it'
  if (verbs.has('convert')) return isBase ? 'sell' : value === undefined ? undefined : 'buy'
  // A share of what is held of the token can only be sold.
  if (
    isBase &&
    value?.unit === 'percent' &&
    value.asset?.kind === 'token' &&
    !verbs.has('stack') &&
    !verbs.has('want')
  )
    return 'sell'
  if (isBase && value?.unit === 'percent' && verbs.size === 0) return 'sell'
  if (verbs.size > 0) return 'buy'
  return value && !isBase && value.unit !== 'none' && (value.unit !== 'percent' || value.asset !== undefined)
    ? 'buy'
    : undefined
}

const quoteSaid = (named: Named[], amount: Role<'amount'> | undefined): 'SOL' | 'USDC' | undefined => {
  const stable = named.find(({ asset, role }) => STABLE.has(asset.kind) && role.kind !== 'price')?.asset.kind
  if (stable === 'SOL' || stable === 'USDC') return stable
  const unit = amount?.value.unit
  return unit === 'SOL' || unit === 'USDC' ? unit : undefined
}

function withToken(
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
  if (stables.size > 1) return oneToken([nameOf(token), 'SOL'])
  const into = !amount && named.some(({ lead }) => lead === 'into')
  const side = sideOf(amount, token, verbs, how) ?? (into ? 'buy' : undefined)
  if (!side) return buyOrSell()
  // 'Trade 2 SOL of JUP' says no direction; 'trade 2 SOL for JUP' does.
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
const DIRECTED = new Set(['for', 'to', 'into', 'onto', 'in', 'and', 'against', 'on'])

function withoutToken(
  bag: Bag,
  named: Named[],
  amount: Role<'amount'> | undefined,
  verbs: Set<Verb>,
  settings: Settings,
  how: { both?: boolean; side?: Direction },
): Made {
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
    if (how.both) return paid && from ? pair(from, 'buy') : pair(stables.length > 1 ? 'SOL' : to, 'buy')
    if (from === undefined) {
      if (stables.length > 1) {
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
  const base = assetOf(tokenAddress, settings.symbolOf(tokenAddress)) as Base
  const side = sideOf(amount, base, verbs, how)
  if (!side) return buyOrSell()
  const said = quoteSaid(named, amount)
  const quote = said ?? (base.kind === 'SOL' ? 'USDC' : 'SOL')
  if (base.kind === quote) return whatMeans(nameOf(base))
  return {
    side,
    base,
    quote,
    assumptions: ['The token is the one of the settings.', ...(said ? [] : [`Traded against ${quote}.`])],
  }
}

/** The amount as a plan holds it. `what`: how it is asked for. */
export function amountOf(
  { side, base, quote, amount }: Trade,
  what: string,
  settings: Settings,
): Amount | { asked: Asked } {
  if (!amount) return howMuch(what)
  const { value, unit, asset, prep } = amount.value
  if (unit === 'token' || unit === 'USD' || unit === 'USDC' || unit === 'SOL') {
    if (side === 'sell' && prep === 'for' && unit !== 'token') return howMuch(what)
    if (unit === 'SOL' && base.kind !== 'SOL' && quote !== 'SOL') return howMuch(what)
    return { value, unit }
  }
  if (unit === 'percent') {
    const ofBase = asset !== undefined && (asset.kind === 'it' || nameOf(asset) === nameOf(base))
    if (side === 'buy' && ofBase) return howMuch(what)
    if (side === 'sell' && asset !== undefined && !ofBase) return howMuch(what)
    return { value, unit }
  }
  if (side === 'sell') return { value, unit: 'token' }
  return settings.bare ? { value, unit: quote } : howMuch(what)
}
