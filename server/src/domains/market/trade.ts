/** The operation 'trade': one swap of one wallet, quoted when its transaction is built and read back from the chain. */
import { formatUnits, groupThousands, SOL_DECIMALS } from '@purser/contract/money.ts'
import { type NoQuoteReason, noQuoteText } from '@purser/contract/no-quote-texts.ts'
import { assetSymbol, SOL_MINT } from '@purser/contract/tokens.ts'
import type { Address } from '@solana/kit'
import * as z from 'zod/mini'
import type { Db } from '../../db/client.ts'
import type { Clock } from '../../kernel/clock.ts'
import { isFault } from '../../kernel/fault.ts'
import type { Chain } from '../../ports/chain.ts'
import type { Execution } from '../../ports/chain-data.ts'
import { type Market, type NoQuote, PRICE_DECIMALS, type PriceUsd, type Quote } from '../../ports/market.ts'
import type { SwapJudgement } from '../../ports/swap.ts'
import type { Kind, Operation } from '../transfers/index.ts'
import type { Wallets } from '../wallets/index.ts'
import { insertRefusal, type RefusalCode } from './refusals.store.ts'

export type TradeParts = { db: Db; clock: Clock; market: Market; wallets: Wallets; chain: Chain }

const Units = z.string().check(z.regex(/^\d{1,20}$/))
/** What reading a trade's result from the chain needs. */
const Traded = z.object({
  wallet: z.string(),
  inputMint: z.string(),
  outputMint: z.string(),
  /** The token account that receives; null for native SOL. */
  outputAccount: z.nullable(z.string()),
})
type Traded = z.infer<typeof Traded>
const TradeRequest = z.extend(Traded, {
  inAmount: Units,
  slippageBps: z.int(),
  side: z.enum(['buy', 'sell']),
  isExit: z.optional(z.boolean()),
  /** Limits of the decision: the least to be received, in base units, and until when (ms since 1970) it may be signed. */
  minOut: z.optional(Units),
  deadline: z.optional(z.int()),
  /** The caller's own, stored with the trade. */
  context: z.optional(z.record(z.string(), z.unknown())),
})
export type TradeRequest = z.infer<typeof TradeRequest>

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
export const SPENT = 0
export const RECEIVED = 1

export const isNoQuote = (answer: object): answer is NoQuote => 'unavailable' in answer
/** null: what the chain says, which is no refusal of the market. */
function refusalOf(reason: NoQuoteReason): RefusalCode | null {
  if (reason.code === 'simulation_fails') return null
  return reason.code === 'swap_fails' && reason.why === 'slippage' ? 'price' : 'market'
}
const priceText = (price: PriceUsd | null) => (price === null ? null : formatUnits(price, PRICE_DECIMALS))

/** Of a trade past its deadline. */
export const TOO_LATE = 'It could not be sent in the time that its decision allows; nothing was traded.'

type TradeKind = Kind & {
  /** The part of the request that the journal keeps: enough to read the result, too little to sign it again. */
  recall(request: unknown): Traded | undefined
}

