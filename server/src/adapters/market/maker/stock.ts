/** The market maker's stock of each mint. If test funds are available it is refilled before it runs short. */
import type { Address, Signature } from '@solana/kit'
import { LAMPORTS_PER_SOL } from '@purser/contract/money.ts'
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import { createCache, type Cache } from '../../../kernel/cache.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { isFault } from '../../../kernel/fault.ts'
import type { Chain } from '../../../ports/chain.ts'
import type { MintInfo } from '../../../ports/chain-data.ts'
import { isSol, tokenAccount } from './legs.ts'

/** Concurrent swaps of one size that the stock must cover, and how many it is refilled for. */
const CONCURRENT_SWAPS = 20n
const REFILL_SWAPS = 200n
/** Below this it is refilled in the background, so that no swap waits for it. */
const EARLY_SWAPS = 100n
/** More than any swap takes, and little enough for a mint's supply to allow it often. */
const MOST_TOKENS = 10n ** 17n
/** For the rent of the maker's own token accounts. */
const RESERVE_LAMPORTS = LAMPORTS_PER_SOL
const MOST_AIRDROP = 1_000_000n * LAMPORTS_PER_SOL
const TIMEOUT_MS = 20_000
const POLL_MS = 150
/** The most age of a quote's reading of a stock that runs short; a swap reads it anew. */
const SHORT_MS = 1_000
/**
 * An ample stock is read again after this, in the background; a stock that is several times as large after several
 * times as long, since others take no more of it in a second.
 */
const AMPLE_MS = 10_000
const MOST_TIMES = 6n
/** One that is evicted is read again. */
const MOST_MINTS = 10_000

/** `info`: null for native SOL. */
export type Stocked = { mint: string; info: MintInfo | null }
/** The chain's amount at `at`, less what was promised since. */
type Known = { at: number; left: bigint }

type StockParts = {
  chain: Chain
  clock: Clock
  maker: () => Promise<{ address: Address }>
  fills: boolean
  refills: (mint: string) => boolean
}

type Engine = StockParts & {
  known: Cache<string, Known>
  reading: Map<string, Promise<bigint>>
  filling: Map<string, Promise<void>>
  SOL: Stocked
}

const isRefilled = (engine: Engine, mint: string) => engine.fills && (isSol(mint) || engine.refills(mint))

/** Swaps are paid from the associated account. */
async function readBalance(engine: Engine, { mint, info }: Stocked): Promise<bigint> {
  const { clock, chain, known } = engine
  const { address } = await engine.maker()
  const account = info ? await tokenAccount(address, info) : address
  const at = clock.monotonic()
  // Joins the other requests of this turn.
  const [found] = await chain.accounts([account], { maxAgeMs: 0 })
  const left = (info ? found?.token?.amount : found?.lamports) ?? 0n
  known.set(mint, { at, left })
  return left
}

/** One call for all simultaneous callers. */
function refresh(engine: Engine, of: Stocked): Promise<bigint> {
  const { reading } = engine
  const under = reading.get(of.mint) ?? readBalance(engine, of).finally(() => reading.delete(of.mint))
  reading.set(of.mint, under)
  return under
}

/** The known stock if it is at least `least`, else null. */
function ample(engine: Engine, of: Stocked, least: bigint): bigint | null {
  const { known, clock } = engine
  const found = known.get(of.mint)
  if (!found || found.left < least) return null
  const age = clock.monotonic() - found.at
  const times = least > 0n ? found.left / least : 1n
  const ampleMs = AMPLE_MS * Number(times < MOST_TIMES ? times : MOST_TIMES)
  if (age > ampleMs) refresh(engine, of).catch(() => undefined)
  return age > 2 * ampleMs ? null : found.left
}

async function isConfirmed({ chain }: Engine, signature: Signature): Promise<boolean> {
  const [state] = await chain.statuses([signature])
  return state !== undefined && state !== null && state.commitment !== 'processed'
}

