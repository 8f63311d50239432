/** Tokens by name and by mint: what the market's service says of them, and what the chain does, which decides. */
import { type Address, isAddress } from '@solana/kit'
import type { Clock } from '../../../kernel/clock.ts'
import { isFault } from '../../../kernel/fault.ts'
import type { Log } from '../../../kernel/log.ts'
import type { TokenReads } from '../../../ports/chain.ts'
import type { TokenMint } from '../../../ports/chain-data.ts'
import type { TokenMetadata } from '../../../ports/token-metadata.ts'
import type { Examined, TokenSearch } from '../../../ports/token-search.ts'
import { authorityOf, judgeMint, toldAuthority } from './judge-mint.ts'
import { readToken, type Told } from './read-token.ts'
import { createRemembered } from './remembered.ts'
import type { Service } from './types.ts'

export type TokenSearchParts = {
  service: Service
  chain: Pick<TokenReads, 'tokenMint' | 'tokenMetadata'>
  clock: Clock
  log: Log
  /** False where the chain holds no real mints but mirrors of them: then authorities are the service's word. */
  chainKnows?: boolean
}

/** Longer than who asks waits: what comes late is there for the next one. */
const WITHIN_MS = 10_000
const MINTS_A_CALL = 100
const TOKEN_FRESH_MS = 60_000
const SEARCH_FRESH_MS = 30_000
const MOST_TOKENS = 10_000
const MOST_SEARCHES = 500

const folded = (text: string): string => text.normalize('NFKC').trim().toLowerCase()

export function createTokenSearch(parts: TokenSearchParts): TokenSearch {
  const { service, chain, clock, log, chainKnows = true } = parts
  const searches = createRemembered<Told[]>({ clock, freshMs: SEARCH_FRESH_MS, most: MOST_SEARCHES })
  /** null: the service does not know it. */
  const tokens = createRemembered<Told | null>({ clock, freshMs: TOKEN_FRESH_MS, most: MOST_TOKENS })
  const underway = new Map<string, Promise<Told[] | null>>()

  /** null: no answer that says anything about what was asked. */
  async function ask(query: string): Promise<Told[] | null> {
    const answer = await service.get('/tokens/v2/search', { query }, { lane: 'token', withinMs: WITHIN_MS })
    if ('outage' in answer) return null
    // A text that it cannot search for bears no token.
    if (answer.status === 400) return []
    const listed = answer.status === 200 ? parse(answer.body) : null
    if (!Array.isArray(listed)) {
      log.warn({ status: answer.status }, 'tokens that cannot be read')
      return null
    }
    const now = clock.now()
    const read = listed.map((one) => readToken(one, now)).filter((one) => one !== null)
    for (const one of read) tokens.keep(one.mint, one)
    return read
  }

  /** One call for all who ask the same at once. */
  function shared(query: string): Promise<Told[] | null> {
    const asked = underway.get(query) ?? ask(query).finally(() => underway.delete(query))
    underway.set(query, asked)
    return asked
  }

  async function search(text: string): Promise<Told[] | null> {
    const key = folded(text)
    const kept = searches.find(key)
    if (kept !== undefined) return kept
    const found = await shared(text.trim())
    if (found) searches.keep(key, found)
    return found
  }

  async function factsOf(mints: readonly string[]): Promise<Map<string, Told> | null> {
    const asked = [...new Set(mints)].filter((mint) => isAddress(mint))
    const missing = asked.filter((mint) => tokens.find(mint) === undefined)
    const found = new Map(asked.map((mint) => [mint, tokens.find(mint) ?? null]))
    const calls = Array.from({ length: Math.ceil(missing.length / MINTS_A_CALL) }, async (_, i) => {
      const some = missing.slice(i * MINTS_A_CALL, (i + 1) * MINTS_A_CALL)
      const listed = await shared(some.join(','))
      for (const mint of listed ? some : []) {
        const told = listed?.find((one) => one.mint === mint) ?? null
        tokens.keep(mint, told)
        found.set(mint, told)
      }
      return listed !== null
    })
    if ((await Promise.all(calls)).includes(false)) return null
    return new Map([...found].flatMap(([mint, told]) => (told ? [[mint, told] as const] : [])))
  }

  /** undefined: the chain gives no answer. */
  async function onChain(mint: Address): Promise<OnChain | null | undefined> {
    try {
      const [read, [metadata]] = await Promise.all([chain.tokenMint(mint), chain.tokenMetadata([mint])])
      return read && { read, metadata: metadata ?? null }
    } catch (error) {
      if (isFault(error, 'chain_away')) return undefined
      throw error
    }
  }

  return {
    search: async (text) => ({ tokens: await search(text) }),
    bearing: async (symbol) => {
      const listed = await search(symbol)
      const wanted = folded(symbol)
      return { tokens: listed && listed.filter((one) => folded(one.symbol) === wanted) }
    },
    facts: factsOf,
    async examine(mint) {
      if (!isAddress(mint)) return null
      const [found, told] = await Promise.all([onChain(mint), factsOf([mint])])
      if (found === undefined) return { unavailable: 'chain' }
      if (found === null && chainKnows) return null
      if (told === null) return { unavailable: 'service' }
      const facts = told.get(mint) ?? null
      if (chainKnows && found) return byChain(found, facts)
      return facts && byService(found, facts)
    },
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

const byChain = ({ read, metadata }: OnChain, facts: Told | null): Examined => ({
  facts,
  source: 'chain',
  named: metadata && { name: metadata.name, symbol: metadata.symbol },
  mintAuthority: authorityOf(read.mintAuthority),
  freezeAuthority: authorityOf(read.freezeAuthority),
  ...judgeMint(read, facts),
})

/** `found`: its mirror, where there is one already, which has the decimals and nothing else of the real one. */
const byService = (found: OnChain | null, facts: Told): Examined => ({
  facts,
  source: 'service',
  named: null,
  mintAuthority: toldAuthority(facts.mintAuthority, facts.mintable),
  freezeAuthority: toldAuthority(facts.freezeAuthority, facts.freezable),
  refusal: found && found.read.decimals !== facts.decimals ? 'decimals_differ' : null,
  risks: [],
})
