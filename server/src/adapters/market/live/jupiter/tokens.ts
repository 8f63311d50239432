/** Finds tokens by name and by mint. The market's service and the chain both describe them; the chain decides. */
import { type Address, isAddress } from '@solana/kit'
import { type Cache, createCache } from '../../../../kernel/cache.ts'
import { toChunks } from '../../../../kernel/chunks.ts'
import type { Clock } from '../../../../kernel/clock.ts'
import { isFault } from '../../../../kernel/fault.ts'
import type { Log } from '../../../../kernel/log.ts'
import type { TokenReads } from '../../../../ports/chain.ts'
import type { TokenMint } from '../../../../ports/chain-data.ts'
import type { TokenMetadata } from '../../../../ports/token-metadata.ts'
import type { Examined, TokenSearch } from '../../../../ports/token-search.ts'
import { chainAuthority, judgeMint, serviceAuthority } from '../judge/judge-mint.ts'
import { readToken, type ListedToken } from './read-token.ts'
import type { Service } from '../types.ts'

export type TokenSearchParts = {
  service: Service
  chain: Pick<TokenReads, 'tokenMint' | 'tokenMetadata'>
  clock: Clock
  log: Log
  /** False if the chain holds mirrors instead of real mints: authorities then come from the service. */
  chainKnows?: boolean
}

/** Longer than the caller waits: a late answer serves the next caller. */
const WITHIN_MS = 10_000
const MINTS_A_CALL = 100
const TOKEN_FRESH_MS = 60_000
const SEARCH_FRESH_MS = 30_000
const MOST_TOKENS = 10_000
const MOST_SEARCHES = 500

const foldCase = (text: string): string => text.normalize('NFKC').trim().toLowerCase()

type SearchState = Omit<TokenSearchParts, 'chainKnows'> & {
  chainKnows: boolean
  /** Keyed by the text that was searched for, without its case. */
  searches: Cache<string, ListedToken[]>
  /** Keyed by mint; null: the service does not know it. */
  tokens: Cache<string, ListedToken | null>
  /** Calls without an answer yet, by their query. */
  underway: Map<string, Promise<ListedToken[] | null>>
}

export function createTokenSearch({ chainKnows = true, ...parts }: TokenSearchParts): TokenSearch {
  const { clock } = parts
  const state: SearchState = {
    ...parts,
    chainKnows,
    searches: createCache({ clock, max: MOST_SEARCHES, ttlMs: SEARCH_FRESH_MS }),
    tokens: createCache({ clock, max: MOST_TOKENS, ttlMs: TOKEN_FRESH_MS }),
    underway: new Map(),
  }
  return {
    search: async (text) => ({ tokens: await search(state, text) }),
    bearing: (symbol) => searchSymbol(state, symbol),
    facts: (mints) => readFacts(state, mints),
    examine: (mint) => examine(state, mint),
  }
}

/** null: no usable answer about the text. */
async function search(state: SearchState, text: string): Promise<ListedToken[] | null> {
  const key = foldCase(text)
  const remembered = state.searches.get(key)
  if (remembered !== undefined) return remembered
  const found = await askTogether(state, text.trim())
  if (found) state.searches.set(key, found)
  return found
}

async function searchSymbol(state: SearchState, symbol: string): ReturnType<TokenSearch['bearing']> {
  const listed = await search(state, symbol)
  const wanted = foldCase(symbol)
  return { tokens: listed && listed.filter((one) => foldCase(one.symbol) === wanted) }
}

async function readFacts(
  state: SearchState,
  mints: readonly string[],
): Promise<Map<string, ListedToken> | null> {
  const { tokens } = state
  const valid = [...new Set(mints)].filter((mint) => isAddress(mint))
  const missing = valid.filter((mint) => tokens.get(mint) === undefined)
  const found = new Map(valid.map((mint) => [mint, tokens.get(mint) ?? null]))
  const answers = await Promise.all(
    toChunks(missing, MINTS_A_CALL).map(async (some) => {
      const listed = await askTogether(state, some.join(','))
      for (const mint of listed ? some : []) {
        const facts = listed?.find((one) => one.mint === mint) ?? null
        tokens.set(mint, facts)
        found.set(mint, facts)
      }
      return listed !== null
    }),
  )
  if (answers.includes(false)) return null
  return new Map([...found].flatMap(([mint, facts]) => (facts ? [[mint, facts] as const] : [])))
}

/** One call for all simultaneous requests of the same query. */
function askTogether(state: SearchState, query: string): Promise<ListedToken[] | null> {
  const { underway } = state
  const call = underway.get(query) ?? ask(state, query).finally(() => underway.delete(query))
  underway.set(query, call)
  return call
}

/** null: no usable answer about the query. */
async function ask(
  { service, clock, log, tokens }: SearchState,
  query: string,
): Promise<ListedToken[] | null> {
  const answer = await service.get('/tokens/v2/search', { query }, { lane: 'token', withinMs: WITHIN_MS })
  if ('outage' in answer) return null
  // No token has a text that the service cannot search for.
  if (answer.status === 400) return []
  const listed = answer.status === 200 ? parse(answer.body) : null
  if (!Array.isArray(listed)) {
    log.warn({ status: answer.status }, 'tokens that cannot be read')
    return null
  }
  const now = clock.now()
  const read = listed.map((one) => readToken(one, now)).filter((one) => one !== null)
  for (const one of read) tokens.set(one.mint, one)
  return read
}

async function examine(state: SearchState, mint: string): ReturnType<TokenSearch['examine']> {
  if (!isAddress(mint)) return null
  const { chainKnows } = state
  const [found, known] = await Promise.all([readChain(state, mint), readFacts(state, [mint])])
  if (found === undefined) return { unavailable: 'chain' }
  if (found === null && chainKnows) return null
  if (known === null) return { unavailable: 'service' }
  const facts = known.get(mint) ?? null
  if (chainKnows && found) return byChain(found, facts)
  return facts && byService(found, facts)
}

/** undefined: the chain gives no answer. */
async function readChain({ chain }: SearchState, mint: Address): Promise<OnChain | null | undefined> {
  try {
    const [read, [metadata]] = await Promise.all([chain.tokenMint(mint), chain.tokenMetadata([mint])])
    return read && { read, metadata: metadata ?? null }
  } catch (error) {
    if (isFault(error, 'chain_away')) return undefined
    throw error
  }
}

type OnChain = { read: TokenMint; metadata: TokenMetadata | null }

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const byChain = ({ read, metadata }: OnChain, facts: ListedToken | null): Examined => ({
  facts,
  source: 'chain',
  named: metadata && { name: metadata.name, symbol: metadata.symbol },
  mintAuthority: chainAuthority(read.mintAuthority),
  freezeAuthority: chainAuthority(read.freezeAuthority),
  ...judgeMint(read, facts),
})

/** `found`: its mirror, if there is one already, which shares only the decimals with the real one. */
const byService = (found: OnChain | null, facts: ListedToken): Examined => ({
  facts,
  source: 'service',
  named: null,
  mintAuthority: serviceAuthority(facts.mintAuthority, facts.mintable),
  freezeAuthority: serviceAuthority(facts.freezeAuthority, facts.freezable),
  refusal: found && found.read.decimals !== facts.decimals ? 'decimals_differ' : null,
  risks: [],
})
