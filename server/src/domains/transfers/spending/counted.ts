/**
 * Decides which movements of an operation count towards the limits of real money: buys, the possible loss of a sale,
 * payments to somebody else, and payments to a wallet whose key came in lately. The rule for every kind is here; exits
 * never count, and moves between the user's other wallets do not either.
 */
import { TIGHT_SWAP_BPS } from '@purser/contract/limits.ts'
import { KNOWN_TOKENS, SOL_MINT, USDC_MINT } from '@purser/contract/tokens/tokens.ts'
import type { Address } from '@solana/kit'
import { roundedUp } from '../../../kernel/solana/worth.ts'
import type { Movement } from '../records/operations.store.ts'

/**
 * 'trade': payments to the market, or the possible loss to it. 'outside': by the destination. 'nothing': no funds leave
 * the user, except the network's fees and rent.
 */
export type Rule = 'trade' | 'outside' | 'nothing'

export const RULES: Record<string, Rule> = {
  distribute: 'outside',
  gather: 'outside',
  'token-distribute': 'outside',
  'token-gather': 'outside',
  'top-up': 'outside',
  payment: 'outside',
  send: 'outside',
  refund: 'outside',
  trade: 'trade',
  'token-create': 'nothing',
  'test-payment': 'nothing',
  faucet: 'nothing',
}

/** An unknown kind is bound by where its movements go. */
export const findRule = (type: string): Rule =>
  (Object.hasOwn(RULES, type) ? RULES[type] : undefined) ?? 'outside'

/** It begins by itself, again and again: a key that was ever out could take all of it, however long ago that was. */
export const countsEverOut = (type: string): boolean => type === 'top-up'

const QUOTES: unknown[] = [SOL_MINT, USDC_MINT]

/** A trade counts by all that it pays, by its possible loss, or (an exit) not at all. */
export type TradeCount = 'full' | 'loss' | 'none'

/**
 * Reads the request that the server has written for its trade. A sale into a quote counts by its loss; since SOL and
 * USDC are each other's quote, one that swaps them may lose its slippage again and again: above the tight slippage it
 * counts in full.
 */
export function tradeCount(request: unknown): TradeCount {
  const { side, inputMint, outputMint, slippageBps, isExit } = request as Record<string, unknown>
  if (side !== 'sell' || !QUOTES.includes(outputMint)) return 'full'
  if (isExit === true) return 'none'
  const isTight = typeof slippageBps === 'number' && slippageBps <= TIGHT_SWAP_BPS
  return QUOTES.includes(inputMint) && !isTight ? 'full' : 'loss'
}

/** Reads the mint that a trade brings, with its decimals if it is a quote. */
export function readProceeds(request: unknown): { mint: string; decimals: number | undefined } {
  const mint = String((request as Record<string, unknown>).outputMint)
  return { mint, decimals: KNOWN_TOKENS.find((token) => token.mint === mint)?.decimals }
}

/**
 * Reads the least that a sale must bring, in base units; 0n if its request does not say, since then all of it may be
 * lost.
 */
export function readMinOut(request: unknown): bigint {
  const { minOut } = request as Record<string, unknown>
  return typeof minOut === 'string' ? BigInt(minOut) : 0n
}

export type Leaving = { movement: Movement; position: number }
type CountedRequest = { type: string; request: unknown; movements: Movement[] }

/** `settled`: returns which of these addresses are the user's wallets, without those whose keys came in lately. */
export async function listLeaving(
  { type, request, movements }: CountedRequest,
  settled: (addresses: Address[]) => Promise<ReadonlySet<string>>,
): Promise<Leaving[]> {
  const rule = findRule(type)
  // A movement that is known to fail moves nothing.
  const moved = movements.flatMap((movement, position) => (movement.error ? [] : [{ movement, position }]))
  if (rule === 'nothing') return []
  // The market is the other side of both movements of a trade: the first pays it.
  if (rule === 'trade') return tradeCount(request) === 'none' ? [] : moved.slice(0, 1)
  const own = await settled([...new Set(moved.map(({ movement }) => movement.destination as Address))])
  return moved.filter(({ movement }) => !own.has(movement.destination))
}

/** Returns the lamports of a whole order, in proportion to a part of it. */
export const inProportion = (lamports: bigint, { part, whole }: { part: bigint; whole: bigint }): bigint =>
  part === 0n ? 0n : roundedUp(lamports * whole, part)

/** Returns the part of `whole` that each of this many movements takes. */
export const toShare = (whole: bigint, movements: number): bigint =>
  movements === 0 ? 0n : roundedUp(whole, BigInt(movements))
