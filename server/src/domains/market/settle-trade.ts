/** Books a trade as the chain executed it. */
import { formatUnits } from '@purser/contract/money.ts'
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import * as z from 'zod/mini'
import type { Db } from '../../db/client.ts'
import { isFault } from '../../kernel/fault.ts'
import type { Execution } from '../../ports/chain-data.ts'
import { type Market, PRICE_DECIMALS, type PriceUsd } from '../../ports/market.ts'
import type { Operation } from '../transfers/index.ts'

export const Units = z.string().check(z.regex(/^\d{1,20}$/))
/** The part of a request that is needed to read its result from the chain. */
export const Traded = z.object({
  wallet: z.string(),
  inputMint: z.string(),
  outputMint: z.string(),
  /** The token account that receives; null for native SOL. */
  outputAccount: z.nullable(z.string()),
})
export type Traded = z.infer<typeof Traded>
/** The trade as executed, in decimal strings of base units; prices are decimal USD per whole token. */
const TradeResult = z.object({
  inputMint: z.string(),
  outputMint: z.string(),
  inAmount: Units,
  outAmount: Units,
  /** Lamports, both paid by the trader. */
  fee: Units,
  rent: Units,
  inPriceUsd: z.nullable(z.string()),
  outPriceUsd: z.nullable(z.string()),
})
export type TradeResult = z.infer<typeof TradeResult>

/** null for an operation that has no result yet, failed, or lost its details with the database. */
export function readTradeResult(operation: Pick<Operation, 'result'>): TradeResult | null {
  const read = z.safeParse(TradeResult, operation.result)
  return read.success ? read.data : null
}

/** Positions of the movements of a trade. */
const SPENT = 0
const RECEIVED = 1

export const toAmounts = ({ inAmount, outAmount }: { inAmount: bigint; outAmount: bigint }) => [
  { position: SPENT, amount: inAmount },
  { position: RECEIVED, amount: outAmount },
]

export async function settleTrade(market: Market, operation: Operation, execution: Execution) {
  const read = z.safeParse(Traded, operation.request)
  if (!read.success) return { result: { fee: execution.fee.toString() } }
  const { inputMint, outputMint } = read.data
  const { inAmount, outAmount, rent } = computeTraded(read.data, execution)
  const [inPrice, outPrice] = [await priceNow(market, inputMint), await priceNow(market, outputMint)]
  const swap = { operationId: operation.id, inputMint, outputMint, inAmount, outAmount }
  let committed: (() => void) | undefined
  const result: TradeResult = {
    inputMint,
    outputMint,
    inAmount: inAmount.toString(),
    outAmount: outAmount.toString(),
    fee: execution.fee.toString(),
    rent: rent.toString(),
    inPriceUsd: priceText(inPrice),
    outPriceUsd: priceText(outPrice),
  }
  return {
    result,
    amounts: toAmounts(swap),
    within: async (tx: Db) => void (committed = await market.settled(swap, tx)),
    after: () => committed?.(),
  }
}

const priceText = (price: PriceUsd | null) => (price === null ? null : formatUnits(price, PRICE_DECIMALS))

/** A price that cannot be read now does not stop the booking. */
async function priceNow(market: Market, mint: string): Promise<PriceUsd | null> {
  try {
    return await market.priceUsd(mint)
  } catch (error) {
    if (isFault(error, 'market_away')) return null
    throw error
  }
}

/** The amounts that the trader's wallet spent and received, without the fee and the rent of a token account that the trade opened. */
export function computeTraded(request: Traded, execution: Execution) {
  const { wallet, inputMint, outputMint, outputAccount } = request
  const lamports = (address: string): bigint =>
    execution.lamports
      .filter((entry) => entry.address === address)
      .reduce((sum, { before, after }) => sum + after - before, 0n)
  const tokens = (mint: string): bigint =>
    execution.tokens
      .filter((entry) => entry.owner === wallet && entry.mint === mint)
      .reduce((sum, { before, after }) => sum + after - before, 0n)
  // Accounts on the route may be opened, too; wrapped SOL that was there before, or is left, counts as SOL.
  const mine = execution.tokens.filter(({ owner }) => owner === wallet)
  const getAccounts = (isWrapped: boolean) =>
    mine.flatMap(({ mint, account }) => (account && (mint === SOL_MINT) === isWrapped ? [account] : []))
  const opened = new Set([...getAccounts(false), ...(outputAccount === null ? [] : [outputAccount])])
  const sum = (addresses: Iterable<string>) => [...addresses].reduce((all, one) => all + lamports(one), 0n)
  const rent = sum(opened)
  const sol = lamports(wallet) + sum(new Set(getAccounts(true))) + execution.fee + rent
  return {
    inAmount: inputMint === SOL_MINT ? -sol : -tokens(inputMint),
    outAmount: outputMint === SOL_MINT ? sol : tokens(outputMint),
    rent,
  }
}
