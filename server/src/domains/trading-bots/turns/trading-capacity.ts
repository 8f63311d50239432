/** The holdings of a wallet, and what it may do with them at a turn. Pure. */
import { LAMPORTS_PER_SIGNATURE } from '@purser/contract/limits.ts'
import type { BotClass } from '@purser/contract/trading-bots/trading-bots.ts'
import type { BotSkip } from '@purser/contract/trading-bots/trading-bot-texts.ts'
import type { Currency } from '../rows.ts'

/** A swap is signed by the wallet and by the market's. */
export const TRADE_FEE = 2n * LAMPORTS_PER_SIGNATURE
/** The fees of later trades that a purchase leaves: the tokens can be sold again. */
const TRADES_LEFT = 2n

/** Free base units: without funds in flight. `opens…`: there is no account for it yet. */
export type Holdings = { sol: bigint; token: bigint; usdc: bigint; opensToken: boolean; opensUsdc: boolean }
/** Lamports: rent of an account of 0 bytes, and of the token accounts. */
export type Rents = { wallet: bigint; token: bigint; usdc: bigint }

export type TradingCapacity = {
  class: BotClass
  /** Spendable base units of the currency, and of the token. */
  spendable: bigint
  sellable: bigint
  /** Why it cannot buy, and why it cannot sell; null: it can. */
  buySkip: BotSkip | null
  sellSkip: BotSkip | null
}

const above = (amount: bigint): bigint => (amount > 0n ? amount : 0n)

/** `threshold`: base units of the currency from which on it is a whale. */
export function measureCapacity(
  held: Holdings,
  rents: Rents,
  currency: Currency,
  threshold: bigint,
): TradingCapacity {
  const inSol = currency === 'SOL'
  const holds = inSol ? held.sol : held.usdc
  const keeps = {
    buy: rents.wallet + (held.opensToken ? rents.token : 0n) + TRADE_FEE,
    sell: rents.wallet + (!inSol && held.opensUsdc ? rents.usdc : 0n) + TRADE_FEE,
  }
  const spendable = above(inSol ? held.sol - keeps.buy - TRADES_LEFT * TRADE_FEE : held.usdc)
  const sellable = above(held.token)
  return {
    class: holds >= threshold ? 'whale' : 'retail',
    spendable,
    sellable,
    buySkip: held.sol < keeps.buy ? 'fees' : spendable === 0n ? 'nothing_to_spend' : null,
    sellSkip: sellable === 0n ? 'nothing_to_sell' : held.sol < keeps.sell ? 'fees' : null,
  }
}