export function tradeKind({ db, clock, market, wallets, chain }: TradeParts): TradeKind {
  const decimalsOf = async (mint: string): Promise<number> =>
    mint === SOL_MINT ? SOL_DECIMALS : ((await chain.mintInfo(mint as Address))?.decimals ?? 0)

  /** The code is written first: whoever reads of the refusal finds it. */
  async function refuse({ id }: Operation, code: RefusalCode, refused: string) {
    await insertRefusal(db, id, code)
    return { refused }
  }

  async function tooLittle(quote: Quote, outAmount: bigint, isDecided: boolean): Promise<string> {
    const decimals = await decimalsOf(quote.outputMint)
    const [expected, got] = [quote.minOutAmount, outAmount].map((n) =>
      groupThousands(formatUnits(n, decimals)),
    )
    const limit = isDecided
      ? 'what was allowed when it was decided'
      : `the slippage limit of ${quote.slippageBps / 100} %`
    return `The price moved beyond ${limit}: expected at least ${expected} ${assetSymbol(quote.outputMint)}, the market gives ${got}.`
  }

  const refusedBy = async (operation: Operation, reason: NoQuoteReason) => {
    const code = refusalOf(reason)
    if (code !== null) await insertRefusal(db, operation.id, code)
    return noQuoteText(reason)
  }

  /** A price that cannot be read now keeps nothing from being booked. */
  async function priceNow(mint: string): Promise<PriceUsd | null> {
    try {
      return await market.priceUsd(mint)
    } catch (error) {
      if (isFault(error, 'market_away')) return null
      throw error
    }
  }

  const judgementOf = (operation: Operation, judgement: SwapJudgement) => ({
    ...judgement,
    async refuse(...seen: Parameters<SwapJudgement['refuse']>) {
      const reason = judgement.refuse(...seen)
      return reason === null ? null : refusedBy(operation, reason)
    },
    explain: (simulated: Parameters<SwapJudgement['explain']>[0]) =>
      refusedBy(operation, judgement.explain(simulated)),
  })

  return {
    recall(request) {
      const read = z.safeParse(Traded, request)
      return read.success ? read.data : undefined
    },

    async build(operation, { again } = { again: false }) {
      const read = z.safeParse(TradeRequest, operation.request)
      if (!read.success)
        return refuse(
          operation,
          'lost',
          'The details of this trade were lost with the database; nothing was sent again.',
        )
      const { wallet, inputMint, outputMint, slippageBps, deadline, minOut } = read.data
      // Undoes what a dropped attempt did to the market's price.
      if (again) await market.unsettled(operation.id)
      if (deadline !== undefined && clock.now() > deadline) return refuse(operation, 'late', TOO_LATE)
      const inAmount = BigInt(read.data.inAmount)
      const found = await market.quote({ inputMint, outputMint, inAmount, slippageBps, trader: wallet })
      if (isNoQuote(found)) return { refused: await refusedBy(operation, found.unavailable) }
      const least = BigInt(minOut ?? '0')
      const isDecided = least > found.minOutAmount
      const quote = isDecided ? { ...found, minOutAmount: least } : found
      if (quote.outAmount < quote.minOutAmount)
        return refuse(operation, 'price', await tooLittle(quote, quote.outAmount, isDecided))
      const swap = await market.prepare(quote, wallet as Address)
      if (isNoQuote(swap)) return { refused: await refusedBy(operation, swap.unavailable) }
      if ('moved' in swap)
        return refuse(operation, 'price', await tooLittle(quote, swap.outAmount, isDecided))
      if (deadline !== undefined && clock.now() > deadline) return refuse(operation, 'late', TOO_LATE)
      const { instructions, after, lookupTables, budget, judgement } = swap
      return {
        feePayer: await wallets.signer(operation.userId, wallet),
        instructions,
        ...(after ? { after } : {}),
        ...(lookupTables ? { lookupTables } : {}),
        ...(budget ? { budget } : {}),
        ...(judgement ? { judgement: judgementOf(operation, judgement) } : {}),
        amounts: [
          { position: SPENT, amount: swap.inAmount },
          { position: RECEIVED, amount: swap.outAmount },
        ],
      }
    },

    unsettle: ({ id }) => market.unsettled(id),

    async failed(operation, { logs }) {
      const reason = market.failureIn?.(logs) ?? null
      return reason === null ? null : refusedBy(operation, reason)
    },

    async settle(operation, execution) {
      const read = z.safeParse(Traded, operation.request)
      if (!read.success) return { result: { fee: execution.fee.toString() } }
      const { inputMint, outputMint } = read.data
      const { inAmount, outAmount, rent } = tradedBy(read.data, execution)
      const [inPrice, outPrice] = [await priceNow(inputMint), await priceNow(outputMint)]
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
        amounts: [
          { position: SPENT, amount: inAmount },
          { position: RECEIVED, amount: outAmount },
        ],
        within: async (tx) => void (committed = await market.settled(swap, tx)),
        after: () => committed?.(),
      }
    },
  }
}

/** What the trader's wallet spent and received, without the fee and the rent of a token account that the trade opened. */
export function tradedBy(request: Traded, execution: Execution) {
  const { wallet, inputMint, outputMint, outputAccount } = request
  const lamports = (address: string): bigint =>
    execution.lamports
      .filter((entry) => entry.address === address)
      .reduce((sum, { before, after }) => sum + after - before, 0n)
  const tokens = (mint: string): bigint =>
    execution.tokens
      .filter((entry) => entry.owner === wallet && entry.mint === mint)
      .reduce((sum, { before, after }) => sum + after - before, 0n)
  // Accounts by the way may be opened, too; wrapped SOL that was there before, or is left, is SOL.
  const mine = execution.tokens.filter(({ owner }) => owner === wallet)
  const accountsOf = (isWrapped: boolean) =>
    mine.flatMap(({ mint, account }) => (account && (mint === SOL_MINT) === isWrapped ? [account] : []))
  const opened = new Set([...accountsOf(false), ...(outputAccount === null ? [] : [outputAccount])])
  const sum = (addresses: Iterable<string>) => [...addresses].reduce((all, one) => all + lamports(one), 0n)
  const rent = sum(opened)
  const sol = lamports(wallet) + sum(new Set(accountsOf(true))) + execution.fee + rent
  return {
    inAmount: inputMint === SOL_MINT ? -sol : -tokens(inputMint),
    outAmount: outputMint === SOL_MINT ? sol : tokens(outputMint),
    rent,
  }
}
