/**
 * All errors in one table: HTTP status and message by code. Codes are stable. A row's context holds the values of its
 * message; the type requires a row for every code.
 */

import * as z from 'zod/mini'
import { type CandleFaults, candleFaults } from './market/candle-faults.ts'
import { type ChainRefusal, chainRefusedText } from './transfers/chain-refused-texts.ts'
import {
  gatherTexts,
  type Immovable,
  immovableText,
  tokenTexts,
  type Unusable,
  unusableText,
  WALLET_BUSY,
} from './distributions/distribution-texts.ts'
import { type CodePurpose, codeNeeded, SERVER_DOWN_SENTENCE } from './fault-texts.ts'
import { type LimitFaults, limitFaults } from './strategies/limit-faults.ts'
import { type NoQuoteReason, noQuoteText } from './market/no-quote-texts.ts'
import { type PaymentFaults, paymentFaults } from './payments/payment-faults.ts'
import { type PlanFaults, planFaults } from './strategies/plan-faults.ts'
import { type SendFaults, sendFaults } from './transfers/send-faults.ts'
import { type StrategyFaults, strategyFaults } from './strategies/strategy-faults.ts'
import { type DistributionFaults, distributionFaults } from './distributions/distribution-faults.ts'
import { type TokenFaults, tokenFaults } from './tokens/token-faults.ts'
import { type TradingBotFaults, tradingBotFaults } from './trading-bots/trading-bot-faults.ts'
import { alreadyInList, type WalletNeed, walletNeeded } from './wallets/wallet-texts.ts'

export type Detail = { path: string; message: string }

export type FaultContext = SendFaults &
  CandleFaults &
  LimitFaults &
  TokenFaults &
  DistributionFaults &
  PaymentFaults &
  PlanFaults &
  StrategyFaults &
  TradingBotFaults & {
    invalid_input: { details: Detail[] }
    no_session: undefined
    wrong_code: undefined
    key_code_needed: { purpose: CodePurpose }
    wrong_key_code: undefined
    foreign_origin: undefined
    foreign_host: undefined
    not_found: { what: string }
    route_not_found: undefined
    faucet_not_here: undefined
    idempotency_key_reused: undefined
    too_large: undefined
    too_many_requests: { retryAfterSeconds: number }
    too_many_codes: { retryAfterSeconds: number }
    too_many_tries: { retryAfterSeconds: number }
    too_many_reveals: { retryAfterSeconds: number }
    too_many_exports: { retryAfterSeconds: number; keys?: boolean }
    changed_meanwhile: { what: string }
    default_needed: undefined
    wallet_in_use: WalletNeed
    wallet_holds_funds: { wallet: string; funds: string }
    /** `name`: the name of the first wallet that is there. */
    keys_already_there: { details: Detail[]; name: string }
    nothing_to_export: undefined
    group_limit: { limit: number }
    insufficient_balance: { has: string; needs: string; unit: string; wallet: string }
    funds_in_flight: undefined
    /** The owner ends an operation whose transaction may still land, or that has ended. */
    may_still_land: undefined
    nothing_to_resolve: undefined
    nothing_to_gather: undefined
    operation_not_over: undefined
    nothing_to_repeat: undefined
    funding_wallet_missing: undefined
    auto_distribution_off: undefined
    no_liquidity: NoQuoteReason
    unknown_mint: { mint: string }
    token_not_movable: { code: Immovable }
    /** The wallet that all transfers share. */
    token_account_unusable: { wallet: string; code: Unusable }
    no_token_to_gather: undefined
    no_fee_payer: undefined
    token_fee_raised: undefined
    wallet_limit: { limit: number }
    agent_limit: { limit: number }
    chain_away: undefined
    /** No endpoint keeps a ledger, so the outcome of a signed transaction could not be found out. */
    no_history: undefined
    chain_refused: ChainRefusal
    market_away: undefined
    database_away: undefined
    on_hold: undefined
    wallet_on_hold: { wallet: string; operation: string }
    unexpected: { reference: string }
  }

export type FaultCode = keyof FaultContext
type Row<C> = { status: number; sentence: C extends undefined ? string : (context: C) => string }

const wait = (seconds: number) =>
  seconds < 90
    ? `${seconds} seconds`
    : seconds < 5400
      ? `${Math.ceil(seconds / 60)} minutes`
      : `${Math.ceil(seconds / 3600)} hours`

