/** Trades: the domains to the right buy and sell through here. */
import { SOL_DECIMALS } from '@purser/contract/money.ts'
import { assetSymbol, SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import type { Address } from '@solana/kit'
import type { Db } from '../../db/client.ts'
import { associatedAccount } from '../../kernel/solana/associated-account.ts'
import { type Cache, createCache } from '../../kernel/cache.ts'
import type { Clock } from '../../kernel/clock.ts'
import { Fault, invalid, isFault } from '../../kernel/fault.ts'
import type { SharedOptions } from '../../ports/account-at.ts'
import type { Chain } from '../../ports/chain.ts'
import type { TokenMint } from '../../ports/chain-data.ts'
import type { Market, NoQuote, Quote } from '../../ports/market.ts'
import type { Operation, Spend, Transfers } from '../transfers/index.ts'
import type { OwnedWallet, Wallets } from '../wallets/index.ts'
import { swapCosts } from './costs.ts'
import { findRefusal, insertRefusal, type RefusalCode } from './refusals.store.ts'
import { isNoQuote, TOO_LATE, tradeKind, type TradeRequest } from './trade.ts'

export type TradingParts = {
  db: Db
  clock: Clock
  market: Market
  transfers: Transfers
  wallets: Wallets
  chain: Chain
}

export type Trade = {
  userId: number
  wallet: OwnedWallet
  inputMint: string
  outputMint: string
  /** 'sell': into the quote. Limits of real money bind a sale by what it may lose. */
  side: 'buy' | 'sell'
  /**
   * The sale that ends a strategy, which no limit holds back. Only the code that decides trades sets it, never its
   * user.
   */
  isExit?: boolean
  /** Base units of the input. */
  inAmount: bigint
  /** The same of the whole order of which this is one wallet's part. */
  ofOrder?: bigint
  /** The slippage of the quote that is requested when the transaction is built. */
  slippageBps: number
  /** Limits of the decision: the least output, in base units, and the latest time for signing it. */
  minOut?: bigint | null
  deadline?: Date | null
  /**
   * The value of `transfers.halts` at the decision to trade: refused with stopped_meanwhile if everything was stopped
   * since.
   */
  halts?: number
  /** The same key returns the same operation. */
  originKey: string
  /** The caller has just looked for an operation of this origin and found none. */
  looked?: boolean
  /** Stored with the operation; plain JSON. */
  context?: Record<string, unknown>
}

const KIND = 'trade'
/** Orders of one tick share the readings of their wallet; amounts booked since the reading count all the same. */
const SHARED_MS = 1_000
const MINT_MS = 600_000
const MOST_MINTS = 1_000
type TradedMint = Pick<TokenMint, 'mint' | 'program' | 'decimals' | 'accountBytes'>

const toFault = ({ unavailable }: NoQuote): Fault =>
  unavailable.code === 'not_traded'
    ? new Fault('unknown_mint', { mint: unavailable.mint })
    : new Fault('no_liquidity', unavailable)

export type Trading = {
  /**
   * Submits a trade and returns its operation; `transfers.ended` waits for the outcome, `readTradeResult` reads it.
   * Throws insufficient_balance, unknown_mint, no_liquidity and invalid_input, and has then submitted nothing.
   */
  trade(trade: Trade): Promise<Operation>
  /** Why it was refused before it was signed; null if it was not. */
  findRefusal(operationId: string): Promise<RefusalCode | null>
  /** Ends a trade past its deadline, unless it is signed. Returns its state then. */
  giveUpLate(request: Pick<Trade, 'userId' | 'originKey'>): Promise<Operation>
}

type Engine = TradingParts & {
  mints: Cache<string, TradedMint>
}

async function loadMint({ mints, chain }: Engine, mint: string): Promise<TradedMint | null> {
  if (mint === SOL_MINT) return null
  const known = mints.get(mint)
  if (known) return known
  const info = await chain.tokenMint(mint as Address)
  if (!info) throw new Fault('unknown_mint', { mint })
  const { program, decimals, accountBytes } = info
  return mints.set(mint, { mint: info.mint, program, decimals, accountBytes })
}

/** The account that receives, and the rent to open it. */
async function receiving(chain: Chain, owner: string, output: TradedMint | null, options: SharedOptions) {
  if (output === null) return { outputAccount: null, rent: 0n }
  const account = await associatedAccount(owner, output)
  const [there] = await chain.accounts([account], options)
  if (there && there.lamports !== null) return { outputAccount: account, rent: 0n }
  return { outputAccount: account, rent: await chain.rentExempt(output.accountBytes) }
}

type PricedTrade = {
  trade: Trade
  quote: Quote
  input: TradedMint | null
  output: TradedMint | null
  /** Lamports besides the rent of the account that receives: the network's fee and deposits. */
  costs: bigint
}

function toSpends({ trade, input, costs }: PricedTrade, rents: bigint): Spend[] {
  const { wallet, inputMint, inAmount } = trade
  const sol: Spend = {
    address: wallet.address,
    mint: SOL_MINT,
    amount: costs + rents + (input === null ? inAmount : 0n),
    walletName: wallet.name,
    decimals: SOL_DECIMALS,
    symbol: 'SOL',
  }
  if (input === null) return [sol]
  const symbol = assetSymbol(inputMint)
  return [{ ...sol, mint: inputMint, amount: inAmount, decimals: input.decimals, symbol }, sol]
}

const toRequest = (
  { wallet, inputMint, outputMint, inAmount, slippageBps, side, ...trade }: Trade,
  minOut: bigint,
  outputAccount: Address | null,
): TradeRequest => ({
  wallet: wallet.address,
  inputMint,
  outputMint,
  inAmount: inAmount.toString(),
  slippageBps,
  side,
  outputAccount,
  ...(trade.isExit ? { isExit: true } : {}),
  // The limits count the greatest possible loss, however the price moves before the trade is signed.
  minOut: (trade.minOut ?? minOut).toString(),
  ...(trade.deadline == null ? {} : { deadline: trade.deadline.getTime() }),
  ...(trade.context === undefined ? {} : { context: trade.context }),
})

async function submitPriced(
  { transfers, chain }: Engine,
  priced: PricedTrade,
  options: Pick<SharedOptions, 'maxAgeMs'>,
): Promise<Operation> {
  const { trade, quote, output } = priced
  const { userId, originKey, wallet, inputMint, outputMint, inAmount } = trade
  const { outputAccount, rent } = await receiving(chain, wallet.address, output, options)
  // The wallet must stay rent exempt, or the chain refuses the transaction.
  const spends = toSpends(priced, rent + (await chain.rentExempt(0)))
  const leg = { walletId: wallet.id, walletName: wallet.name }
  return transfers.submit.submit({
    userId,
    type: KIND,
    originKey,
    isUnknown: true,
    request: toRequest(trade, quote.minOutAmount, outputAccount),
    // The market is the other side of both movements.
    movements: [
      { ...leg, source: wallet.address, destination: 'market', mint: inputMint, amount: inAmount },
      { ...leg, source: 'market', destination: wallet.address, mint: outputMint, amount: quote.outAmount },
    ],
    spends,
    ...(trade.ofOrder === undefined ? {} : { ofOrder: trade.ofOrder }),
    ...(trade.halts === undefined ? {} : { halts: trade.halts }),
    ...options,
  })
}

async function submitTrade(engine: Engine, trade: Trade): Promise<Operation> {
  const { transfers, market, chain } = engine
  const known = trade.looked ? undefined : await transfers.lookups.findByOrigin(trade.originKey)
  if (known) return known
  const { wallet, inputMint, outputMint, inAmount, slippageBps } = trade
  if (inAmount <= 0n) throw invalid('amount', 'must be above 0')
  const input = await loadMint(engine, inputMint)
  const output = await loadMint(engine, outputMint)
  const quote = await market.quote({ inputMint, outputMint, inAmount, slippageBps, trader: wallet.address })
  if (isNoQuote(quote)) throw toFault(quote)
  const deposit = await swapCosts.deposit(market, chain, [inputMint, outputMint])
  const priced: PricedTrade = { trade, quote, input, output, costs: swapCosts.fee(market) + deposit }
  try {
    return await submitPriced(engine, priced, { maxAgeMs: SHARED_MS })
  } catch (error) {
    // Funds may have just arrived: only a fresh reading of the chain refuses a trade.
    if (!isFault(error, 'insufficient_balance') && !isFault(error, 'funds_in_flight')) throw error
    return submitPriced(engine, priced, {})
  }
}

const findTradeRefusal = ({ db }: Engine, operationId: string): Promise<RefusalCode | null> =>
  findRefusal(db, operationId)

async function giveUpLate(
  { transfers, db }: Engine,
  { userId, originKey }: Pick<Trade, 'userId' | 'originKey'>,
): Promise<Operation> {
  const operation = await transfers.submit.cancel({ userId, type: KIND, originKey }, TOO_LATE)
  if (operation.status === 'failed') await insertRefusal(db, operation.id, 'late')
  return operation
}

export function createTrading(parts: TradingParts): Trading {
  const { transfers, db, clock, market, wallets, chain } = parts
  transfers.lifecycle.register(KIND, tradeKind({ db, clock, market, wallets, chain }))

  /** The fixed properties of a mint; read anew now and then, because a node may have answered wrong. */
  const mints = createCache<string, TradedMint>({ clock, max: MOST_MINTS, ttlMs: MINT_MS })
  const engine: Engine = { ...parts, mints }
  return {
    trade: (trade) => submitTrade(engine, trade),
    findRefusal: (operationId) => findTradeRefusal(engine, operationId),
    giveUpLate: (request) => giveUpLate(engine, request),
  }
}
