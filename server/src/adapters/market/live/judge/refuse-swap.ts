/** Whether the swap's own instruction does what the answer says, for this wallet. */
import type { UnsafeRoute } from '@purser/contract/market/unsafe-route-texts.ts'
import type { Address } from '@solana/kit'
import type { BuildAnswer } from '../jupiter/build-answer.ts'
import { JUPITER, ownAccounts } from '../jupiter/programs.ts'
import { readSwapData } from '../jupiter/swap-data.ts'

export async function refuseSwap(answer: BuildAnswer, taker: Address): Promise<UnsafeRoute | null> {
  const { swapInstruction, inputMint, outputMint } = answer
  if (swapInstruction.programId !== JUPITER) return 'foreign_program'
  const swap = readSwapData(swapInstruction)
  if (swap === null) return 'unknown_swap'
  if (swap.inAmount !== answer.inAmount || swap.quotedOut !== answer.outAmount) return 'swap_amount'
  if (swap.slippageBps !== answer.slippageBps) return 'swap_slippage'
  if (swap.platformFeeBps !== 0 || swap.positiveSlippageBps !== 0) return 'platform_fee'
  if (swap.authority !== taker) return 'swap_accounts'
  if (swap.inputMint !== inputMint || swap.outputMint !== outputMint) return 'swap_accounts'
  const sources = await ownAccounts(taker, inputMint)
  const destinations = await ownAccounts(taker, outputMint)
  if (!sources.includes(swap.source) || !destinations.includes(swap.destination)) return 'swap_accounts'
  const { otherDestination } = swap
  const isElsewhere = otherDestination !== null && otherDestination !== JUPITER
  return isElsewhere && !destinations.includes(otherDestination) ? 'swap_accounts' : null
}
