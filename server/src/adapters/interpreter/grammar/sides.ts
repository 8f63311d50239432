/** Which token is traded, against what and in which direction, from the verbs and the places that tokens have in the text. */
import { SOL_MINT, USDC_MINT } from '@purser/contract/tokens.ts'
import type { Interpretation, InterpreterRequest } from '../../../ports/interpreter.ts'
import type { Asset, Fact, Verb } from './facts.ts'
import { tokenAsset } from './lexer.ts'
import { ask } from './replies.ts'
import * as T from './token-types.ts'

export type AmountFact = Extract<Fact, { is: 'amount' }>
type Known = Exclude<Asset, { kind: 'it' }>
export type Sides = {
  direction: 'buy' | 'sell'
  base: Known
  quote: 'SOL' | 'USDC'
  quoteSaid: boolean
  fromSetting: boolean
}

const same = (a: Asset, b: Asset) =>
  a.kind === b.kind && (a.kind !== 'token' || a.mint === (b as typeof a).mint)
const stable = (a: Asset | undefined): a is { kind: 'SOL' } | { kind: 'USDC' } =>
  a?.kind === 'SOL' || a?.kind === 'USDC'
export const mintOf = (a: Known) => (a.kind === 'SOL' ? SOL_MINT : a.kind === 'USDC' ? USDC_MINT : a.mint)
export const nameOf = (a: Asset): string =>
  a.kind === 'it'
    ? 'it'
    : a.kind === 'token'
      ? (a.symbol ?? `${a.mint.slice(0, 4)}...${a.mint.slice(-4)}`)
      : a.kind

type Place = { asset: Asset; side: 'got' | 'spent' | 'object' | 'none'; money: boolean }

/** Tokens that carry a name of their own, each once. */
export function namedTokens(facts: Fact[]): Known[] {
  const found: Known[] = []
  for (const fact of facts) {
    const asset = fact.is === 'asset' || fact.is === 'amount' ? fact.asset : undefined
    if (asset?.kind === 'token' && !found.some((f) => same(f, asset))) found.push(asset)
  }
  return found
}

export const whichOf = (tokens: Asset[]): Interpretation =>
  ask(
    `Which token should I trade, ${tokens.map(nameOf).join(' or ')}? One instruction trades one token, against SOL or USDC.`,
  )

