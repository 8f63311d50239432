/** Balances of a user's wallets, at confirmed commitment. */
import type { BalanceRecord, WalletBalance } from '@purser/contract/balances/balances.ts'
import { formatUnits, SOL_DECIMALS, toJsonAmount } from '@purser/contract/money.ts'
import { fallbackSymbol, MAINNET_TOKENS, SOL_MINT, getSymbol } from '@purser/contract/tokens/tokens.ts'
import type { Wallet } from '@purser/contract/wallets/wallets.ts'
import { type Address, isAddress } from '@solana/kit'
import type { Db } from '../../db/client.ts'
import type { Bus } from '../../kernel/bus.ts'
import type { Clock } from '../../kernel/clock.ts'
import { Fault, isFault } from '../../kernel/fault.ts'
import type { Log } from '../../kernel/log.ts'
import type { Balances as ChainBalances, TokenReads } from '../../ports/chain.ts'
import type { Market } from '../../ports/market.ts'
import type { Tokens } from '../tokens/index.ts'
import type { Transfers } from '../transfers/index.ts'
import type { Wallets } from '../wallets/index.ts'
import { createDiscovery, type Discovery } from './discovery.ts'
import { createReader, type TokenBalance, type Reading } from './reading.ts'
import { createRecent } from './recent.ts'
import { readToken, type TokenOfWallet } from './token.ts'
import { microUsd, type Prices, readPrices, USD_DECIMALS } from './value.ts'

export type BalancesParts = {
  db: Db
  bus: Bus
  clock: Clock
  log: Log
  chain: ChainBalances & TokenReads
  market: Market
  tokens: Pick<Tokens, 'names'>
  transfers: Transfers
  wallets: Wallets
  looksPerSecond: number
}
export type Balances = ReturnType<typeof createBalances>

const FAILED = 'Failed to load balance'
const KNOWN = new Set(MAINNET_TOKENS.map(({ mint }) => mint))
/** The most tokens that a sentence names. */
const NAMED = 3

type Engine = BalancesParts & {
  recentWhole: ReturnType<typeof createRecent<Reading>>
  discovery: Discovery
  recent: ReturnType<typeof createRecent<Reading>>
  reader: ReturnType<typeof createReader>
  off: () => void
}

/** Reads the whole wallet from the chain by its owner. */
async function whole({ chain }: Engine, address: Address): Promise<Reading> {
  const [{ lamports }, { tokens }] = await Promise.all([chain.balance(address), chain.holdings(address)])
  return { lamports, tokens: tokens.filter((t) => t.mint !== SOL_MINT && t.amount > 0n) }
}

/** Symbols from the token or the market, as far as they can be believed and read now; else from the address. */
async function loadSymbols({ tokens: called }: Engine, mints: string[]): Promise<SymbolLookup> {
  const names = await called.names(mints.filter((mint) => !KNOWN.has(mint))).catch((error: unknown) => {
    if (!isFault(error, 'chain_away')) throw error
    return []
  })
  const found = new Map(names.map(({ mint, symbol }) => [mint, symbol]))
  return (mint) => {
    const symbol = found.get(mint)
    return symbol === undefined || symbol === fallbackSymbol(mint) ? getSymbol(mint) : symbol
  }
}

async function of(engine: Engine, userId: number, address: string): Promise<WalletBalance> {
  const { wallets, recentWhole } = engine
  const [wallet] = await wallets.lookups.getByAddresses(userId, [address])
  if (!wallet) throw new Error('a list of one wallet is empty')
  const [reading] = await recentWhole.get(
    [wallet],
    async () => new Map([[wallet.id, await whole(engine, wallet.address)]]),
  )
  const { lamports, tokens } = reading ?? (await whole(engine, wallet.address))
  const symbol = await loadSymbols(
    engine,
    tokens.map(({ mint }) => mint),
  )
  return {
    solBalance: toJsonAmount(lamports, SOL_DECIMALS),
    tokens: tokens.map((t) => ({
      mint: t.mint,
      symbol: symbol(t.mint),
      balance: toJsonAmount(t.amount, t.decimals),
      decimals: t.decimals,
    })),
  }
}

/** In base units, without empty tokens and native SOL's mint. Always asks the chain. */
async function units(engine: Engine, userId: number, address: string): Promise<Reading> {
  const { wallets } = engine
  const [wallet] = await wallets.lookups.getByAddresses(userId, [address])
  if (!wallet) throw new Error('a list of one wallet is empty')
  return whole(engine, wallet.address)
}

async function wallet(engine: Engine, userId: number, address: string): Promise<Wallet & WalletBalance> {
  const { wallets } = engine
  return { ...(await wallets.views.getByAddress(userId, address)), ...(await of(engine, userId, address)) }
}

/** In order. A wallet that is not the user's refuses the whole list; one that cannot be read has its own error. */
async function list(engine: Engine, userId: number, walletIds: number[]): Promise<BalanceRecord[]> {
  const { wallets, discovery, recent, reader, market } = engine
  const owned = await wallets.lookups.getByIds(userId, walletIds)
  const complete = await discovery.want(owned)
  const readings = await recent.get(owned, (stale) => reader.read(stale))
  const mints = readings.flatMap((reading) => reading?.tokens.map((t) => t.mint) ?? [])
  const [prices, symbol] = await Promise.all([readPrices(market, mints), loadSymbols(engine, mints)])
  return owned.map(({ id }, i) =>
    toRecord(id, readings[i] ?? null, { complete: complete.has(id), prices, symbol }),
  )
}

