/** Tokens by name: the known ones and those of the account first, then results of the live market's service. */
import { TOKEN_SEARCHES_PER_MINUTE } from '@purser/contract/limits.ts'
import { type FoundToken, type TokenWarning, tokenWarningText } from '@purser/contract/tokens/token-search.ts'
import {
  fallbackSymbol,
  KNOWN_TOKENS,
  MAINNET_TOKENS,
  SOL_MINT,
  UNKNOWN_TOKEN,
} from '@purser/contract/tokens/tokens.ts'
import { Address } from '@purser/contract/values.ts'
import type { Clock } from '../../kernel/clock.ts'
import { Fault } from '../../kernel/fault.ts'
import type { Limiter } from '../../kernel/concurrency/limiter.ts'
import { settledWithin } from '../../kernel/concurrency/with-timeout.ts'
import type { Examined, TokenFacts, TokenLookUp, TokenSearch } from '../../ports/token-search.ts'
import { KNOWN, LIVE, passesFor, toSkeleton } from './look-alikes.ts'
import { NAME_SHOWN, shownText, SYMBOL_SHOWN } from './metadata.ts'
import type { TokenNames } from './names.ts'

export type SearchParts = {
  clock: Clock
  limiter: Limiter
  names: Pick<TokenNames, 'known'>
  /** null: the market is simulated. */
  tokenSearch: TokenSearch | null
}

/** How long an answer waits for the service. */
const WAIT_MS = 5_000
const MOST_FOUND = 20
const LITTLE_USD = 10_000
const WEEK_MS = 7 * 86_400_000
/** From this share on a few wallets decide what it is worth. */
const MANY_PERCENT = 50

type Bare = Omit<FoundToken, 'namesakes'>

const imitates = (mint: string, { symbol, name }: { symbol: string; name: string }): boolean =>
  !KNOWN.has(mint) && !LIVE.has(mint) && (passesFor(symbol) || passesFor(name))
const toWarning = (one: TokenWarning) => ({ code: one.code, text: tokenWarningText(one) })

/** Warnings about a token, the gravest first. */
function collectWarnings(facts: TokenFacts, now: number): TokenWarning[] {
  const { topHoldersPercent: top, liquidityUsd: liquidity, since } = facts
  const known = KNOWN.has(facts.mint) || LIVE.has(facts.mint)
  return [
    ...(facts.suspicious ? [{ code: 'suspicious' } as const] : []),
    ...(imitates(facts.mint, facts) ? [{ code: 'imitates' } as const] : []),
    ...(facts.verified || known ? [] : [{ code: 'not_verified' } as const]),
    ...(facts.mintable ? [{ code: 'can_be_minted' } as const] : []),
    ...(facts.freezable ? [{ code: 'can_be_frozen' } as const] : []),
    ...(top !== null && top >= MANY_PERCENT
      ? [{ code: 'top_holders', percent: inTenths(top) } as const]
      : []),
    ...(liquidity !== null && liquidity < LITTLE_USD ? [{ code: 'little_liquidity' } as const] : []),
    ...(since !== null && now - since < WEEK_MS ? [{ code: 'new' } as const] : []),
  ]
}

const inTenths = (percent: number): number => Math.round(percent * 10) / 10

/** Whole USD as text, for display. */
const wholeUsd = (figure: number | null): string | null =>
  figure === null || !Number.isFinite(figure) ? null : BigInt(Math.round(figure)).toString()

/** null for a moment that no date can hold. */
const formatDate = (since: number | null): string | null =>
  since === null || Number.isNaN(new Date(since).getTime()) ? null : new Date(since).toISOString()

/** The chain's names come before the service's. */
const chooseNames = (named: Examined['named'], facts: TokenFacts | null) => ({
  name: named?.name.trim() || (facts?.name ?? ''),
  symbol: named?.symbol.trim() || (facts?.symbol ?? ''),
})

function toFound(facts: TokenFacts, now: number): Bare {
  const { mint, decimals } = facts
  return {
    mint,
    symbol: shownText(facts.symbol, SYMBOL_SHOWN) ?? fallbackSymbol(mint),
    name: shownText(facts.name, NAME_SHOWN) ?? UNKNOWN_TOKEN,
    decimals,
    source: 'market',
    owner: null,
    verified: facts.verified,
    liquidity_usd: wholeUsd(facts.liquidityUsd),
    since: formatDate(facts.since),
    warnings: collectWarnings(facts, now).map(toWarning),
  }
}

const plain = { owner: null, liquidity_usd: null, since: null, warnings: [] }

/** An exact symbol comes before a name that begins with the text, and that before one that holds it; 0: none of these. */
function nearness(query: string, { symbol, name }: { symbol: string; name: string }): number {
  const [text, ...both] = [query, symbol, name].map((one) => one.toLowerCase())
  if (text === undefined) return 0
  if (both.includes(text)) return 3
  if (both.some((one) => one.startsWith(text))) return 2
  return both.some((one) => one.includes(text)) ? 1 : 0
}

export type Search = {
  lookUp: TokenLookUp | null
  /** Throws too_many_requests. */
  find(
    userId: number,
    query: string,
  ): Promise<{ tokens: FoundToken[]; market: 'none' | 'answered' | 'unavailable' }>
}

