/**
 * Turns a quote into one transaction: built again, fitted to the size limit, measured by simulation, and given its
 * check.
 */
import { assetSymbol, SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import { type Address, type AddressesByLookupTableAddress, createNoopSigner } from '@solana/kit'
import {
  type Budget,
  cappedPrice,
  LEAST_PRICE,
  MAX_LOADED_BYTES,
  MAX_UNITS,
  priceFrom,
} from '../../../kernel/solana/budget.ts'
import { compile } from '../../../kernel/solana/compile.ts'
import { isFault } from '../../../kernel/fault.ts'
import type { AccountReads, Simulation } from '../../../ports/chain.ts'
import type { NoQuote, PreparedSwap, Quote, QuoteRequest } from '../../../ports/market.ts'
import type { SwapJudgement } from '../../../ports/swap.ts'
import { assemble, type Assembled, creations, proposedPrice, writableIn } from './jupiter/assemble.ts'
import { getAnswer, isNoQuote } from './jupiter/build.ts'
import { isOwn, judgeChanges } from './judge/judge-changes.ts'
import { confirmedTables } from './jupiter/lookup-tables.ts'
import { TOKEN_BYTES } from './judge/own-accounts.ts'
import { failureIn } from './jupiter/program-errors.ts'
import { wrappedAccount } from './jupiter/programs.ts'
import type { Builds, Built } from './types.ts'

export type PrepareParts = {
  builds: Builds
  chain: Pick<AccountReads, 'states' | 'rentExempt'> & Pick<Simulation, 'simulate' | 'recentPrices'>
}
type Moved = { moved: true; outAmount: bigint }
type Fitted = Assembled & { built: Built; lookupTables: AddressesByLookupTableAddress; unsigned: Uint8Array }

/** The first is the service's own default. */
const ACCOUNT_STEPS = [undefined, 56, 50, 44]
/** The price may move between two answers. */
const TIGHTENINGS = 3
const BPS = 10_000n
/** The margin above the simulated use, because pools change between simulation and execution. */
const MARGIN = [6n, 5n] as const
/** Its length is that of an operation's id, which the memo contains. */
const NO_OPERATION = '00000000-0000-0000-0000-000000000000'
const WIDE: Budget = { units: MAX_UNITS, loadedBytes: MAX_LOADED_BYTES, price: 1n }

const hasSol = ({ inputMint, outputMint }: QuoteRequest): boolean =>
  inputMint === SOL_MINT || outputMint === SOL_MINT
const withMargin = (used: bigint, most: number): number =>
  Math.min(Number((used * MARGIN[0] + MARGIN[1] - 1n) / MARGIN[1]), most)

/** An answer whose own limit guarantees `least` on the chain; if it does not, the service gets a tighter limit. */
async function guarded(
  builds: Builds,
  { trader, least, ...asked }: QuoteRequest & { trader: Address; least: bigint },
  maxAccounts: number | undefined,
): Promise<Built | Moved | NoQuote> {
  const options = maxAccounts === undefined ? {} : { maxAccounts }
  let { slippageBps } = asked
  for (let tries = 0; ; tries++) {
    const built = await builds.build({ ...asked, slippageBps }, trader, options)
    if (isNoQuote(built)) return built
    const { outAmount, threshold } = built
    if (outAmount < least || tries === TIGHTENINGS) return { moved: true, outAmount }
    if (threshold >= least) return built
    slippageBps = Number(((outAmount - least) * BPS) / outAmount)
  }
}

/** null: too large for a transaction. */
function compiled(
  trader: Address,
  parts: Omit<Fitted, 'unsigned' | 'built'>,
  budget = WIDE,
): Uint8Array | null {
  try {
    const wrapping = { operationId: NO_OPERATION, format: 0 as const, budget }
    return compile({ feePayer: createNoopSigner(trader), ...parts }, wrapping).unsigned
  } catch (error) {
    if (isFault(error, 'chain_refused')) return null
    throw error
  }
}

export function createPrepare({ builds, chain }: PrepareParts) {
  /** Accounts that need not be created: they exist, or the swap does not use them. */
  async function unneeded(built: Built): Promise<ReadonlySet<Address>> {
    const answer = getAnswer(built)
    const created = await creations(answer, built.taker)
    const states = await chain.states(created)
    const used = new Set(answer.swapInstruction.accounts.map(({ pubkey }) => pubkey))
    return new Set(created.filter((address, i) => states[i] !== null || !used.has(address)))
  }

  /** null: not possible with the service's current answer. */
  async function fit(built: Built): Promise<Fitted | NoQuote | null> {
    const answer = getAnswer(built)
    const lookupTables = await confirmedTables(chain, answer.addressesByLookupTableAddress)
    if (lookupTables === null) return { unavailable: { code: 'unsafe_route', rule: 'lookup_table' } }
    for (const leave of [async () => undefined, async () => unneeded(built)]) {
      const assembled = await assemble(answer, built.taker, await leave())
      const unsigned = compiled(built.taker, { ...assembled, lookupTables })
      if (unsigned !== null) return { ...assembled, built, lookupTables, unsigned }
    }
    return null
  }

  /** Limits from the simulated use, and a price from what others pay, the service's proposal, and the cap. */
  async function measureBudget(fitted: Fitted, writable: Address[]): Promise<Budget | NoQuote> {
    const run = await chain.simulate(fitted.unsigned)
    if (run.error !== null) return { unavailable: explain({ error: run.error, logs: run.logs }) }
    const units = withMargin(run.units ?? BigInt(MAX_UNITS), MAX_UNITS)
    const loadedBytes = withMargin(BigInt(run.loadedBytes ?? MAX_LOADED_BYTES), MAX_LOADED_BYTES)
    const ours = priceFrom(await chain.recentPrices(writable), units, LEAST_PRICE)
    const proposed = proposedPrice(getAnswer(fitted.built))
    return { units, loadedBytes, price: cappedPrice(ours > proposed ? ours : proposed, units) }
  }

  async function finish(fitted: Fitted, least: bigint): Promise<PreparedSwap | NoQuote> {
    const { built, instructions, after, lookupTables } = fitted
    const { request, taker, outAmount, threshold } = built
    const accounts = writableIn(taker, fitted)
    const budget = await measureBudget(fitted, accounts)
    if (isNoQuote(budget)) return budget
    const promised = {
      ...request,
      wallet: taker,
      wrapping: await wrappedAccount(taker),
      minOut: least > threshold ? least : threshold,
      // The reserve of a trade while SOL is wrapped: another account may take its place.
      spareRent: hasSol(request) ? await chain.rentExempt(TOKEN_BYTES) : 0n,
    }
    const judgement: SwapJudgement = {
      accounts,
      isOwn: (address, state) => isOwn(taker, address, state),
      refuse(changes, fee) {
        const rule = judgeChanges(promised, changes, fee)
        return rule === null ? null : { code: 'unsafe_route', rule }
      },
      explain,
    }
    const { inAmount } = request
    return { instructions, after, cosigners: [], inAmount, outAmount, lookupTables, budget, judgement }
  }

  return async (quote: Quote, trader: Address): Promise<PreparedSwap | Moved | NoQuote> => {
    const { inputMint, outputMint, inAmount, slippageBps, minOutAmount: least } = quote
    const asked = { inputMint, outputMint, inAmount, slippageBps, trader, least }
    for (const maxAccounts of ACCOUNT_STEPS) {
      const built = await guarded(builds, asked, maxAccounts)
      if (isNoQuote(built) || 'moved' in built) return built
      const fitted = await fit(built)
      if (fitted !== null) return isNoQuote(fitted) ? fitted : finish(fitted, least)
    }
    const names = { symbol: assetSymbol(inputMint), of: assetSymbol(outputMint) }
    return { unavailable: { code: 'route_too_large', ...names } }
  }
}

/** Why a simulation failed: the meaning of the swap program's error number, else the chain's own words. */
export const explain: SwapJudgement['explain'] = ({ error, logs }) => {
  const why = failureIn(logs)
  return why === null ? { code: 'simulation_fails', words: error } : { code: 'swap_fails', why }
}