async function fill(engine: Engine, of: Stocked, amount: bigint): Promise<void> {
  const { chain, clock } = engine
  const { mint } = of
  const { address } = await engine.maker()
  let signature: Signature
  try {
    signature = isSol(mint)
      ? await chain.airdrop(address, amount < MOST_AIRDROP ? amount : MOST_AIRDROP)
      : await chain.tokenAirdrop(address, mint as Address, amount)
  } catch (error) {
    // This network cannot mint this token: the present stock is all there is.
    if (isFault(error, 'chain_refused')) return
    throw error
  }
  // The amount alone proves nothing: a swap that sells this token raises it too.
  const deadline = clock.monotonic() + TIMEOUT_MS
  while (!(await isConfirmed(engine, signature)) && clock.monotonic() <= deadline) await clock.sleep(POLL_MS)
  await readBalance(engine, of)
}

/** Below `early` it is refilled up to `full`, once for all concurrent callers; below `least` they wait for that. */
async function ensure(
  engine: Engine,
  of: Stocked,
  { least, early, full }: Record<'least' | 'early' | 'full', bigint>,
): Promise<bigint> {
  const { fills, filling } = engine
  const now = ample(engine, of, least) ?? (await readBalance(engine, of))
  if (now >= early || !fills) return now
  const { mint } = of
  const under = filling.get(mint) ?? fill(engine, of, full - now).finally(() => filling.delete(mint))
  filling.set(mint, under)
  // The next swap tries again.
  if (now >= least) under.catch(() => undefined)
  else await under
  return now >= least ? now : readBalance(engine, of)
}

/** The stock of a mint that cannot be refilled, for a swap of this amount; null where it can. */
async function finite(engine: Engine, of: Stocked, amount: bigint): Promise<bigint | null> {
  const { known, clock } = engine
  if (isRefilled(engine, of.mint)) return null
  const reserve = isSol(of.mint) ? RESERVE_LAMPORTS : 0n
  const found = known.get(of.mint)
  const isFresh = found !== undefined && clock.monotonic() - found.at < SHORT_MS
  const stock =
    (ample(engine, of, amount * CONCURRENT_SWAPS + reserve) ??
      (isFresh ? found.left : await refresh(engine, of))) - reserve
  return stock > 0n ? stock : 0n
}

/** The stock of this mint, refilled first where that is possible and needed. */
async function ensureStock(engine: Engine, of: Stocked, amount: bigint): Promise<bigint> {
  const { SOL } = engine
  const isOfSol = isSol(of.mint)
  const sol = await ensure(engine, SOL, {
    least: RESERVE_LAMPORTS,
    early: RESERVE_LAMPORTS,
    full: MOST_AIRDROP,
  })
  if (isOfSol && sol >= amount * CONCURRENT_SWAPS + RESERVE_LAMPORTS) return sol - RESERVE_LAMPORTS
  const capped = (n: bigint) => (n < MOST_TOKENS ? n : MOST_TOKENS)
  const reserve = isOfSol ? RESERVE_LAMPORTS : 0n
  const swaps = (count: bigint) => capped(amount * count) + reserve
  const [least, early, full] = [swaps(CONCURRENT_SWAPS), swaps(EARLY_SWAPS), swaps(REFILL_SWAPS)]
  const stock = (await ensure(engine, of, { least, early, full })) - reserve
  return stock > 0n ? stock : 0n
}

/** A swap that takes so much of it was prepared. */
function promise({ known }: Engine, mint: string, amount: bigint): void {
  const found = known.get(mint)
  if (found) found.left -= amount
}

export function createStock(parts: StockParts) {
  const filling = new Map<string, Promise<void>>()
  const known = createCache<string, Known>({ max: MOST_MINTS })
  const reading = new Map<string, Promise<bigint>>()
  const SOL: Stocked = { mint: SOL_MINT, info: null }
  const engine: Engine = { ...parts, known, reading, filling, SOL }
  return {
    /** The stock of a mint that cannot be refilled, for a swap of this amount; null if it can. */
    finite: (of: Stocked, amount: bigint) => finite(engine, of, amount),
    /** The stock of this mint, refilled first if that is possible and needed. */
    for: (of: Stocked, amount: bigint) => ensureStock(engine, of, amount),
    /** Notes a prepared swap that takes this much of it. */
    promise: (mint: string, amount: bigint) => promise(engine, mint, amount),
  }
}
