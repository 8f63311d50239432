/** Tells whether a text buys or sells. */
import { type Asset, type Base, getName } from '../text/names.ts'
import type { Bag } from './bag.ts'
import type { Direction, Role, Verb } from './roles.ts'

/** A named token or quote, with the word that leads to it. */
export type Named = { asset: Asset; role: Role; lead: string }
export const STABLE = new Set(['SOL', 'USDC'])

/** 'Split 3000 JUP into 30 sells': the counted noun tells the side if no verb does. */
function countedAs(bag: Bag): Verb[] {
  const said = bag.roles.filter(({ kind }) => COUNTED.has(kind)).map(({ said: words }) => words)
  if (said.some((words) => /\b(?:sells|sales)\b/i.test(words))) return ['sell']
  return said.some((words) => /\b(?:buys|purchases)\b/i.test(words)) ? ['buy'] : []
}
const COUNTED = new Set(['slices', 'count', 'rate'])

export function readVerbs(bag: Bag): Set<Verb> {
  const roles = bag.all('verb')
  const verbs = new Set(bag.has('verb') ? roles.map(({ value }) => value.verb) : countedAs(bag))
  if (roles.some(({ value, said }) => value.verb === 'convert' && TRADES.test(said))) verbs.add('trade')
  // To want 300 WIF is to buy them; to want an order for 300 WIF leaves the side open.
  if (verbs.has('want') && bag.text.words.some(({ text }) => ORDERS.has(text))) verbs.delete('want')
  return verbs
}
const TRADES = /\btrad(?:e|ing)$/i
const ORDERS = new Set(['order', 'orders'])
export const isSell = (verbs: Set<Verb>) => verbs.has('sell') || verbs.has('exit') || verbs.has('dca_out')

const OF_WALLET = /\b(?:wallets?|portfolio|account|capital|savings|funds?|money|cash)\s+(?:in|into|on)\b/i
const PUT_IT = /^put\b.*(?<!\b(?:in|into|on|onto) )\b(?:it|that|this|them|everything|all)$/i
const PUT = /^(?:put|spend|use|throw|pour)\b/i
const INVESTS = /^(?:put|spend|use|throw|pour|invest|allocate)(?:t?ing)?\b/i
/** 'Put it all in BONK'; 'drip 1 % of my WIF' sells. */
const GOES_IN = /\b(?:in|into|on)\s+\S+$/i
const isStable = (asset: Asset | undefined) => asset !== undefined && STABLE.has(asset.kind)
const isInward = (named: Named[]) =>
  named.some(({ asset, lead }) => !STABLE.has(asset.kind) && INWARD.has(lead))
const INWARD = new Set(['in', 'into', 'on', 'onto'])
/** 'DCA 100 JUP into USDC' sells, 'DCA 100 USDC into JUP' buys. */
const goesInto = (named: Named[]): boolean =>
  named.some(({ asset, lead }) => STABLE.has(asset.kind) && ['into', 'to', 'onto'].includes(lead))

const TARGET = new Set(['for', 'into', 'to', 'onto', 'against'])
const COINS = new Set<unknown>(['SOL', 'USDC'])
const isCoin = (amount: Role<'amount'> | undefined): boolean => COINS.has(amount?.value.unit)
const MONEY = new Set<unknown>(['SOL', 'USDC', 'USD'])
function isMoneyIn(named: Named[], amount: Role<'amount'> | undefined): boolean {
  const tokens = named.filter(({ asset }) => asset.kind === 'token')
  return (
    MONEY.has(amount?.value.unit) &&
    tokens.length > 0 &&
    tokens.every(({ lead }) => lead === 'in' || lead === 'on')
  )
}

