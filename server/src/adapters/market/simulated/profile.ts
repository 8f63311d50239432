/** What kind of price a mint has in the simulated market: fixed for the well-known ones, drawn from the mint for others. */
import { createHash } from 'node:crypto'
import { KNOWN_TOKENS, SOL_MINT } from '@purser/contract/tokens.ts'

export type Profile = {
  /** USD about which the price moves. */
  base: number
  /** Standard deviation of a year's log return; of a pegged mint it is the widest deviation from the peg. */
  volatility: number
  pegged: boolean
  /** Whole USD: a trade of this size would move the price by all of itself. */
  depth: bigint
  /** Seeds the path. */
  key: Int32Array
}

type Known = Omit<Profile, 'key'>
const volatile = (base: number, volatility: number, depth: bigint): Known => ({
  base,
  volatility,
  depth,
  pegged: false,
})
const PEG: Known = { base: 1, volatility: 0.001, depth: 500_000_000n, pegged: true }

const BY_SYMBOL: Record<string, Known> = {
  USDC: PEG,
  USDT: PEG,
  BONK: volatile(0.00002, 1.1, 5_000_000n),
  WIF: volatile(1.8, 1.3, 5_000_000n),
  JUP: volatile(0.9, 1, 8_000_000n),
}
const KNOWN = new Map<string, Known>([
  [SOL_MINT, volatile(150, 0.75, 100_000_000n)],
  ...KNOWN_TOKENS.flatMap(({ mint, symbol }): [string, Known][] => {
    const known = BY_SYMBOL[symbol]
    return known ? [[mint, known]] : []
  }),
])

export function profileOf(mint: string, seed: string): Profile {
  const digest = createHash('sha256').update(`${seed}:${mint}`).digest()
  const key = Int32Array.from({ length: 4 }, (_, i) => digest.readInt32LE(i * 4))
  return { ...(KNOWN.get(mint) ?? drawn(mint)), key }
}

/** A small coin: 0.001 to 1 USD, lively, and thin. The mint alone decides, whatever the seed. */
function drawn(mint: string): Known {
  const digest = createHash('sha256').update(mint).digest()
  const share = (at: number) => digest.readUInt32LE(at) / 2 ** 32
  return volatile(
    10 ** (3 * share(0) - 3),
    0.8 + share(4),
    BigInt(500_000 + Math.floor(1_500_000 * share(8))),
  )
}