export const faults: { [C in FaultCode]: Row<FaultContext[C]> } = {
  ...sendFaults,
  ...limitFaults,
  ...paymentFaults,
  ...candleFaults,
  ...tokenFaults,
  ...distributionFaults,
  ...tradingBotFaults,
  invalid_input: {
    status: 400,
    sentence: ({ details }) => {
      const first = details[0]
      if (!first) return 'The request is not valid.'
      // A message with a capital letter is a whole sentence; others follow the name of the field.
      return /^[A-Z]/.test(first.message) ? first.message : `${first.path} ${first.message}`
    },
  },
  no_session: { status: 401, sentence: 'Please log in to continue.' },
  wrong_code: { status: 401, sentence: 'Invalid verification code' },
  key_code_needed: { status: 403, sentence: ({ purpose }) => codeNeeded[purpose] },
  wrong_key_code: { status: 403, sentence: 'Invalid verification code' },
  foreign_origin: { status: 403, sentence: 'Requests from other sites are not accepted.' },
  foreign_host: { status: 403, sentence: 'This server does not accept that host name.' },
  not_found: { status: 404, sentence: ({ what }) => `${what} not found` },
  route_not_found: { status: 404, sentence: 'There is nothing at this address.' },
  faucet_not_here: { status: 404, sentence: 'Test funds are not available on this network.' },
  idempotency_key_reused: {
    status: 422,
    sentence: 'This Idempotency-Key was already used for a different request.',
  },
  too_large: { status: 413, sentence: 'The request is too large.' },
  too_many_requests: {
    status: 429,
    sentence: (c) => `Too many requests. Please try again in ${wait(c.retryAfterSeconds)}.`,
  },
  too_many_codes: {
    status: 429,
    sentence: (c) => `Too many codes were requested. Please try again in ${wait(c.retryAfterSeconds)}.`,
  },
  too_many_tries: {
    status: 429,
    sentence: (c) => `Too many wrong codes. Please try again in ${wait(c.retryAfterSeconds)}.`,
  },
  too_many_reveals: {
    status: 429,
    sentence: (c) => `Too many private keys were shown. Please try again in ${wait(c.retryAfterSeconds)}.`,
  },
  too_many_exports: {
    status: 429,
    sentence: ({ retryAfterSeconds, keys = true }) =>
      `Too many exports${keys ? ' of private keys' : ''}. Please try again in ${wait(retryAfterSeconds)}.`,
  },
  changed_meanwhile: {
    status: 409,
    sentence: ({ what }) =>
      `This ${what} has changed in the meantime, possibly in another tab. Reload it and try again.`,
  },
  default_needed: {
    status: 409,
    sentence: 'One wallet must always be the default. Set another wallet as the default instead.',
  },
  wallet_in_use: { status: 409, sentence: ({ code }) => walletNeeded[code] },
  wallet_holds_funds: {
    status: 409,
    sentence: ({ wallet, funds }) =>
      `${wallet} still holds ${funds}. To delete it with its funds, type the wallet name and acknowledge.`,
  },
  keys_already_there: { status: 409, sentence: ({ name }) => alreadyInList(name) },
  nothing_to_export: { status: 404, sentence: 'No wallets found to export' },
  group_limit: { status: 409, sentence: ({ limit }) => `An account can have at most ${limit} groups.` },
  ...planFaults,
  ...strategyFaults,
  insufficient_balance: {
    status: 400,
    sentence: (c) =>
      `Insufficient balance. ${c.wallet} has ${c.has} ${c.unit}, but ${c.needs} ${c.unit} is required.`,
  },
  funds_in_flight: { status: 409, sentence: WALLET_BUSY },
  may_still_land: {
    status: 409,
    sentence: 'The transaction can still be executed. Wait until it expires.',
  },
  nothing_to_resolve: { status: 409, sentence: 'This operation has no uncertain outcome.' },
  nothing_to_gather: { status: 400, sentence: gatherTexts.allFailed },
  operation_not_over: { status: 409, sentence: 'This operation is still in progress.' },
  nothing_to_repeat: {
    status: 409,
    sentence: 'This operation has nothing left to retry or undo.',
  },
  funding_wallet_missing: { status: 409, sentence: 'Please choose a funding wallet first.' },
  auto_distribution_off: { status: 409, sentence: 'Auto distribution is switched off.' },
  no_liquidity: { status: 409, sentence: noQuoteText },
  unknown_mint: {
    status: 400,
    sentence: ({ mint }) => `No token with the address ${mint} exists on this network.`,
  },
  token_not_movable: { status: 400, sentence: immovableText },
  token_account_unusable: { status: 400, sentence: unusableText },
  no_fee_payer: { status: 400, sentence: tokenTexts.noFee },
  token_fee_raised: { status: 409, sentence: tokenTexts.feeRaised },
  no_token_to_gather: { status: 400, sentence: tokenTexts.gather.positive },
  wallet_limit: { status: 409, sentence: ({ limit }) => `An account can hold at most ${limit} wallets.` },
  agent_limit: { status: 409, sentence: ({ limit }) => `An account can have at most ${limit} agents.` },
  chain_away: { status: 503, sentence: SERVER_DOWN_SENTENCE },
  no_history: {
    status: 503,
    sentence:
      'No RPC endpoint keeps transaction history, so nothing is signed. Add one that does to SOLANA_RPC_URLS.',
  },
  chain_refused: { status: 400, sentence: chainRefusedText },
  // Not 503: the desk itself is available, only the service that it calls is not.
  market_away: {
    status: 502,
    sentence: 'The market is not responding. Nothing is traded until it does. Please try again in a moment.',
  },
  database_away: { status: 503, sentence: SERVER_DOWN_SENTENCE },
  on_hold: { status: 503, sentence: 'Purser is on hold: the database is older than the chain.' },
  wallet_on_hold: {
    status: 503,
    sentence: ({ wallet, operation }) =>
      `Wallet ${wallet} is on hold: the chain has a payment from it, operation ${operation}, that this desk has no record of. Run "npm run release" on the server to see what is held.`,
  },
  unexpected: { status: 500, sentence: ({ reference }) => `Something went wrong. Reference: ${reference}` },
}

/** The body of every answer that is not a success. */
export const FaultAnswer = z.object({
  error: z.string(),
  code: z.string(),
  details: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
})
export type FaultAnswer = { error: string; code: FaultCode; details?: Detail[] }

export function formatSentence<C extends FaultCode>(code: C, context: FaultContext[C]): string {
  const { sentence } = faults[code] as { sentence: string | ((context: FaultContext[C]) => string) }
  return typeof sentence === 'string' ? sentence : sentence(context)
}