export function sidesOf(
  facts: Fact[],
  amount: AmountFact | undefined,
  verb: Verb,
  request: InterpreterRequest,
): { sides: Sides } | { reply: Interpretation } {
  const named = namedTokens(facts)
  if (named.length > 1) return { reply: whichOf(named) }
  const setting: Known | undefined =
    request.tokenAddress === null
      ? undefined
      : tokenAsset(request.tokenAddress, request.tokens.find((t) => t.mint === request.tokenAddress)?.symbol)
  const buying = verb === 'buy' || verb === 'want'
  const selling = verb === 'sell' || verb === 'exit'
  const places = facts.flatMap((fact): Place[] => placesOf(fact, verb, amount?.unit === 'USD'))
  const here = (side: Place['side']) => places.filter((p) => p.side === side)
  const pick = (list: Place[]) =>
    list.find((p) => p.asset.kind === 'token') ?? list.find((p) => p.asset.kind === 'it') ?? list[0]
  let got = pick(here('got'))?.asset
  let spent = pick(here('spent'))?.asset
  for (const side of ['got', 'spent'] as const) {
    const kinds = new Set(
      here(side)
        .filter((p) => p.asset.kind !== 'it')
        .map((p) => nameOf(p.asset)),
    )
    if (kinds.size > 1) return { reply: ask(`Which token should I use, ${[...kinds].join(' or ')}?`) }
  }
  const objects = here('object')
  const plain = objects.filter((p) => !p.money)
  const money = objects.find((p) => p.money)?.asset
  const object = pick(plain)?.asset
  // 'done with BONK, sell it': the same token twice.
  const other = plain.find(
    (p) => object && !same(p.asset, object) && !(p.asset.kind === 'it' && named.length > 0),
  )?.asset
  const averaging =
    verb === 'dca' && !(got && (stable(got) ? !stable(object ?? money) || object !== undefined : false))
  if (buying || averaging) {
    if (got && object && !same(got, object)) spent ??= object
    got ??= object ?? (spent && money && !same(spent, money) ? money : undefined)
    if (other && stable(other)) spent ??= other
    if (!spent && money && !(got && same(got, money))) spent = money
  } else {
    spent ??= object
    if (!spent && money && (!selling || (got && !same(got, money)))) spent = money
    if (other && !(got && same(got, other))) {
      if (stable(other) && !got) got = other
      else if (spent && !same(other, spent)) return { reply: whichOf([spent, other]) }
    }
  }
  const anaphor = named[0] ?? setting
  const settle = (asset: Asset | undefined): Known | undefined => (asset?.kind === 'it' ? anaphor : asset)
  const strange =
    (got?.kind === 'it' || spent?.kind === 'it') &&
    named.length > 0 &&
    got &&
    spent &&
    !stable(got) &&
    !stable(spent)
  if (strange)
    return {
      reply: setting
        ? whichOf([setting, named[0]!])
        : ask('Which token should I trade? One instruction trades one token, against SOL or USDC.'),
    }
  if (verb === 'trade' && !got && named[0])
    return { reply: ask(`Should I buy or sell ${nameOf(named[0])}, and how much of it?`) }
  const missing = (what: string) => ({
    reply: ask(`Which token should I ${what}? Name it or give its mint address.`),
  })
  if ((got?.kind === 'it' || spent?.kind === 'it') && !anaphor) return missing(selling ? 'sell' : 'buy')
  const [to, from] = [settle(got), settle(spent)]
  const said = (a: Asset | undefined): 'SOL' | 'USDC' | undefined => (stable(a) ? a.kind : undefined)
  const unit = amount?.unit === 'SOL' || amount?.unit === 'USDC' ? amount.unit : undefined
  const make = (
    direction: 'buy' | 'sell',
    base: Known,
    against: 'SOL' | 'USDC' | undefined,
  ): { sides: Sides } | { reply: Interpretation } => {
    // A token that is named is the one that is traded, or the text is not understood.
    if (named[0] && !same(base, named[0])) return { reply: whichOf([named[0], base]) }
    // A verb that says one direction never ends in the other, but for selling SOL or USDC for a token.
    if ((buying && direction === 'sell') || (selling && direction === 'buy' && !stable(from)))
      return { reply: ask(`Should I buy or sell ${nameOf(base)}? The instruction can be read both ways.`) }
    const own = said(base)
    const byUnit = unit === own ? undefined : unit
    const quote = against ?? byUnit ?? (own === 'SOL' ? 'USDC' : 'SOL')
    if (own === quote)
      return { reply: ask(`Which token should I ${direction}? ${own} cannot be traded against itself.`) }
    const fromSetting =
      !named.length &&
      setting !== undefined &&
      same(base, setting) &&
      ![got, spent].some((a) => a && a.kind !== 'it' && same(a, base))
    return { sides: { direction, base, quote, quoteSaid: (against ?? byUnit) !== undefined, fromSetting } }
  }
  if (to && from) {
    if (same(to, from))
      return {
        reply: ask(`Which token should I trade ${nameOf(to)} for? It cannot be traded against itself.`),
      }
    if (!stable(to) && !stable(from)) return { reply: whichOf([from, to]) }
    if (!stable(to)) return make('buy', to, said(from))
    if (!stable(from)) return make('sell', from, said(to))
    if (buying || verb === 'put' || verb === 'dca' || (!selling && to.kind === 'SOL'))
      return make('buy', to, said(from))
    return make('sell', from, said(to))
  }
  if (to && !stable(to)) return make('buy', to, undefined)
  if (from && !stable(from))
    return verb === 'trade'
      ? { reply: ask(`Should I buy or sell ${nameOf(from)}, and how much of it?`) }
      : make('sell', from, undefined)
  if (to) {
    if (buying || averaging || verb === 'put') return make('buy', to, undefined)
    if (amount?.unit === 'USD') return make('buy', to, undefined)
    return anaphor ? make('sell', anaphor, said(to)) : missing('sell')
  }
  if (selling) {
    if (from) return make('sell', from, undefined)
    return anaphor ? make('sell', anaphor, undefined) : missing('sell')
  }
  if (verb === 'convert' || verb === 'trade') {
    if (!from && !amount)
      return { reply: ask('Should I buy or sell, and how much? For example "swap 1 SOL into BONK".') }
    if (!from && amount?.unit !== 'USD') return anaphor ? make('sell', anaphor, undefined) : missing('sell')
  }
  return anaphor ? make('buy', anaphor, said(from)) : missing('buy')
}

/** `dollars`: the amount is in dollars, so that 'for WIF' is what it buys. */
function placesOf(fact: Fact, verb: Verb, dollars: boolean): Place[] {
  if (fact.is !== 'asset' && fact.is !== 'amount') return []
  const leads = fact.leads
  const has = (...types: Fact['leads']) => types.some((t) => leads.includes(t))
  const buying = verb === 'buy' || verb === 'want'
  const asset = fact.asset
  let side: Place['side'] = 'object'
  if (has(T.Cond)) return []
  if (has(T.Against)) side = verb === 'sell' || verb === 'exit' ? 'got' : 'spent'
  else if (has(T.With, T.OutOf)) side = 'spent'
  else if (has(T.At) && fact.is === 'asset' && verb === 'put') side = 'got'
  else if ((verb === 'sell' || verb === 'exit') && has(T.In, T.On) && asset && !stable(asset)) side = 'object'
  else if (has(T.Into, T.To, T.On)) side = 'got'
  else if (has(T.For)) side = buying && !(dollars && asset && !stable(asset)) ? 'spent' : 'got'
  else if (has(T.In)) {
    const money = asset ? stable(asset) : fact.is === 'amount'
    side =
      money && buying
        ? 'spent'
        : money && verb !== 'put' && verb !== 'dca' && fact.is === 'amount'
          ? 'object'
          : 'got'
  }
  if (fact.is === 'asset') return [{ asset: fact.asset, side, money: false }]
  const places: Place[] = []
  if (fact.unit === 'SOL' || fact.unit === 'USDC')
    places.push({ asset: { kind: fact.unit }, side, money: side === 'object' })
  if (fact.unit === 'token') places.push({ asset: fact.asset ?? { kind: 'it' }, side, money: false })
  if (fact.unit === 'percent' && asset) {
    const spends = buying || verb === 'put' || verb === 'dca'
    places.push({ asset, side: spends && side === 'object' && stable(asset) ? 'spent' : side, money: false })
  }
  return places
}
