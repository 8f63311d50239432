/** The holdings of one wallet, parsed once from the answer so that thousands can be filtered and sorted quickly. */
import type { BalanceRecord, WalletBalance } from '@purser/contract/balances/balances.ts'
import {
  formatCompact,
  formatUnits,
  isAboveZero,
  parseUnits,
  parseUnitsDown,
  SOL_DECIMALS,
  USD_DECIMALS,
} from '@purser/contract/money.ts'
import { SOL_MINT, getSymbol } from '@purser/contract/tokens/tokens.ts'

export type TokenHolding = { mint: string; symbol: string; units: bigint; text: string; exact: string }
export type Holding = {
  /** Lamports. */
  sol: bigint
  solText: string
  solExact: string
  /** Sorted by amount, largest first. */
  tokens: TokenHolding[]
  /** Millionths of a USD; null if the market has no price, or none was cached. */
  usd: bigint | null
  empty: boolean
  /** All its tokens are known. */
  complete: boolean
  /** When it was loaded (ms). */
  at: number
  /** It could not be loaded again since. */
  stale: boolean
  /** It is of an earlier visit, and is being loaded again. */
  loading: boolean
}
/** Undefined while it loads; a message if that failed. */
export type HoldingState = Holding | { error: string } | undefined

export const isHolding = (state: HoldingState): state is Holding => state !== undefined && 'sol' in state

type Token = BalanceRecord['tokens'][number]

function byAmount(a: Token, b: Token): number {
  // They have one scale, so that 2 of a token with 9 decimals is more than 1.5 of one with 6.
  const scale = Math.max(a.decimals, b.decimals)
  const left = parseUnits(a.amount, a.decimals) * 10n ** BigInt(scale - a.decimals)
  const right = parseUnits(b.amount, b.decimals) * 10n ** BigInt(scale - b.decimals)
  return left === right ? 0 : left < right ? 1 : -1
}

export function holdingOf(record: BalanceRecord, at = Date.now()): HoldingState {
  if (record.error !== null || record.sol.balance === null)
    return { error: `Loading wallet balances failed: ${record.error ?? 'Failed to load balance'}` }
  const sol = parseUnits(record.sol.balance, SOL_DECIMALS)
  const held = record.tokens.filter((token) => isAboveZero(token.amount))
  const tokens = (held.length > 1 ? held.toSorted(byAmount) : held).map((token): TokenHolding => {
    const units = parseUnits(token.amount, token.decimals)
    const symbol = token.symbol || getSymbol(token.mint)
    return {
      mint: token.mint,
      symbol: token.mint === SOL_MINT ? 'WSOL' : symbol,
      units,
      text: formatCompact(units, token.decimals),
      exact: `${formatUnits(units, token.decimals)} ${symbol}`,
    }
  })
  return {
    sol,
    solText: formatCompact(sol, SOL_DECIMALS),
    solExact: `${formatUnits(sol, SOL_DECIMALS)} SOL`,
    tokens,
    usd: record.total_usd === null ? null : parseUnitsDown(record.total_usd, USD_DECIMALS),
    empty: sol === 0n && tokens.length === 0,
    complete: record.complete,
    at,
    stale: false,
    loading: false,
  }
}

/** The part of a completely known wallet that is cached; prices are not cached. */
export function cacheable({ sol, tokens, complete, error }: BalanceRecord): WalletBalance | undefined {
  if (error !== null || sol.balance === null || !complete) return undefined
  const held = tokens.map(({ mint, symbol, amount, decimals }) => ({
    mint,
    symbol,
    balance: amount,
    decimals,
  }))
  return { solBalance: sol.balance, tokens: held }
}

/** `stale`: it cannot be loaded now; else it is being loaded again. */
export function holdingOfCache(
  walletId: number,
  { at, value }: { at: number; value: WalletBalance },
  stale: boolean,
): Holding {
  const { solBalance, tokens } = value
  const record = {
    walletId,
    sol: { balance: solBalance, usd: null },
    tokens: tokens.map(({ balance, ...token }) => ({ ...token, amount: balance, usd: null })),
    total_usd: null,
    complete: true,
    error: null,
  }
  return { ...(holdingOf(record, at) as Holding), stale, loading: !stale }
}

/** The tokens of an earlier visit beside the SOL of now, until all tokens of now are found. */
export const mergeFound = (earlier: Holding, { sol, solText, solExact }: Holding): Holding => ({
  ...earlier,
  sol,
  solText,
  solExact,
  empty: sol === 0n && earlier.tokens.length === 0,
})

/** Tells whether nothing on screen would change. */
export function sameHolding(a: HoldingState, b: HoldingState): boolean {
  if (!isHolding(a) || !isHolding(b)) return a === b
  return (
    a.sol === b.sol &&
    a.usd === b.usd &&
    a.complete === b.complete &&
    a.stale === b.stale &&
    a.loading === b.loading &&
    a.tokens.length === b.tokens.length &&
    a.tokens.every((token, n) => token.exact === b.tokens[n]?.exact && token.mint === b.tokens[n]?.mint)
  )
}

/** The holdings as text, such as '1.5000 SOL, 20.0000 USDC'; undefined if empty or unknown. */
export function holdingText(state: HoldingState): string | undefined {
  if (!isHolding(state) || state.empty) return undefined
  const parts = state.tokens.map((token) => `${token.text} ${token.symbol}`)
  return [...(state.sol > 0n ? [`${state.solText} SOL`] : []), ...parts].join(', ')
}

export type Total = {
  sol: bigint
  usd: bigint
  /** Base units of all tokens together: it shows that they have changed, and is no amount of anything. */
  units: bigint
  /** The tokens of all wallets are known. */
  complete: boolean
  /** Wallets whose balance is known. */
  known: number
  /** Those of them whose balance is of an earlier visit, and is being loaded again. */
  loading: number
  /** False if the price of one is missing. */
  priced: boolean
  /** When the oldest one that could not be loaded again was loaded (ms). */
  staleAt: number | undefined
}

/** The sum over wallets of known balance. */
export function totalOf(states: Iterable<HoldingState>): Total {
  const total: Total = {
    sol: 0n,
    usd: 0n,
    units: 0n,
    complete: true,
    known: 0,
    loading: 0,
    priced: true,
    staleAt: undefined,
  }
  for (const state of states) {
    if (!isHolding(state)) continue
    total.known++
    if (state.loading) total.loading++
    total.sol += state.sol
    for (const { units } of state.tokens) total.units += units
    if (!state.complete) total.complete = false
    if (state.usd === null) total.priced = false
    else total.usd += state.usd
    if (state.stale) total.staleAt = Math.min(state.at, total.staleAt ?? state.at)
  }
  return total
}
