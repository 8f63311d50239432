/**
 * One route, taken as far as a trade takes it before it signs: every rule, the transaction, and the changes that it
 * would make.
 */
import { LAMPORTS_PER_SIGNATURE } from '@purser/contract/limits.ts'
import { type NoQuoteReason, noQuoteText } from '@purser/contract/market/no-quote-texts.ts'
import { type Address, createNoopSigner } from '@solana/kit'
import { priorityFee } from '../kernel/solana/budget.ts'
import { compile, DEFAULT_BUDGET } from '../kernel/solana/compile.ts'
import { isFault } from '../kernel/fault.ts'
import type { AccountChange } from '../ports/account-at.ts'
import type { AccountReads, Simulation } from '../ports/chain.ts'
import type { NoQuote, PreparedSwap, Quote, QuoteRequest } from '../ports/market.ts'
import type { BuildFinding } from './services.ts'

type Limited = QuoteRequest & Pick<Quote, 'minOutAmount'>
export type BuildCheckParts = {
  build(request: QuoteRequest, trader: Address): Promise<{ threshold: bigint } | NoQuote>
  prepare(quote: Limited, trader: Address): Promise<PreparedSwap | { moved: true } | NoQuote>
  chain: Pick<AccountReads, 'states'> & Pick<Simulation, 'simulate'>
  payer(): Promise<Address | null>
}

/** Its length is that of an operation's id, which the memo contains. */
const NO_OPERATION = '00000000-0000-0000-0000-000000000000'
/** A stranger's wallet may move between two answers, and so may a price. */
const TRIES = 3

function toFinding(why: NoQuoteReason): BuildFinding {
  const reason = noQuoteText(why)
  if (why.code === 'unsafe_route') return { code: 'route_refused', reason }
  const isSimulated = why.code === 'simulation_fails' || why.code === 'swap_fails'
  return { code: isSimulated ? 'simulation_failed' : 'no_quote', reason }
}

async function judgeBuild(
  chain: BuildCheckParts['chain'],
  { judgement, budget = DEFAULT_BUDGET, ...swap }: PreparedSwap,
  payer: Address,
): Promise<BuildFinding> {
  if (!judgement) return { code: 'route_refused', reason: 'nobody judges what it would change' }
  const wrapping = { operationId: NO_OPERATION, format: 0 as const, budget }
  const { unsigned, signatures } = compile({ feePayer: createNoopSigner(payer), ...swap }, wrapping)
  const { accounts } = judgement
  const before = await chain.states(accounts)
  const own = accounts.flatMap((address, i) => {
    const state = before[i] ?? null
    return state === null || judgement.isOwn(address, state) ? [{ address, state }] : []
  })
  const addresses = own.map(({ address }) => address)
  const { error, logs, units, after } = await chain.simulate(unsigned, { accounts: addresses })
  if (error !== null) return toFinding(judgement.explain({ error, logs }))
  const changes = own.map(
    ({ address, state }, i): AccountChange => ({ address, before: state, after: after[i] ?? null }),
  )
  const fee = LAMPORTS_PER_SIGNATURE * BigInt(signatures) + priorityFee(budget)
  const refused = judgement.refuse(changes, fee)
  return refused === null ? { outAmount: swap.outAmount, units } : toFinding(refused)
}

export function createBuildCheck({ build, prepare, chain, payer }: BuildCheckParts) {
  async function attempt(request: QuoteRequest, trader: Address): Promise<BuildFinding> {
    const built = await build(request, trader)
    if ('unavailable' in built) return toFinding(built.unavailable)
    const prepared = await prepare({ ...request, minOutAmount: built.threshold }, trader)
    if ('unavailable' in prepared) return toFinding(prepared.unavailable)
    if ('moved' in prepared) return { code: 'no_quote', reason: 'the price moved while it was asked for' }
    return judgeBuild(chain, prepared, trader)
  }

  return async (request: QuoteRequest): Promise<BuildFinding> => {
    try {
      const trader = await payer()
      if (trader === null) return { code: 'no_payer' }
      for (let tries = 1; ; tries++) {
        const found = await attempt(request, trader)
        if (!('code' in found) || tries === TRIES) return found
      }
    } catch (error) {
      if (isFault(error, 'market_away')) return { code: 'away' }
      if (isFault(error, 'chain_away')) return { code: 'endpoint_silent' }
      throw error
    }
  }
}