/**
 * The movable balance of one token in each wallet, in order, a hundred accounts a call. Throws not_found, unknown_mint
 * and chain_away.
 */
async function ofToken(
  { wallets, chain }: Engine,
  userId: number,
  { walletAddresses, tokenAddress }: { walletAddresses: string[]; tokenAddress: string },
): Promise<TokenOfWallet[]> {
  const owned = await wallets.lookups.getByAddresses(userId, walletAddresses)
  const mint = isAddress(tokenAddress) ? await chain.mintInfo(tokenAddress) : null
  if (mint === null) throw new Fault('unknown_mint', { mint: tokenAddress })
  return readToken(chain, mint, owned)
}

async function stop({ off, discovery }: Engine): Promise<void> {
  off()
  await discovery.stop()
}

export function createBalances(parts: BalancesParts) {
  const { chain, clock, wallets } = parts
  const log = parts.log.child({ part: 'balances' })
  const reader = createReader({ db: parts.db, chain, log })
  const recent = createRecent<Reading>(clock)
  const recentWhole = createRecent<Reading>(clock)
  const discovery = createDiscovery({ ...parts, log, found: (id) => recent.forgetOne(id) })
  const off = parts.bus.subscribe('operation.changed', ({ userId }) => {
    recent.forget(userId)
    recentWhole.forget(userId)
  })

  wallets.changes.guardDeletion({
    needed: async ({ address }, handle) =>
      (await parts.transfers.lookups.isUnderWay(address, handle)) ? { code: 'transfer' } : null,
    async funds({ address }) {
      const { lamports, tokens } = await whole(engine, address)
      return fundsInWords(lamports, tokens)
    },
  })
  const engine: Engine = { ...parts, recentWhole, discovery, recent, reader, off }
  return {
    /** In base units, without empty tokens and native SOL's mint. Always reads the chain. */
    units: (userId: number, address: string) => units(engine, userId, address),
    of: (userId: number, address: string) => of(engine, userId, address),
    wallet: (userId: number, address: string) => wallet(engine, userId, address),
    /** In order. A wallet that is not the user's refuses the whole list; one that cannot be read has its own error. */
    list: (userId: number, walletIds: number[]) => list(engine, userId, walletIds),
    /** The movable amounts of one token, in order. Throws not_found, unknown_mint and chain_away. */
    ofToken: (userId: number, request: { walletAddresses: string[]; tokenAddress: string }) =>
      ofToken(engine, userId, request),
    caughtUp: discovery.caughtUp,
    /** Readings by wallet id; null if the chain did not answer. */
    read: reader.read,
    stop: () => stop(engine),
  }
}

type SymbolLookup = (mint: string) => string

function toRecord(
  walletId: number,
  reading: Reading | null,
  { complete, prices, symbol }: { complete: boolean; prices: Prices; symbol: SymbolLookup },
): BalanceRecord {
  if (reading === null)
    return {
      walletId,
      sol: { balance: null, usd: null },
      tokens: [],
      total_usd: null,
      complete: false,
      error: FAILED,
    }
  const worth = (mint: string, units: bigint, decimals: number) => {
    const price = prices.get(mint) ?? null
    return price === null ? null : microUsd(units, decimals, price)
  }
  const sol = worth(SOL_MINT, reading.lamports, SOL_DECIMALS)
  const values = reading.tokens.map((t) => worth(t.mint, t.amount, t.decimals))
  const total = sol === null ? null : values.reduce<bigint>((sum, value) => sum + (value ?? 0n), sol)
  const usd = (value: bigint | null) => (value === null ? null : toJsonAmount(value, USD_DECIMALS))
  return {
    walletId,
    sol: { balance: toJsonAmount(reading.lamports, SOL_DECIMALS), usd: usd(sol) },
    tokens: reading.tokens.map((t, i) => ({
      mint: t.mint,
      symbol: symbol(t.mint),
      amount: toJsonAmount(t.amount, t.decimals),
      decimals: t.decimals,
      usd: usd(values[i] ?? null),
    })),
    total_usd: usd(total),
    complete,
    error: null,
  }
}

/** '1.5 SOL, 20 USDC and 3 more tokens'; null for an empty wallet. */
export function fundsInWords(lamports: bigint, tokens: TokenBalance[]): string | null {
  const held = tokens.filter((t) => t.amount > 0n)
  const parts = held.slice(0, NAMED).map((t) => `${formatUnits(t.amount, t.decimals)} ${getSymbol(t.mint)}`)
  if (lamports > 0n) parts.unshift(`${formatUnits(lamports, SOL_DECIMALS)} SOL`)
  const more = held.length - NAMED
  if (more > 0) parts.push(`${more} more ${more === 1 ? 'token' : 'tokens'}`)
  const last = parts.pop()
  if (last === undefined) return null
  return parts.length === 0 ? last : `${parts.join(', ')} and ${last}`
}