export function findSide(
  named: Named[],
  amount: Role<'amount'> | undefined,
  base: Base,
  verbs: Set<Verb>,
  how: { side?: Direction; both?: boolean },
): Direction | undefined {
  if (how.side) return how.side
  // 'Drop 25 USDC in BONK' may put it there, 'unload $50 in JUP' may sell that much of it.
  if (isSell(verbs)) return !how.both && isMoneyIn(named, amount) ? undefined : 'sell'
  // '20 % in WIF', 'invest 40 % in WIF' go there, or are there.
  const onlyPuts = [...verbs].every((one) => one === 'put' || one === 'want')
  if (amount?.value.unit === 'percent' && GOES_IN.test(amount.said) && onlyPuts && !amount.value.all)
    return isStable(amount.value.asset) ? 'buy' : undefined
  // 'All in WIF' may be all of it, or the whole wallet.
  if (/^all in\b/i.test(amount?.said ?? '') && amount?.value.asset?.kind === 'token' && verbs.size === 0)
    return undefined
  // 'Put all of it in BONK': an earlier amount.
  const isIt = amount?.value.asset?.kind === 'it' || PUT_IT.test(amount?.said ?? '')
  if (isIt && isInward(named)) return undefined
  if (PUT.test(amount?.said ?? '') && amount?.value.unit === 'percent' && !isStable(amount.value.asset))
    return undefined
  // 'Buy 0.5 SOL from WIF' may buy WIF, or SOL with WIF.
  if (
    verbs.has('buy') &&
    isCoin(amount) &&
    named.some(({ asset, lead }) => lead === 'from' && !isStable(asset))
  )
    return undefined
  if (verbs.has('buy') || how.both || amount?.value.all) return 'buy'
  const value = amount?.value
  // 'Put 30 in WIF', 'invest 30 in WIF': the unit is asked for.
  if (value?.unit === 'none' && INVESTS.test(amount?.said ?? '') && isInward(named)) return 'buy'
  // 'Put everything in BONK', but never 'everything of BONK'.
  if (value?.unit === 'percent' && verbs.size === 0 && isInward(named))
    return isStable(value.asset) ? 'buy' : undefined
  const isBase =
    value?.unit === 'token' ||
    (value?.asset !== undefined && getName(value.asset as Base) === getName(base)) ||
    value?.asset?.kind === 'it'
  // '500 JUP should go', 'put 500 JUP at $1': nobody pays with the token that they would get.
  const onlyPut = verbs.has('put') && [...verbs].every((one) => one === 'put' || one === 'want')
  if (onlyPut && value?.unit === 'token' && !goesInto(named)) return undefined
  // 'Trade 300 JUP', 'trade half a SOL of WIF' may be either way; 'swap 300 JUP' gives them.
  const isSum = value?.unit === 'token' || MONEY.has(value?.unit)
  if (verbs.has('trade') && isSum && !named.some(({ lead }) => TARGET.has(lead))) return undefined
  if (verbs.has('convert')) return convertedTo(named, amount, isBase)
  if (isBase && value && goesInto(named)) return 'sell'
  // 'WIF -> USDC, 80 %': of the given token.
  const isShareOfIt = value?.unit === 'percent' && value.asset === undefined && value.prep === ''
  if (isShareOfIt && verbs.size === 0 && isArrowed(named)) return 'sell'
  // 'Half my wallet in JUP' may be put there, or kept there.
  if (verbs.size === 0 && value?.unit === 'percent' && OF_WALLET.test(amount?.said ?? '')) return undefined
  // A share of a holding of the token can only be sold.
  if (
    isBase &&
    value?.unit === 'percent' &&
    value.asset?.kind === 'token' &&
    !verbs.has('stack') &&
    !(verbs.has('put') && GOES_IN.test(amount?.said ?? '')) &&
    !verbs.has('want')
  )
    return 'sell'
  if (isBase && value?.unit === 'percent' && verbs.size === 0) return 'sell'
  if (verbs.size > 0) return 'buy'
  return value && !isBase && value.unit !== 'none' && (value.unit !== 'percent' || value.asset !== undefined)
    ? 'buy'
    : undefined
}

/** 'WIF -> USDC' */
const isArrowed = ([given, got, ...more]: Named[]): boolean =>
  given?.asset.kind === 'token' &&
  got !== undefined &&
  more.length === 0 &&
  STABLE.has(got.asset.kind) &&
  /^\W*[-=]+>|^→/.test(got.role.said)

/** 'Swap 300 WIF', 'swap $50 of WIF to SOL', 'swap WIF to SOL' give it; 'swap SOL for 300 WIF' gets it. */
function convertedTo(
  named: Named[],
  amount: Role<'amount'> | undefined,
  isBase: boolean,
): Direction | undefined {
  const money = named.filter(({ asset, role }) => STABLE.has(asset.kind) && role.kind === 'asset')
  const becomes = money.some(({ lead }) => TARGET.has(lead) && lead !== 'against')
  const isToken = ({ asset, lead }: Named) => asset.kind === 'token' && !DIRECTED.has(lead)
  const isTurned = becomes && named.some(isToken) && !named.some(isGot)
  if (!amount) return isTurned ? 'sell' : undefined
  const { unit } = amount.value
  if (isBase && unit === 'token' && INTO.has(amount.lead)) return undefined
  if (isBase) return money.some(({ lead }) => GIVEN.has(lead)) ? undefined : 'sell'
  const isOpen = MONEY.has(unit) || unit === 'none' || (unit === 'percent' && !amount.value.asset)
  return isOpen && isTurned ? 'sell' : 'buy'
}
const DIRECTED = new Set(['for', 'into', 'to', 'onto', 'against'])
const isGot = ({ asset, lead }: Named): boolean => asset.kind === 'token' && DIRECTED.has(lead)
const INTO = new Set(['for', 'into', 'to', 'onto'])
const GIVEN = new Set(['from', 'with', 'using'])
