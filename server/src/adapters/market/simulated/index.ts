/**
 * The simulated market of localnet, devnet and testnet. Prices are a function of mint, seed and time, plus the decaying
 * impact of trades. Swaps are real: they settle on chain in one transaction against the market maker's wallet.
 */
import { assetSymbol, KNOWN_TOKENS } from '@purser/contract/tokens.ts'
import { DAY_MS, HOUR_MS } from '@purser/contract/time.ts'
import { SOL_DECIMALS } from '@purser/contract/money.ts'
import type { Address, TransactionSigner } from '@solana/kit'
import type { Db } from '../../../db/client.ts'
import type { Bus } from '../../../kernel/bus.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Chain } from '../../../ports/chain.ts'
import type { MintInfo } from '../../../ports/chain-data.ts'
import {
  type Market,
  type NoQuote,
  type PriceUsd,
  type Quote,
  type QuoteRequest,
  PRICE_SCALE,
} from '../../../ports/market.ts'
import { isSol } from '../maker/legs.ts'
import { createMakerSwaps } from '../maker/swaps.ts'
import { candlesOf } from './candles.ts'
import { createImpacts, IMPACT_HALF_LIFE_MS, NEGLIGIBLE_AFTER_MS } from './impacts.ts'
import {
  deleteImpactsAfter,
  type ImpactRow,
  impactsBetween,
  saveImpacts,
  sweepImpacts,
} from './impacts.store.ts'
import { pastOf } from './past.ts'
import { createPath, type Path } from './path.ts'
import { FEE_BPS, isNoQuote, movedPrice, movePpb, quoteSwap, type Side, valueUsd } from './pricing.ts'
import { type Profile, profileOf } from './profile.ts'
import { createTradedMints } from './traded.ts'

export type SimulatedMarketParts = {
  db: Db
  /** Carries what swaps did to the prices; without it each price reads the table. */
  bus?: Pick<Bus, 'publish' | 'subscribe'>
  chain: Chain
  clock: Clock
  /** The market's time where it is not the clock's. */
  marketClock?: Pick<Clock, 'now'> & {
    /** While something with a time of the market is written, its speed stays what it is. */
    writing<T>(write: (db: Db) => Promise<T>, within?: Db): Promise<T>
  }
  /** The signer of the market maker's wallet. */
  maker: () => Promise<TransactionSigner>
  /** Markets with the same seed have the same history. */
  seed: string
  /** On mainnet-beta nothing is traded and nothing has a price: funds there are real. */
  cluster: 'localnet' | 'devnet' | 'testnet' | 'mainnet-beta'
  /** Whether a mint may be traded besides SOL; by default every mint of the local network, and none elsewhere. */
  mintsHere?: (mint: string) => Promise<boolean>
}

/** `info`: null for native SOL. */
type TradedSide = Side & { info: MintInfo | null }

export { IMPACT_HALF_LIFE_MS }
/** Impacts are stored longer, for the replay of past runs. */
const RETENTION_MS = 90 * DAY_MS
const SWEEP_MS = HOUR_MS

/** The speed may have been set back since the row was made. */
const notAfter =
  (now: number) =>
  (row: ImpactRow): ImpactRow =>
    row.at.getTime() > now ? { ...row, at: new Date(now) } : row

/** The market's time goes back to this one: what settled after it counts no more. */
export const rewindSimulatedMarket = (db: Db, to: Date): Promise<void> => deleteImpactsAfter(db, to)

