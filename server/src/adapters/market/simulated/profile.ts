/** The price profile of a mint: fixed for known tokens, derived from the mint for others. */
import { createHash } from 'node:crypto'
import { KNOWN_TOKENS, SOL_MINT } from '@purser/contract/tokens/tokens.ts'

export type Profile = {
  /** USD around which the price moves. */
  base: number
  /** Standard deviation of annual log returns; of a pegged mint the maximum deviation from the peg. */
  volatility: number
  pegged: boolean
  /** In whole USD: a trade of this size has a price impact of 100 %. */
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

export function createProfile(mint: string, seed: string): Profile {
  const digest = createHash('sha256').update(`${seed}:${mint}`).digest()
  const key = Int32Array.from({ length: 4 }, (_, i) => digest.readInt32LE(i * 4))
  return { ...(KNOWN.get(mint) ?? derived(mint)), key }
}

/** A small-cap token: 0.001 to 1 USD, volatile, shallow. Derived from the mint alone, not the seed. */
function derived(mint: string): Known {
  const digest = createHash('sha256').update(mint).digest()
  const share = (at: number) => digest.readUInt32LE(at) / 2 ** 32
  return volatile(
    10 ** (3 * share(0) - 3),
    0.8 + share(4),
    BigInt(500_000 + Math.floor(1_500_000 * share(8))),
  )
}
