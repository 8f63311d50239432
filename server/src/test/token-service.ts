/** The live market's service for tokens, set by a test: what it lists, and whether it answers. */
import { createHash } from 'node:crypto'
import { getAddressDecoder } from '@solana/kit'
import type { Examined, TokenFacts, TokenSearch } from '../ports/token-search.ts'

export type TokenService = TokenSearch & {
  /** Listed from now on, in place of earlier entries for the same mint. */
  list(...tokens: TokenFacts[]): void
  /** The chain's facts about a mint; by default nobody has any power over it. */
  onChain(mint: string, said: Partial<Omit<Examined, 'facts'>>): void
  /** 'away': it answers that it has none. 'hangs': it never answers. */
  state: 'answers' | 'away' | 'hangs'
  /** The subjects of all calls. */
  asked: string[]
}

/** An address whose key nobody has. */
export const strangeMint = (name: string): string =>
  getAddressDecoder().decode(createHash('sha256').update(name).digest())

export const listed = (token: Partial<TokenFacts> & Pick<TokenFacts, 'mint' | 'symbol'>): TokenFacts => ({
  name: token.symbol,
  decimals: 6,
  verified: true,
  suspicious: false,
  topHoldersPercent: 12.5,
  liquidityUsd: 2_500_000,
  since: Date.UTC(2024, 0, 2),
  mintable: false,
  freezable: false,
  ...token,
})

const folded = (text: string) => text.normalize('NFKC').toLowerCase()

export function tokenService(): TokenService {
  const tokens = new Map<string, TokenFacts>()
  const chain = new Map<string, Partial<Omit<Examined, 'facts'>>>()
  const found = async (text: string, is: (one: TokenFacts) => boolean): Promise<TokenFacts[] | null> => {
    service.asked.push(text)
    if (service.state === 'hangs') return new Promise(() => {})
    return service.state === 'away' ? null : [...tokens.values()].filter(is)
  }
  const service: TokenService = {
    state: 'answers',
    asked: [],
    list: (...all) => all.forEach((one) => tokens.set(one.mint, one)),
    onChain: (mint, said) => void chain.set(mint, said),
    search: async (text) => ({
      tokens: await found(text, ({ symbol, name }) =>
        [symbol, name].some((one) => folded(one).includes(folded(text))),
      ),
    }),
    bearing: async (text) => ({
      tokens: await found(text, ({ symbol }) => folded(symbol) === folded(text.trim())),
    }),
    async facts(mints) {
      const all = await found(mints.join(','), ({ mint }) => mints.includes(mint))
      return all && new Map(all.map((one) => [one.mint, one]))
    },
    async examine(mint) {
      const all = await found(mint, (one) => one.mint === mint)
      if (all === null) return { unavailable: 'service' }
      const nobody = { code: 'nobody' } as const
      const none = { source: 'chain', named: null, mintAuthority: nobody, freezeAuthority: nobody } as const
      return { ...none, refusal: null, risks: [], facts: all[0] ?? null, ...chain.get(mint) }
    },
  }
  return service
}
