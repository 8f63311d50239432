/** Trades: the domains to the right buy and sell through here. */
import { SOL_DECIMALS } from '@purser/contract/money.ts'
import { assetSymbol, SOL_MINT } from '@purser/contract/tokens.ts'
import type { Address } from '@solana/kit'
import type { Db } from '../../db/client.ts'
import { associatedAccount } from '../../kernel/solana/associated-account.ts'
import { createCache } from '../../kernel/cache.ts'
import type { Clock } from '../../kernel/clock.ts'
import { Fault, invalid, isFault } from '../../kernel/fault.ts'
import type { SharedOptions } from '../../ports/account-at.ts'
import type { Chain } from '../../ports/chain.ts'
import type { TokenMint } from '../../ports/chain-data.ts'
import type { Market, NoQuote } from '../../ports/market.ts'
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
export type Trading = ReturnType<typeof createTrading>

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

const faultOf = ({ unavailable }: NoQuote): Fault =>
  unavailable.code === 'not_traded'
    ? new Fault('unknown_mint', { mint: unavailable.mint })
    : new Fault('no_liquidity', unavailable)

export function createTrading({ db, clock, market, transfers, wallets, chain }: TradingParts) {
  transfers.lifecycle.register(KIND, tradeKind({ db, clock, market, wallets, chain }))

  /** The fixed properties of a mint; read anew now and then, because a node may have answered wrong. */
  const mints = createCache<string, TradedMint>({ clock, max: MOST_MINTS, ttlMs: MINT_MS })

  async function mintOf(mint: string): Promise<TradedMint | null> {
    if (mint === SOL_MINT) return null
    const known = mints.get(mint)
    if (known) return known
    const info = await chain.tokenMint(mint as Address)
    if (!info) throw new Fault('unknown_mint', { mint })
    const { program, decimals, accountBytes } = info
    return mints.set(mint, { mint: info.mint, program, decimals, accountBytes })
  }

  /** The account that receives, and the rent to open it. */
  async function receiving(owner: string, output: TradedMint | null, options: SharedOptions) {
    if (output === null) return { outputAccount: null, rent: 0n }
    const account = await associatedAccount(owner, output)
    const [there] = await chain.accounts([account], options)
    if (there && there.lamports !== null) return { outputAccount: account, rent: 0n }
    return { outputAccount: account, rent: await chain.rentExempt(output.accountBytes) }
  }

  return {
    /**
     * Submits a trade and returns its operation; `transfers.ended` waits for the outcome, `readTradeResult` reads it.
     * Throws insufficient_balance, unknown_mint, no_liquidity and invalid_input, and has then submitted nothing.
     */
    async trade(trade: Trade): Promise<Operation> {
      const known = trade.looked ? undefined : await transfers.lookups.findByOrigin(trade.originKey)
      if (known) return known
      const { userId, wallet, inputMint, outputMint, inAmount, slippageBps, originKey, context, side } = trade
      if (inAmount <= 0n) throw invalid('amount', 'must be above 0')
      const input = await mintOf(inputMint)
      const output = await mintOf(outputMint)
      const trader = wallet.address
      const quote = await market.quote({ inputMint, outputMint, inAmount, slippageBps, trader })
      if (isNoQuote(quote)) throw faultOf(quote)
      const fee = swapCosts.fee(market)
      const deposit = await swapCosts.deposit(market, chain, [inputMint, outputMint])
      const submit = async (options: Pick<SharedOptions, 'maxAgeMs'>): Promise<Operation> => {
        const { outputAccount, rent } = await receiving(wallet.address, output, options)

        const sol: Spend = {
          address: wallet.address,
          mint: SOL_MINT,
          // The wallet must stay rent exempt, or the chain refuses the transaction.
          amount: fee + deposit + rent + (await chain.rentExempt(0)),
          walletName: wallet.name,
          decimals: SOL_DECIMALS,
          symbol: 'SOL',
        }
        const spends = [sol]
        if (input === null) sol.amount += inAmount
        else
          spends.unshift({
            ...sol,
            mint: inputMint,
            amount: inAmount,
            decimals: input.decimals,
            symbol: assetSymbol(inputMint),
          })
        const request: TradeRequest = {
          wallet: wallet.address,
          inputMint,
          outputMint,
          inAmount: inAmount.toString(),
          slippageBps,
          side,
          outputAccount,
          ...(trade.isExit ? { isExit: true } : {}),
          // The limits count the greatest possible loss, however the price moves before the trade is signed.
          minOut: (trade.minOut ?? quote.minOutAmount).toString(),
          ...(trade.deadline == null ? {} : { deadline: trade.deadline.getTime() }),
          ...(context === undefined ? {} : { context }),
        }
        const leg = { walletId: wallet.id, walletName: wallet.name }
        return transfers.submit.submit({
          userId,
          type: KIND,
          originKey,
          isUnknown: true,
          request,
          // The market is the other side of both movements.
          movements: [
            { ...leg, source: wallet.address, destination: 'market', mint: inputMint, amount: inAmount },
            {
              ...leg,
              source: 'market',
              destination: wallet.address,
              mint: outputMint,
              amount: quote.outAmount,
            },
          ],
          spends,
          ...(trade.ofOrder === undefined ? {} : { ofOrder: trade.ofOrder }),
          ...(trade.halts === undefined ? {} : { halts: trade.halts }),
          ...options,
        })
      }
      try {
        return await submit({ maxAgeMs: SHARED_MS })
      } catch (error) {
        // Funds may have just arrived: only a fresh reading of the chain refuses a trade.
        if (!isFault(error, 'insufficient_balance') && !isFault(error, 'funds_in_flight')) throw error
        return submit({})
      }
    },

    /** Why it was refused before it was signed; null if it was not. */
    refusalOf: (operationId: string): Promise<RefusalCode | null> => findRefusal(db, operationId),

    /** Ends a trade past its deadline, unless it is signed. Returns its state then. */
    async giveUpLate({ userId, originKey }: Pick<Trade, 'userId' | 'originKey'>): Promise<Operation> {
      const operation = await transfers.submit.cancel({ userId, type: KIND, originKey }, TOO_LATE)
      if (operation.status === 'failed') await insertRefusal(db, operation.id, 'late')
      return operation
    },
  }
}
