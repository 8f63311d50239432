/**
 * Every rule that an answer must pass before anything of it is signed; facts that only the chain knows are checked
 * later.
 */
import type { UnsafeRoute } from '@purser/contract/market/unsafe-route-texts.ts'
import type { Address } from '@solana/kit'
import type { QuoteRequest } from '../../../../ports/market.ts'
import type { BuildAnswer } from '../jupiter/build-answer.ts'
import { hasForeignSigner, refuseAround } from './refuse-around.ts'
import { refuseSwap } from './refuse-swap.ts'

const BPS = 10_000n

/** The least that the program pays out for this quote, however it rounds. */
export const leastOut = (outAmount: bigint, slippageBps: number): bigint =>
  (outAmount * (BPS - BigInt(slippageBps))) / BPS

/** Whether it answers the request. */
function refuseEcho(answer: BuildAnswer, request: QuoteRequest): UnsafeRoute | null {
  if (answer.inputMint !== request.inputMint || answer.outputMint !== request.outputMint) return 'other_mints'
  if (answer.inAmount !== request.inAmount || answer.swapMode !== 'ExactIn') return 'other_amount'
  if (answer.slippageBps !== request.slippageBps) return 'other_slippage'
  const { otherAmountThreshold: threshold, outAmount } = answer
  const isLow = threshold < leastOut(outAmount, request.slippageBps) || threshold > outAmount
  return isLow ? 'low_threshold' : null
}

/** null: no rule refuses it. */
export async function refuse(
  answer: BuildAnswer,
  request: QuoteRequest,
  taker: Address,
): Promise<UnsafeRoute | null> {
  const echo = refuseEcho(answer, request)
  if (echo !== null) return echo
  if (hasForeignSigner(answer, taker)) return 'foreign_signer'
  return (await refuseAround(answer, taker)) ?? refuseSwap(answer, taker)
}
