/** The operation 'trade': one swap of one wallet, quoted when its transaction is built and read back from the chain. */
import { formatUnits, SOL_DECIMALS } from '@purser/contract/money.ts'
import { SOL_MINT, symbolOf } from '@purser/contract/tokens.ts'
import type { Address } from '@solana/kit'
import * as z from 'zod/mini'
import type { Chain, Execution } from '../../ports/chain.ts'
import type { Market, NoQuote, PriceUsd } from '../../ports/market.ts'
import type { Kind, Operation } from '../transfers/index.ts'
import type { Wallets } from '../wallets/index.ts'

export type TradeParts = { market: Market; wallets: Wallets; chain: Chain }

const Units = z.string().check(z.regex(/^\d{1,20}$/))
const TradeRequest = z.object({
  wallet: z.string(),
  inputMint: z.string(),
  outputMint: z.string(),
  inAmount: Units,
  slippageBps: z.int(),
  /** The token account that receives; null for native SOL. */
  outputAccount: z.nullable(z.string()),
  /** What the caller wants to find again beside the trade. */
  context: z.optional(z.record(z.string(), z.unknown())),
})
export type TradeRequest = z.infer<typeof TradeRequest>

/** What the chain says of the trade, in decimal strings of base units; the prices are decimal USD per whole token. */
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
export const SPENT = 0
export const RECEIVED = 1

export const nameOf = (mint: string): string => (mint === SOL_MINT ? 'SOL' : symbolOf(mint))
export const isNoQuote = (answer: object): answer is NoQuote => 'unavailable' in answer
const PRICE_DECIMALS = 12
const priceText = (price: PriceUsd | null) => (price === null ? null : formatUnits(price, PRICE_DECIMALS))

export function tradeKind({ market, wallets, chain }: TradeParts): Kind {
  const decimalsOf = async (mint: string): Promise<number> =>
    mint === SOL_MINT ? SOL_DECIMALS : ((await chain.mintInfo(mint))?.decimals ?? 0)

  return {
    async build(operation) {
      const read = z.safeParse(TradeRequest, operation.request)
      if (!read.success)
        return { refused: 'The details of this trade were lost with the database; nothing was sent again.' }
      const { wallet, inputMint, outputMint, slippageBps } = read.data
      const inAmount = BigInt(read.data.inAmount)
      const quote = await market.quote({ inputMint, outputMint, inAmount, slippageBps })
      if (isNoQuote(quote)) return { refused: quote.reason }
      const swap = await market.prepare(quote, wallet as Address)
      if (isNoQuote(swap)) return { refused: swap.reason }
      if ('moved' in swap) {
        const decimals = await decimalsOf(outputMint)
        const [expected, got] = [quote.minOutAmount, swap.outAmount].map((n) => formatUnits(n, decimals))
        return {
          refused: `The price moved beyond the slippage limit of ${slippageBps / 100} %: expected at least ${expected} ${nameOf(outputMint)}, the market gives ${got}.`,
        }
      }
      return {
        feePayer: await wallets.signer(operation.userId, wallet),
        instructions: swap.instructions,
        amounts: [
          { position: SPENT, amount: swap.inAmount },
          { position: RECEIVED, amount: swap.outAmount },
        ],
      }
    },

    async settle(operation, execution) {
      const read = z.safeParse(TradeRequest, operation.request)
      if (!read.success) return { result: { fee: execution.fee.toString() } }
      const { inputMint, outputMint } = read.data
      const { inAmount, outAmount, rent } = tradedBy(read.data, execution)
      const [inPrice, outPrice] = [await market.priceUsd(inputMint), await market.priceUsd(outputMint)]
      await market.settled({ operationId: operation.id, inputMint, outputMint, inAmount, outAmount })
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
        amounts: [
          { position: SPENT, amount: inAmount },
          { position: RECEIVED, amount: outAmount },
        ],
      }
    },
  }
}

/** What the trader's wallet gave and got, apart from the fee and the rent of a token account that the trade opened. */
export function tradedBy(request: TradeRequest, execution: Execution) {
  const { wallet, inputMint, outputMint, outputAccount } = request
  const lamports = (address: string): bigint =>
    execution.lamports
      .filter((entry) => entry.address === address)
      .reduce((sum, { before, after }) => sum + after - before, 0n)
  const tokens = (mint: string): bigint =>
    execution.tokens
      .filter((entry) => entry.owner === wallet && entry.mint === mint)
      .reduce((sum, { before, after }) => sum + after - before, 0n)
  const rent = outputAccount === null ? 0n : lamports(outputAccount)
  const sol = lamports(wallet) + execution.fee + rent
  return {
    inAmount: inputMint === SOL_MINT ? -sol : -tokens(inputMint),
    outAmount: outputMint === SOL_MINT ? sol : tokens(outputMint),
    rent,
  }
}