async function findOwn({ tokenSearch, names }: SearchParts, userId: number, query: string): Promise<Bare[]> {
  const listed = tokenSearch === null ? KNOWN_TOKENS : MAINNET_TOKENS
  const known = listed.map((one) => ({ ...plain, ...one, source: 'known' as const, verified: true }))
  const own = (await names.known(userId)).map(({ mint, symbol, name, decimals, source, owner }) => ({
    ...plain,
    mint,
    symbol,
    name,
    decimals,
    source,
    owner,
    verified: false,
    warnings: imitates(mint, { symbol, name }) ? [toWarning({ code: 'imitates' })] : [],
  }))
  const all = [...known, ...own]
  if (Address.safeParse(query).success) return all.filter(({ mint }) => mint === query)
  return all
    .map((token) => ({ token, near: nearness(query, token) }))
    .filter(({ near }) => near > 0)
    .sort((a, b) => b.near - a.near)
    .map(({ token }) => token)
}

/** null: no answer, or not in time: then the next request may get it. */
async function inTime<T>({ clock }: SearchParts, asked: Promise<T | null>): Promise<T | null> {
  let found: T | null = null
  await settledWithin(
    clock,
    WAIT_MS,
    asked.then((answer) => (found = answer)),
  )
  return found
}

async function ask(parts: SearchParts, service: TokenSearch, query: string): Promise<TokenFacts[] | null> {
  return inTime(
    parts,
    Address.safeParse(query).success
      ? service.facts([query]).then((facts) => facts && [...facts.values()])
      : service.search(query).then(({ tokens }) => tokens),
  )
}

async function find(
  parts: SearchParts,
  userId: number,
  query: string,
): Promise<{ tokens: FoundToken[]; market: 'none' | 'answered' | 'unavailable' }> {
  const { limiter, tokenSearch, clock } = parts
  const retryAfterSeconds = await limiter.hit(`token-searches:${userId}`, TOKEN_SEARCHES_PER_MINUTE, 60)
  if (retryAfterSeconds !== null) throw new Fault('too_many_requests', { retryAfterSeconds })
  const [own, listed] = await Promise.all([
    findOwn(parts, userId, query),
    tokenSearch === null ? null : ask(parts, tokenSearch, query),
  ])
  const facts = new Map((listed ?? []).map((one) => [one.mint, one]))
  const mine = own.map((one) => {
    const fact = facts.get(one.mint)
    return fact ? withFacts(one, fact) : one
  })
  const ours = new Set(own.map(({ mint }) => mint))
  const others = [...facts.values()]
    .filter(({ mint }) => !ours.has(mint))
    .sort(byTrust)
    .map((one) => toFound(one, clock.now()))
  const all = [...mine, ...others]
  return {
    tokens: counted(all).slice(0, MOST_FOUND),
    market: tokenSearch === null ? 'none' : listed === null ? 'unavailable' : 'answered',
  }
}

export function createSearch(parts: SearchParts): Search {
  const { tokenSearch, clock } = parts

  /** null if the market is simulated. */
  const lookUp: TokenLookUp | null = tokenSearch && {
    async bearing(symbol) {
      const tokens = await inTime(
        parts,
        tokenSearch.bearing(symbol).then((found) => found.tokens),
      )
      return tokens && counted([...tokens].sort(byTrust).map((one) => toFound(one, clock.now())))
    },
    async report(mint) {
      if (mint === SOL_MINT || KNOWN.has(mint) || LIVE.has(mint)) return null
      const examination = await inTime(
        parts,
        tokenSearch.examine(mint).then((examined) => ({ examined })),
      )
      if (examination === null) return { unavailable: 'service' }
      const { examined } = examination
      if (examined === null || 'unavailable' in examined) return examined
      const { facts, named, ...chain } = examined
      const { name, symbol } = chooseNames(named, facts)
      const top = facts?.topHoldersPercent ?? null
      return {
        ...chain,
        mint,
        symbol: shownText(symbol, SYMBOL_SHOWN) ?? fallbackSymbol(mint),
        name: shownText(name, NAME_SHOWN) ?? UNKNOWN_TOKEN,
        verified: facts?.verified ?? false,
        suspicious: facts?.suspicious ?? false,
        topHoldersPercent: top === null ? null : inTenths(top),
        liquidityUsd: wholeUsd(facts?.liquidityUsd ?? null),
        since: formatDate(facts?.since ?? null),
      }
    },
  }
  return {
    lookUp,
    find: (userId, query) => find(parts, userId, query),
  }
}

const byTrust = (a: TokenFacts, b: TokenFacts): number =>
  Number(b.verified) - Number(a.verified) || (b.liquidityUsd ?? 0) - (a.liquidityUsd ?? 0)

/** Each with the number of other results with its symbol. */
function counted(all: Bare[]): FoundToken[] {
  const bearers = new Map<string, number>()
  for (const { symbol } of all) bearers.set(toSkeleton(symbol), (bearers.get(toSkeleton(symbol)) ?? 0) + 1)
  return all.map((one) => ({ ...one, namesakes: (bearers.get(toSkeleton(one.symbol)) ?? 1) - 1 }))
}

const withFacts = (one: Bare, facts: TokenFacts): Bare => ({
  ...one,
  liquidity_usd: wholeUsd(facts.liquidityUsd),
  since: formatDate(facts.since),
})
