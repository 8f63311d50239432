/**
 * Which movements of an operation count towards the limits of real money: buys, what leaves for somebody else, and what
 * goes to a wallet whose key came in lately. Decided here for every kind; never counted are sales, exits, and moves
 * between the user's other wallets.
 */
import { SOL_DECIMALS } from '@purser/contract/money.ts'
import { SOL_MINT, USDC_MINT } from '@purser/contract/tokens.ts'
import type { Address } from '@solana/kit'
import type { Movement } from '../transfers.store.ts'

/**
 * 'buys': what is paid to the market, unless the trade is a sale into the quote. 'outside': by where it goes. 'nothing': no
 * funds of the user's leave, but for the network's fees and rent.
 */
export type Rule = 'buys' | 'outside' | 'nothing'

export const RULES: Record<string, Rule> = {
  distribute: 'outside',
  gather: 'outside',
  'token-distribute': 'outside',
  'token-gather': 'outside',
  'top-up': 'outside',
  payment: 'outside',
  send: 'outside',
  refund: 'outside',
  trade: 'buys',
  'token-create': 'nothing',
  'test-payment': 'nothing',
  faucet: 'nothing',
}

/** A kind that is not known is bound by where its movements go. */
export const ruleOf = (type: string): Rule =>
  (Object.hasOwn(RULES, type) ? RULES[type] : undefined) ?? 'outside'

const QUOTES: unknown[] = [SOL_MINT, USDC_MINT]

/** Who asks for it says that it is a sale, and what it brings is a quote. */
export function isSale(request: unknown): boolean {
  const { side, outputMint } = request as { side?: unknown; outputMint?: unknown }
  return side === 'sell' && QUOTES.includes(outputMint)
}

type Leaving = { movement: Movement; position: number }
type Asked = { type: string; request: unknown; movements: Movement[] }

/** `settled`: which of these addresses are the user's wallets, without those whose keys came in lately. */
export async function leavingOf(
  { type, request, movements }: Asked,
  settled: (addresses: Address[]) => Promise<ReadonlySet<string>>,
): Promise<Leaving[]> {
  const rule = ruleOf(type)
  // What is known to fail moves nothing.
  const moved = movements.flatMap((movement, position) => (movement.error ? [] : [{ movement, position }]))
  if (rule === 'nothing') return []
  // The market is the other side of both movements of a trade: the first pays it.
  if (rule === 'buys') return isSale(request) ? [] : moved.slice(0, 1)
  const own = await settled([...new Set(moved.map(({ movement }) => movement.destination as Address))])
  return moved.filter(({ movement }) => !own.has(movement.destination))
}

const roundedUp = (a: bigint, b: bigint): bigint => (a + b - 1n) / b

/** Base units of a token in lamports, never less than they are worth. Prices are of a whole token and of a SOL, in one unit. */
export const lamportsOf = (
  amount: bigint,
  { decimals, price, solPrice }: { decimals: number; price: bigint; solPrice: bigint },
): bigint => roundedUp(amount * price * 10n ** BigInt(SOL_DECIMALS), 10n ** BigInt(decimals) * solPrice)

/** The part of `whole` that each of so many movements takes. */
export const shareOf = (whole: bigint, movements: number): bigint =>
  movements === 0 ? 0n : roundedUp(whole, BigInt(movements))