export function createSimulatedMarket(parts: SimulatedMarketParts): Market {
  const { db, chain, clock } = parts
  const { now: marketNow, writing } = parts.marketClock ?? {
    now: clock.now,
    writing: (write, within = db) => write(within),
  }
  const local = parts.cluster === 'localnet'
  const isKnown = (mint: string) => KNOWN_TOKENS.some((t) => t.mint === mint)
  const swaps = createMakerSwaps({ chain, clock, maker: parts.maker, fills: local, refills: isKnown })
  const paths = new Map<string, { profile: Profile; path: Path }>()
  const mints = new Map<string, MintInfo>()
  const tradedMints = new Set<string>()
  const traded = createTradedMints({ db, isAlwaysTraded: (mint) => isSol(mint) || isKnown(mint) })
  const impacts = createImpacts({ db, clock, now: marketNow, bus: parts.bus })
  let sweptAt = clock.monotonic()

  function pathOf(mint: string) {
    let found = paths.get(mint)
    if (!found) {
      const profile = profileOf(mint, parts.seed)
      found = { profile, path: createPath(profile) }
      paths.set(mint, found)
    }
    return found
  }

  async function isTraded(mint: string): Promise<boolean> {
    if (parts.cluster === 'mainnet-beta') return false
    if (isSol(mint)) return true
    if (local && isKnown(mint)) return true
    if (!parts.mintsHere) return local
    const isHere = tradedMints.has(mint) || (await parts.mintsHere(mint))
    // Once created it stays so.
    if (isHere) tradedMints.add(mint)
    return isHere
  }

  /** null for native SOL, undefined for a mint that is not traded here. */
  async function mintOf(mint: string): Promise<MintInfo | null | undefined> {
    if (!(await isTraded(mint))) return undefined
    if (isSol(mint)) return null
    const known = mints.get(mint) ?? (await chain.mintInfo(mint as Address))
    if (known) mints.set(mint, known)
    return known ?? undefined
  }

  /**
   * Within a transaction nobody else may be asked: the embedded database has one connection, and waits for itself for ever.
   * What was not looked up before counts as not traded.
   */
  const lookedUp = (mint: string): MintInfo | null | undefined => (isSol(mint) ? null : mints.get(mint))

  async function priceOf(mint: string, within?: Db): Promise<PriceUsd> {
    const { ppb, at } = await impacts.on(mint, within)
    const undisturbed = BigInt(Math.max(1, Math.round(pathOf(mint).path.at(at) * Number(PRICE_SCALE))))
    return movedPrice(undisturbed, BigInt(Math.round(ppb)))
  }

  async function sideOf(mint: string, within?: Db): Promise<TradedSide | NoQuote> {
    const info = within ? lookedUp(mint) : await mintOf(mint)
    if (info === undefined) return { unavailable: { code: 'not_traded', mint, symbol: assetSymbol(mint) } }
    return {
      mint,
      info,
      decimals: info?.decimals ?? SOL_DECIMALS,
      price: await priceOf(mint, within),
      depth: pathOf(mint).profile.depth,
    }
  }

  async function sidesOf(
    request: Pick<QuoteRequest, 'inputMint' | 'outputMint'>,
    within?: Db,
  ): Promise<{ input: TradedSide; output: TradedSide } | NoQuote> {
    if (request.inputMint === request.outputMint)
      return { unavailable: { code: 'same_mint', symbol: assetSymbol(request.inputMint) } }
    const input = await sideOf(request.inputMint, within)
    if (isNoQuote(input)) return input
    const output = await sideOf(request.outputMint, within)
    return isNoQuote(output) ? output : { input, output }
  }

  const pricedAnew = async ({ input, output }: { input: TradedSide; output: TradedSide }) => ({
    input: { ...input, price: await priceOf(input.mint) },
    output: { ...output, price: await priceOf(output.mint) },
  })

  async function quote(request: QuoteRequest): Promise<Quote | NoQuote> {
    const sides = await sidesOf(request)
    if (isNoQuote(sides)) return sides
    const quoted = quoteSwap(request, sides.input, sides.output)
    if (isNoQuote(quoted)) return quoted
    // A plan that the market could never serve is not feasible.
    return (await swaps.neverEnough(sides.output, quoted.outAmount)) ?? quoted
  }

  async function sweepNowAndThen(): Promise<void> {
    if (clock.monotonic() - sweptAt < SWEEP_MS) return
    sweptAt = clock.monotonic()
    const real = clock.now()
    await sweepImpacts(db, {
      before: new Date(real - RETENTION_MS),
      real: new Date(real),
      faded: new Date(marketNow() - NEGLIGIBLE_AFTER_MS),
    })
  }

  return {
    name: 'simulated',
    quote,

    async friction(pair) {
      const sides = await sidesOf(pair)
      if (isNoQuote(sides)) return sides
      const [a, b] = [Number(sides.input.depth), Number(sides.output.depth)]
      return { feeBps: Number(FEE_BPS), depthUsd: (a * b) / (a + b) }
    },

    async prepare(quoted: Quote, trader: Address) {
      const { inputMint, outputMint, inAmount, slippageBps } = quoted
      const sides = await sidesOf(quoted)
      if (isNoQuote(sides)) return sides
      const available = await swaps.available(sides.output, quoted.outAmount)
      // Filling it may have taken a while.
      const { input, output } = await pricedAnew(sides)
      const now = quoteSwap({ inputMint, outputMint, inAmount, slippageBps }, input, output)
      if (isNoQuote(now)) return now
      const { outAmount } = now
      if (outAmount < quoted.minOutAmount) return { moved: true, outAmount }
      return swaps.prepare({ input, output, inAmount, outAmount }, trader, available)
    },

    async settled(swap, given) {
      const within = given as Db | undefined
      const sides = await sidesOf(swap, within)
      if (isNoQuote(sides)) return () => undefined
      const { input, output } = sides
      const value = valueUsd(input, swap.inAmount)
      const at = new Date(marketNow())
      const { operationId } = swap
      const rows: ImpactRow[] = [
        { operationId, mint: swap.inputMint, ppb: -Number(movePpb(input, value)), at },
        { operationId, mint: swap.outputMint, ppb: Number(movePpb(output, value)), at },
      ]
      const write = () =>
        writing(async (handle) => {
          const dated = rows.map(notAfter(marketNow()))
          const remember = await traded.add(handle, [swap.inputMint, swap.outputMint])
          return { remember, saved: (await saveImpacts(handle, dated)) ? dated : [] }
        }, within)
      if (within) {
        const { saved, remember } = await write()
        return () => {
          remember()
          if (saved.length > 0) impacts.written(saved)
          sweepNowAndThen().catch(() => undefined)
        }
      }
      const written = impacts.writing(rows)
      try {
        const { saved, remember } = await write()
        remember()
        if (saved.length > 0) impacts.written(saved)
      } finally {
        written()
      }
      await sweepNowAndThen()
      return () => undefined
    },

    unsettled: impacts.drop,

    async priceUsd(mint) {
      return (await mintOf(mint)) === undefined ? null : priceOf(mint)
    },

    untraded: traded.untraded,

    async candles({ mint, seconds, from, to }) {
      if ((await mintOf(mint)) === undefined) return []
      const { path, profile } = pathOf(mint)
      return candlesOf(path, { seconds, from, to, depth: profile.depth }, marketNow())
    },

    async past({ mint, from, to }) {
      if ((await mintOf(mint)) === undefined) return null
      const since = from - NEGLIGIBLE_AFTER_MS
      if (since < clock.now() - RETENTION_MS) return null
      const found = await impactsBetween(db, mint, new Date(since), new Date(to))
      return pastOf(pathOf(mint).path, found, IMPACT_HALF_LIFE_MS)
    },

    healthy: () => chain.healthy(),
  }
}
