/** The operation 'trade': one swap of one wallet, quoted when its transaction is built and read back from the chain. */
import { formatUnits, groupThousands, SOL_DECIMALS } from '@purser/contract/money.ts'
import { type NoQuoteReason, noQuoteText } from '@purser/contract/market/no-quote-texts.ts'
import { assetSymbol, SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import type { Address } from '@solana/kit'
import * as z from 'zod/mini'
import type { Db } from '../../db/client.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Chain } from '../../ports/chain.ts'
import { type Market, type NoQuote, type PreparedSwap, type Quote } from '../../ports/market.ts'
import type { SwapJudgement } from '../../ports/swap.ts'
import type { Kind, Operation } from '../transfers/index.ts'
import type { Wallets } from '../wallets/index.ts'
import { insertRefusal, type RefusalCode } from './refusals.store.ts'
import { settleTrade, toAmounts, Traded, Units } from './settle-trade.ts'

export type TradeParts = { db: Db; clock: Clock; market: Market; wallets: Wallets; chain: Chain }

const TradeRequest = z.extend(Traded, {
  inAmount: Units,
  slippageBps: z.int(),
  side: z.enum(['buy', 'sell']),
  isExit: z.optional(z.boolean()),
  /** Limits of the decision: the least output, in base units, and the latest time (ms since 1970) for signing it. */
  minOut: z.optional(Units),
  deadline: z.optional(z.int()),
  /** The caller's own data, stored with the trade. */
  context: z.optional(z.record(z.string(), z.unknown())),
})
export type TradeRequest = z.infer<typeof TradeRequest>

export const isNoQuote = (answer: object): answer is NoQuote => 'unavailable' in answer
/** null: the chain's own words, which are no refusal of the market. */
function toRefusalCode(reason: NoQuoteReason): RefusalCode | null {
  if (reason.code === 'simulation_fails') return null
  return reason.code === 'swap_fails' && reason.why === 'slippage' ? 'price' : 'market'
}

/** Refuses a trade whose details were lost. */
const LOST = 'The details of this trade were lost with the database; nothing was resent.'
/** Refuses a trade past its deadline. */
export const TOO_LATE = 'It could not be sent in the time allowed; nothing was traded.'

type TradeKind = Kind & {
  /** The part of the request that the journal keeps: enough to read the result, too little to sign it again. */
  recall(request: unknown): Traded | undefined
}

export const tradeKind = (parts: TradeParts): TradeKind => ({
  recall(request) {
    const read = z.safeParse(Traded, request)
    return read.success ? read.data : undefined
  },
  build: (operation, { again } = { again: false }) => buildTrade(parts, operation, again),
  unsettle: ({ id }) => parts.market.unsettled(id),
  failed: (operation, { logs }) => explainFailure(parts, operation, logs),
  settle: (operation, execution) => settleTrade(parts.market, operation, execution),
})

async function buildTrade(
  parts: TradeParts,
  operation: Operation,
  again: boolean,
): ReturnType<Kind['build']> {
  const { clock, market } = parts
  const read = z.safeParse(TradeRequest, operation.request)
  if (!read.success) return refuse(parts, operation, { code: 'lost', refused: LOST })
  const { wallet, deadline } = read.data
  // Undoes the effect of a dropped attempt on the market's price.
  if (again) await market.unsettled(operation.id)
  const isLate = () => deadline !== undefined && clock.now() > deadline
  if (isLate()) return refuse(parts, operation, { code: 'late', refused: TOO_LATE })
  const found = await quoteTrade(parts, operation, read.data)
  if ('refused' in found) return found
  const { quote, isDecided } = found
  const swap = await market.prepare(quote, wallet as Address)
  if (isNoQuote(swap)) return { refused: await refuseByMarket(parts, operation, swap.unavailable) }
  if ('moved' in swap) {
    const refused = await explainTooLittle(parts, { quote, outAmount: swap.outAmount, isDecided })
    return refuse(parts, operation, { code: 'price', refused })
  }
  if (isLate()) return refuse(parts, operation, { code: 'late', refused: TOO_LATE })
  return toTransaction(parts, operation, { swap, wallet })
}

/** `isDecided`: the quote's limit is that of the decision, which is stricter than the slippage. */
async function quoteTrade(
  parts: TradeParts,
  operation: Operation,
  { wallet, inputMint, outputMint, slippageBps, minOut, ...request }: TradeRequest,
): Promise<{ quote: Quote; isDecided: boolean } | { refused: string }> {
  const inAmount = BigInt(request.inAmount)
  const asked = { inputMint, outputMint, inAmount, slippageBps, trader: wallet }
  const found = await parts.market.quote(asked)
  if (isNoQuote(found)) return { refused: await refuseByMarket(parts, operation, found.unavailable) }
  const least = BigInt(minOut ?? '0')
  const isDecided = least > found.minOutAmount
  const quote = isDecided ? { ...found, minOutAmount: least } : found
  if (quote.outAmount >= quote.minOutAmount) return { quote, isDecided }
  const refused = await explainTooLittle(parts, { quote, outAmount: quote.outAmount, isDecided })
  return refuse(parts, operation, { code: 'price', refused })
}

type Prepared = { swap: PreparedSwap; wallet: string }

async function toTransaction(parts: TradeParts, operation: Operation, { swap, wallet }: Prepared) {
  const { instructions, after, lookupTables, budget, judgement } = swap
  return {
    feePayer: await parts.wallets.keys.signer(operation.userId, wallet),
    instructions,
    ...(after ? { after } : {}),
    ...(lookupTables ? { lookupTables } : {}),
    ...(budget ? { budget } : {}),
    ...(judgement ? { judgement: withRefusals(parts, operation, judgement) } : {}),
    amounts: toAmounts(swap),
  }
}

type Refusal = { code: RefusalCode; refused: string }

/** The code is written first: a reader of the refusal finds it. */
async function refuse({ db }: TradeParts, { id }: Operation, { code, refused }: Refusal) {
  await insertRefusal(db, id, code)
  return { refused }
}

async function refuseByMarket({ db }: TradeParts, { id }: Operation, reason: NoQuoteReason): Promise<string> {
  const code = toRefusalCode(reason)
  if (code !== null) await insertRefusal(db, id, code)
  return noQuoteText(reason)
}

/** The market's judgement of the transaction, which also records its refusals. */
const withRefusals = (parts: TradeParts, operation: Operation, judgement: SwapJudgement) => ({
  ...judgement,
  async refuse(...seen: Parameters<SwapJudgement['refuse']>) {
    const reason = judgement.refuse(...seen)
    return reason === null ? null : refuseByMarket(parts, operation, reason)
  },
  explain: (simulated: Parameters<SwapJudgement['explain']>[0]) =>
    refuseByMarket(parts, operation, judgement.explain(simulated)),
})

type TooLittle = { quote: Quote; outAmount: bigint; isDecided: boolean }

async function explainTooLittle(
  { chain }: TradeParts,
  { quote, outAmount, isDecided }: TooLittle,
): Promise<string> {
  const { outputMint, minOutAmount, slippageBps } = quote
  const decimals =
    outputMint === SOL_MINT ? SOL_DECIMALS : ((await chain.mintInfo(outputMint as Address))?.decimals ?? 0)
  const [expected, got] = [minOutAmount, outAmount].map((n) => groupThousands(formatUnits(n, decimals)))
  const limit = isDecided
    ? 'the limit set when it was decided'
    : `the slippage limit of ${slippageBps / 100}%`
  return `The price moved beyond ${limit}: expected at least ${expected} ${assetSymbol(outputMint)}, but the market gives ${got}.`
}

async function explainFailure(
  parts: TradeParts,
  operation: Operation,
  logs: readonly string[],
): Promise<string | null> {
  const reason = parts.market.failureIn?.(logs) ?? null
  return reason === null ? null : refuseByMarket(parts, operation, reason)
}
