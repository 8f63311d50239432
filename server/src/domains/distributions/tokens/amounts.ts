/** Splits an amount of a token over wallets, and calculates what a token with a transfer fee withholds. */
import { createHash } from 'node:crypto'
import { TOKEN_SPLIT_DECIMALS } from '@purser/contract/limits.ts'
import type { TokenMint } from '../../../ports/chain-data.ts'

export type Split = {
  /** Base units. */
  total: bigint
  count: number
  /** Percent; 0 splits equally. */
  variance: number
  decimals: number
  /** The same seed splits the same way: what was previewed is what is sent. */
  seed: string
}

/** Parts of a whole, for random weights. */
const FINE = 1_000_000n

/** Numbers from a seed, evenly distributed from 0 up to below FINE. */
function* drawNumbers(seed: string): Generator<bigint, never> {
  for (let block = 0; ; block++) {
    const digest = createHash('sha256').update(`${seed}:${block}`).digest()
    for (let at = 0; at < digest.length; at += 8) yield digest.readBigUInt64BE(at) % FINE
  }
}

/**
 * Amounts that add up to the total, to 4 decimals if the shares are large enough for that. Equal ones differ by a step
 * at most, and the last also takes what is less than one step. At random each lies within the variance around the equal
 * share before all are rescaled, and the last takes the remainder.
 */
export function splitTotal({ total, count, variance, decimals, seed }: Split): bigint[] {
  const numbers = drawNumbers(seed)
  const spread = (BigInt(Math.round(variance * 1_000)) * FINE) / 100_000n
  const weights = Array.from({ length: count }, () =>
    spread === 0n ? FINE : FINE - spread + (2n * spread * numbers.next().value) / (FINE - 1n),
  )
  const whole = weights.reduce((sum, weight) => sum + weight, 0n)
  const coarse = decimals > TOKEN_SPLIT_DECIMALS ? 10n ** BigInt(decimals - TOKEN_SPLIT_DECIMALS) : 1n
  const step = total / BigInt(count) >= 100n * coarse ? coarse : 1n
  const amounts = weights.map((weight) => ((total * weight) / whole / step) * step)
  const left = total - amounts.reduce((sum, amount) => sum + amount, 0n)
  const steps = spread === 0n ? left / step : 0n
  return amounts.map((amount, i) => {
    const more = BigInt(i) < steps ? step : 0n
    return amount + more + (i === count - 1 ? left - steps * step : 0n)
  })
}

const BASIS = 10_000n

/**
 * The fee withheld from a transfer: rounded up, at most the maximum, as the program calculates it (`calculate_fee`).
 */
export function computeWithheld(amount: bigint, fee: TokenMint['transferFee']): bigint {
  if (fee === null) return 0n
  const share = (amount * BigInt(fee.basisPoints) + BASIS - 1n) / BASIS
  return share < fee.maximum ? share : fee.maximum
}
