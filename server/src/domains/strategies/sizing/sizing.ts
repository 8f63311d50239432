/** Sizes orders: the plan's amount in base units of what is spent, divided over the wallets. */
import { getTokenSize, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import { TOKEN_2022_PROGRAM_ADDRESS } from '@solana-program/token-2022'
import {
  figureWords,
  formatUnits,
  MAX_UNITS,
  MoneyError,
  parseUnits,
  parseUnitsDown,
  SOL_DECIMALS,
  unitsWords,
} from '@purser/contract/money.ts'
import type { Plan, PlanAmount } from '@purser/contract/strategies/plan.ts'
import { SOL_MINT, getSymbol, USDC_DECIMALS, USDC_MINT } from '@purser/contract/tokens/tokens.ts'
import type { Address } from '@solana/kit'
import { associatedAccount } from '../../../kernel/solana/associated-account.ts'
import { Fault } from '../../../kernel/fault.ts'
import type { Chain } from '../../../ports/chain.ts'
import type { SharedOptions } from '../../../ports/account-at.ts'
import type { MintInfo, TokenHolding } from '../../../ports/chain-data.ts'
import { type Market, PRICE_SCALE } from '../../../ports/market.ts'
import { swapCosts } from '../../market/index.ts'
import { type Share, splitByWeight } from './split.ts'
import type { Side } from '../engine/codes.ts'
import type { Order } from '../engine/types.ts'
import { countFees } from '../engine/guards.ts'

export type Asset = { mint: string; symbol: string; decimals: number; program: Address }
export type Sized =
  | { legs: Share[]; total: bigint }
  /** The wallets together cannot pay it. */
  | { short: { needs: bigint; has: bigint; feesMissing: boolean } }
  | { refused: string }

const VALUE_SCALE = 18
/** Orders of one tick share readings of the wallets; a booking invalidates earlier ones. */
const SHARED_MS = 1_000
const TOKEN_ACCOUNT_BYTES: Record<string, number> = {
  [TOKEN_PROGRAM_ADDRESS]: getTokenSize(),
  [TOKEN_2022_PROGRAM_ADDRESS]: 182,
}

export type Sizing = ReturnType<typeof createSizing>

export const quoteMint = (plan: Pick<Plan, 'quote'>): string => (plan.quote === 'SOL' ? SOL_MINT : USDC_MINT)

/** Known without a call to the chain. */
export const quoteAsset = (plan: Pick<Plan, 'quote'>): Pick<Asset, 'mint' | 'symbol' | 'decimals'> => ({
  mint: quoteMint(plan),
  symbol: plan.quote,
  decimals: plan.quote === 'SOL' ? SOL_DECIMALS : USDC_DECIMALS,
})

type SizingParts = { chain: Chain; market: Market }

type Sizes = Pick<Order, 'side' | 'amount' | 'atMost' | 'upTo'> & {
  plan: Plan
  addresses: string[]
  base: Record<string, string> | null
}

type Engine = SizingParts & {
  created: Set<string>
  known: Map<string, MintInfo>
  fee: bigint
}

const readMintInfo = ({ market, chain }: Engine, mint: string) =>
  market.mirror ? market.mirror.mintInfo(mint) : chain.mintInfo(mint as Address)

/** Nobody holds a mint that the chain does not have yet. */
async function readHoldings(
  { market, created, chain }: Engine,
  owner: string,
  mint: string,
  options?: SharedOptions,
): Promise<TokenHolding[]> {
  if (market.mirror && !created.has(mint)) {
    if (!(await chain.mintInfo(mint as Address))) return []
    created.add(mint)
  }
  return (await chain.tokenHoldings(owner as Address, mint as Address, options)).tokens
}

/** null: there is no such mint on this network. */
async function asset(engine: Engine, mint: string): Promise<Asset | null> {
  const { known } = engine
  if (mint === SOL_MINT)
    return {
      mint,
      symbol: 'SOL',
      decimals: SOL_DECIMALS,
      program: '11111111111111111111111111111111' as Address,
    }
  const info = known.get(mint) ?? (await readMintInfo(engine, mint))
  if (!info) return null
  known.set(mint, info)
  return { mint, symbol: getSymbol(mint), decimals: info.decimals, program: info.program }
}

/** The asset of a plan's token, by the plan's name for it. */
async function readToken(
  engine: Engine,
  { token_address: mint, token_symbol: symbol }: Plan,
): Promise<Asset | null> {
  const token = await asset(engine, mint)
  return token && symbol !== undefined ? { ...token, symbol } : token
}

/** The assets that an order on this side spends and receives. */
async function sides(engine: Engine, plan: Plan, side: Side): Promise<{ input: Asset; output: Asset }> {
  const token = await readToken(engine, plan)
  const quote = await asset(engine, quoteMint(plan))
  if (!token) throw new Fault('unknown_mint', { mint: plan.token_address })
  if (!quote) throw new Fault('unknown_mint', { mint: USDC_MINT })
  return side === 'buy' ? { input: quote, output: token } : { input: token, output: quote }
}

/** Whether each wallet lacks an account for the output. */
async function accountsMissing(
  { chain }: Engine,
  owners: string[],
  output: Asset,
  options: SharedOptions,
): Promise<boolean[]> {
  if (output.mint === SOL_MINT) return owners.map(() => false)
  const accounts = await Promise.all(
    owners.map((owner) =>
      associatedAccount(owner, { mint: output.mint as Address, program: output.program }),
    ),
  )
  return (await chain.accounts(accounts, options)).map(({ lamports }) => lamports === null)
}

const accountRent = ({ chain }: Engine, output: Asset) =>
  chain.rentExempt(TOKEN_ACCOUNT_BYTES[output.program] ?? 182)

/**
 * The spendable input of each wallet after `orders` fees; and whether it can pay the fees at all. It keeps its own
 * rent, the fees, and the rent of a new token account.
 */
async function spendable(
  engine: Engine,
  addresses: string[],
  input: Asset,
  output: Asset,
  { orders = 1n, ...options }: SharedOptions & { orders?: bigint } = {},
): Promise<(Share & { feesMissing: boolean })[]> {
  const { chain, market, fee } = engine
  // All reads are requested in one turn.
  const [balances, missing, held] = await Promise.all([
    chain.balances(addresses as Address[], options),
    accountsMissing(engine, addresses, output, options),
    input.mint === SOL_MINT
      ? []
      : Promise.all(addresses.map((owner) => readHoldings(engine, owner, input.mint, options))),
  ])
  const rent = missing.includes(true) ? await accountRent(engine, output) : 0n
  const ownRent = await chain.rentExempt(0)
  const deposit = await swapCosts.deposit(market, chain, [input.mint, output.mint])
  return addresses.map((address, i) => {
    const overhead = ownRent + (missing[i] ? rent : 0n) + deposit + fee * orders
    const free = (balances[i]?.lamports ?? 0n) - overhead
    if (input.mint === SOL_MINT) return { address, amount: free > 0n ? free : 0n, feesMissing: free < 0n }
    const tokens = held[i]?.reduce((sum, { amount }) => sum + amount, 0n) ?? 0n
    return { address, amount: free < 0n ? 0n : tokens, feesMissing: free < 0n }
  })
}

/** All that the wallets hold of each, in base units; nothing is set aside. */
async function holdings(engine: Engine, addresses: string[], assets: Asset[]): Promise<bigint[]> {
  const { chain } = engine
  const sum = (list: { amount: bigint }[]) => list.reduce((all, { amount }) => all + amount, 0n)
  return Promise.all(
    assets.map(async ({ mint }) => {
      if (mint === SOL_MINT) {
        const lamports = await chain.balances(addresses as Address[])
        return sum(lamports.map((one) => ({ amount: one.lamports })))
      }
      const accounts = await Promise.all(addresses.map((owner) => readHoldings(engine, owner, mint)))
      return sum(accounts.flat())
    }),
  )
}

/** The amount in base units of the input; not for a percentage, which depends on each wallet. */
async function inInput(engine: Engine, plan: Plan, amount: PlanAmount, input: Asset): Promise<bigint> {
  const unitMint = { SOL: SOL_MINT, USDC: USDC_MINT, token: plan.token_address, USD: null, percent: null }[
    amount.unit
  ]
  if (unitMint === input.mint) return parseUnits(amount.value, input.decimals)
  const unitPrice = unitMint === null ? PRICE_SCALE : await price(engine, unitMint)
  const worth = parseUnitsDown(amount.value, VALUE_SCALE) * unitPrice
  return (
    (worth * 10n ** BigInt(input.decimals)) / (await price(engine, input.mint)) / 10n ** BigInt(VALUE_SCALE)
  )
}

async function price({ market }: Engine, mint: string): Promise<bigint> {
  const usd = await market.priceUsd(mint)
  if (usd === null || usd <= 0n) throw new Fault('market_away')
  return usd
}

async function sizeOrder(
  engine: Engine,
  { plan, side, amount, atMost, upTo, addresses, base }: Sizes,
  options: SharedOptions,
): Promise<Sized> {
  const { input, output } = await sides(engine, plan, side)
  const can = await spendable(engine, addresses, input, output, { orders: countFees(plan, side), ...options })
  const has = can.reduce((sum, s) => sum + s.amount, 0n)
  const feesMissing = can.every((s) => s.feesMissing)
  const cap = atMost === undefined ? MAX_UNITS : parseUnitsDown(atMost, input.decimals)
  if (amount.unit === 'percent') {
    const legs = takePercent(amount, can, base)
    const total = legs.reduce((sum, l) => sum + l.amount, 0n)
    if (total === 0n || cap === 0n) return { short: { needs: 1n, has, feesMissing } }
    return total <= cap ? { legs, total } : { legs: splitByWeight(cap, legs) ?? legs, total: cap }
  }
  try {
    const wanted = await inInput(engine, plan, amount, input)
    const most = upTo && has > 0n && has < wanted ? has : wanted
    const total = most < cap ? most : cap
    if (total === 0n)
      return {
        refused: `${figureWords(amount.value)} ${amount.unit} is less than the smallest unit of ${input.symbol}.`,
      }
    const legs = splitByWeight(total, can)
    return legs ? { legs, total } : { short: { needs: total, has, feesMissing } }
  } catch (error) {
    if (error instanceof MoneyError)
      return { refused: `The amount ${amount.value} ${input.symbol} ${error.message}.` }
    throw error
  }
}

/** The order divided over the wallets. `base`: what each could spend at the start, for an amount in percent. */
async function size(
  engine: Engine,
  plan: Plan,
  order: Pick<Order, 'side' | 'amount' | 'atMost' | 'upTo'>,
  addresses: string[],
  base: Record<string, string> | null,
): Promise<Sized> {
  const sizes = { ...order, plan, addresses, base }
  // An order for a part of the holdings must know the holdings.
  const isPart = order.amount.unit === 'percent' || order.upTo === true
  const sized = await sizeOrder(engine, sizes, isPart ? {} : { maxAgeMs: SHARED_MS })
  // Funds may have just arrived: only a fresh reading of the chain refuses an order.
  return 'short' in sized && !isPart ? sizeOrder(engine, sizes, {}) : sized
}

/** How many of these have to open an account for the output, and what each holds for it, in lamports. */
async function newAccounts(
  engine: Engine,
  addresses: string[],
  output: Asset,
): Promise<{ count: number; rent: bigint }> {
  const missing = await accountsMissing(engine, addresses, output, { maxAgeMs: SHARED_MS })
  const count = missing.filter(Boolean).length
  return { count, rent: count === 0 ? 0n : await accountRent(engine, output) }
}

const inWords = (units: bigint, of: Asset): string => `${unitsWords(units, of.decimals)} ${of.symbol}`

export function createSizing(parts: SizingParts) {
  const { market } = parts
  const fee = swapCosts.fee(market)
  const known = new Map<string, MintInfo>()
  const created = new Set<string>()

  const engine: Engine = { ...parts, created, known, fee }
  return {
    /** The most that one order of one wallet pays for its execution, in lamports, and in words. */
    fee,
    feeWords: `${market.costs?.priority ? 'at most ' : ''}${formatUnits(fee, SOL_DECIMALS)} SOL`,
    asset: (mint: string) => asset(engine, mint),
    readToken: (request: Plan) => readToken(engine, request),
    sides: (plan: Plan, side: Side) => sides(engine, plan, side),
    spendable: (
      addresses: string[],
      input: Asset,
      output: Asset,
      options?: SharedOptions & { orders?: bigint },
    ) => spendable(engine, addresses, input, output, options),
    holdings: (addresses: string[], assets: Asset[]) => holdings(engine, addresses, assets),
    inInput: (plan: Plan, amount: PlanAmount, input: Asset) => inInput(engine, plan, amount, input),
    /** Divides the order over the wallets. `base`: what each could spend at the start, for an amount in percent. */
    size: (
      plan: Plan,
      order: Pick<Order, 'side' | 'amount' | 'atMost' | 'upTo'>,
      addresses: string[],
      base: Record<string, string> | null,
    ) => size(engine, plan, order, addresses, base),
    /** How many of these have to open an account for the output, and the rent of each, in lamports. */
    newAccounts: (addresses: string[], output: Asset) => newAccounts(engine, addresses, output),
    inWords: (units: bigint, of: Asset) => inWords(units, of),
  }
}

const PERCENT_SCALE = 6

/** Percent of each wallet's spendable funds at the start; never more than it can spend now. */
function takePercent(amount: PlanAmount, can: Share[], base: Record<string, string> | null): Share[] {
  const share = parseUnitsDown(amount.value, PERCENT_SCALE)
  const whole = 100n * 10n ** BigInt(PERCENT_SCALE)
  return can
    .map(({ address, amount: now }) => {
      const start = base?.[address] === undefined ? now : BigInt(base[address])
      const part = (start * share) / whole
      return { address, amount: part < now ? part : now }
    })
    .filter((leg) => leg.amount > 0n)
}
