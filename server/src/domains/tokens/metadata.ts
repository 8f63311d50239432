/**
 * Names of tokens. Anybody can write names on the chain: they are cleaned, and a name of a known token is not believed.
 */
import { type Immovable, immovableText } from '@purser/contract/distributions/distribution-texts.ts'
import { toJsonAmount } from '@purser/contract/money.ts'
import {
  fallbackSymbol,
  type TokenDetail,
  type TokenMetadata,
  UNKNOWN_TOKEN,
  WRAPPED_SOL_MINTS,
} from '@purser/contract/tokens/tokens.ts'
import { Name } from '@purser/contract/values.ts'
import { type Address, isAddress } from '@solana/kit'
import { createCache } from '../../kernel/cache.ts'
import type { Clock } from '../../kernel/clock.ts'
import { Fault } from '../../kernel/fault.ts'
import { settledWithin } from '../../kernel/concurrency/with-timeout.ts'
import type { TokenReads } from '../../ports/chain.ts'
import type { TokenMetadata as OnChain } from '../../ports/token-metadata.ts'
import type { TokenFacts, TokenSearch } from '../../ports/token-search.ts'
import { isTaken, KNOWN, LIVE, passesFor } from './look-alikes.ts'

export type TokensParts = {
  chain: Pick<TokenReads, 'tokenMetadata' | 'tokenMint'>
  clock: Clock
  /** The service of a live market: it knows the names of mints that have none themselves, such as mirrored ones. */
  service?: Pick<TokenSearch, 'facts'> | null
}
export type Tokens = ReturnType<typeof createTokens>

/** Metadata seldom change. */
const FRESH_MS = 10 * 60_000
/** How long an answer waits for the service, and how long a missing answer is remembered. */
const SERVICE_MS = 2_000
const UNANSWERED_MS = 60_000
const MOST_MINTS = 10_000
export const SYMBOL_SHOWN = 16
export const NAME_SHOWN = 40

/** A stranger's text for a line of ours; undefined: nothing that can be shown. */
export function shownText(text: string, most: number): string | undefined {
  const trimmed = text.trim()
  const letters = [...trimmed]
  const short = letters.length > most ? `${letters.slice(0, most - 1).join('')}…` : trimmed
  return Name.safeParse(short).success ? short : undefined
}

/** undefined: nothing to read, or nothing that can be believed. */
const clean = (text: string, most: number): string | undefined =>
  isTaken(text.trim()) ? undefined : shownText(text, most)

/** Only addresses that end like an image. */
const IMAGE = /^https:\/\/[^\s"'<>]{1,500}\.(png|jpe?g|svg|webp|gif)$/i

export function toMetadata(mint: string, found: OnChain): TokenMetadata {
  const known = KNOWN.get(mint)
  if (known) return { mint, symbol: known.symbol, name: known.name, logo: null, decimals: found.decimals }
  return {
    mint,
    symbol: clean(found.symbol, SYMBOL_SHOWN) ?? fallbackSymbol(mint),
    name: clean(found.name, NAME_SHOWN) ?? UNKNOWN_TOKEN,
    logo: IMAGE.test(found.uri) ? found.uri : null,
    decimals: found.decimals,
  }
}

const isNameless = ({ name, symbol }: OnChain) => name.trim() === '' && symbol.trim() === ''

/** The service's name for a mint that has none itself: never one that passes for another token. */
function applyNames(found: OnChain, facts: TokenFacts): OnChain {
  const { mint, name, symbol } = facts
  const isDoubted = facts.suspicious || facts.decimals !== found.decimals
  const imitates = !LIVE.has(mint) && (passesFor(name) || passesFor(symbol))
  return isDoubted || imitates ? found : { ...found, name, symbol }
}

/** A live market has more well-known tokens: a name that imitates one of these is not believed either. */
const withoutImitation = (mint: string, found: OnChain): OnChain =>
  LIVE.has(mint)
    ? found
    : {
        ...found,
        name: passesFor(found.name) ? '' : found.name,
        symbol: passesFor(found.symbol) ? '' : found.symbol,
      }

const wrappedSol = (mint: string) => toMetadata(mint, { decimals: 9, name: '', symbol: '', uri: '' })
const rules = (why: Immovable | undefined) => ({
  success: true as const,
  transferFee: null,
  refusal: why ? immovableText({ code: why }) : null,
})

export function createTokens({ chain, clock, service = null }: TokensParts) {
  const cache = createCache<string, TokenMetadata>({ clock, max: MOST_MINTS })

  /** null: it gives no answer, or not in time. */
  async function askService(mints: string[]): Promise<ReadonlyMap<string, TokenFacts> | null> {
    if (service === null || mints.length === 0) return new Map()
    let facts: ReadonlyMap<string, TokenFacts> | null = null
    await settledWithin(
      clock,
      SERVICE_MS,
      service.facts(mints).then((answer) => (facts = answer)),
    )
    return facts
  }

  /** Metadata by mint; invalid mints are left out. Throws chain_away. */
  async function names(mints: string[]): Promise<TokenMetadata[]> {
    const wanted = [...new Set(mints)].filter((mint): mint is Address => isAddress(mint))
    const missing = wanted.filter((mint) => cache.get(mint) === undefined)
    const found = missing.length > 0 ? await chain.tokenMetadata(missing) : []
    const there = missing.flatMap((mint, i) => {
      const one = found[i]
      return one ? [{ mint, one, silent: isNameless(one) && !KNOWN.has(mint) }] : []
    })
    const facts = await askService(there.flatMap(({ mint, silent }) => (silent ? [mint] : [])))
    const read = there.map(({ mint, one, silent }) => {
      const fact = silent ? facts?.get(mint) : undefined
      const named = fact ? applyNames(one, fact) : one
      const metadata = toMetadata(mint, service === null ? named : withoutImitation(mint, named))
      return cache.set(mint, metadata, { ttlMs: silent && facts === null ? UNANSWERED_MS : FRESH_MS })
    })
    const byMint = new Map(read.map((metadata) => [metadata.mint, metadata]))
    return wanted.flatMap((mint) => byMint.get(mint) ?? cache.get(mint) ?? [])
  }

  return {
    names,

    /** Its rules are read anew each time: its issuer may change them. Throws unknown_mint and chain_away. */
    async detail(address: string): Promise<TokenDetail> {
      const unknown = new Fault('unknown_mint', { mint: address })
      if (!isAddress(address)) throw unknown
      // Not every network has its mints as accounts.
      if (WRAPPED_SOL_MINTS.includes(address)) return { ...wrappedSol(address), ...rules('native') }
      const [mint, [metadata]] = await Promise.all([chain.tokenMint(address), names([address])])
      if (mint === null || !metadata) throw unknown
      const [why] = mint.obstacles
      const { transferFee: fee, decimals } = mint
      return {
        ...metadata,
        ...rules(why),
        transferFee: fee && {
          basisPoints: fee.basisPoints,
          maximum: toJsonAmount(fee.maximum, decimals),
        },
      }
    },
  }
}
