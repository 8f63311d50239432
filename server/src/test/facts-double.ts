/** Prices and facts of tokens in the form of Jupiter's answers (price/v3, tokens/v2), set by a test. */
import { type DoubleAnswer, type DoublePart, json } from './double.ts'

export type FactsDouble = DoublePart & {
  /** JSON of the price's number by mint, as it goes into the answer. */
  prices: Map<string, string>
  /** Listed tokens, as they go into the answer. */
  tokens: unknown[]
  /** Answers given instead, one a call, then as usual. */
  next: DoubleAnswer[]
  /** The answer given instead, as long as it is set. */
  always: DoubleAnswer | null
  /** The block of the prices; null: always another; 'none': it names no block. */
  block: number | 'none' | null
  /** The key of each call. */
  keys: (string | undefined)[]
}

/** One mint: every field that the service documents, except its price. */
export const jupiterToken = (token: { id: string; symbol: string } & Record<string, unknown>) => ({
  name: token.symbol,
  icon: 'https://static.example/icon.png',
  decimals: 6,
  tokenProgram: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  holderCount: 857_247,
  firstPool: { id: token.id, createdAt: '2024-01-02T00:00:00Z' },
  audit: { mintAuthorityDisabled: true, freezeAuthorityDisabled: true, topHoldersPercentage: 12.5 },
  organicScore: 98.1,
  isVerified: true,
  tags: ['verified'],
  mcap: 461_995_714.68,
  liquidity: 2_500_000.5,
  stats24h: { priceChange: -1.2, buyVolume: 1_000, sellVolume: 1_200, numTraders: 40 },
  ...token,
})

const folded = (text: unknown) => (typeof text === 'string' ? text.toLowerCase() : '')

export function factsDouble(): FactsDouble {
  const blockText = () => (double.block === 'none' ? '' : `"blockId":${double.block ?? Date.now()},`)
  const priced = (url: URL): DoubleAnswer => {
    const found = (url.searchParams.get('ids') ?? '').split(',').flatMap((mint) => {
      const price = double.prices.get(mint)
      return price === undefined
        ? []
        : [
            `"${mint}":{"usdPrice":${price},${blockText()}"decimals":9,"priceChange24h":1.29,"liquidity":6.2e8}`,
          ]
    })
    const headers = { 'content-type': 'application/json' }
    return { status: 200, headers, body: `{${found.join(',')}}` }
  }
  const searched = (url: URL): DoubleAnswer => {
    const query = url.searchParams.get('query') ?? ''
    const mints = query.split(',')
    const text = folded(query)
    return json(
      double.tokens.filter((one) => {
        const { id, symbol, name } = (one ?? {}) as Record<string, unknown>
        return mints.includes(String(id)) || [symbol, name].some((said) => folded(said).includes(text))
      }),
    )
  }
  const answer: DoublePart = (url, headers) => {
    const called = { '/price/v3': priced, '/tokens/v2/search': searched }[url.pathname]
    if (!called) return undefined
    const key = headers['x-api-key']
    double.keys.push(typeof key === 'string' ? key : undefined)
    return double.always ?? double.next.shift() ?? called(url)
  }
  const double: FactsDouble = Object.assign(answer, {
    prices: new Map<string, string>(),
    tokens: [],
    next: [],
    always: null,
    block: null,
    keys: [],
  })
  return double
}
