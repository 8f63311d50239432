/**
 * Requests of several callers at about the same time are sent to the chain once: those of one turn join into one call,
 * and an answer serves others for as long as they allow. An execution that was read invalidates earlier answers about
 * its accounts. A caller that accepts no age reads from the chain.
 */
import type { Address } from '@solana/kit'
import { createCache, type Cache } from '../../../kernel/cache.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Chain } from '../../../ports/chain.ts'
import type { AccountReading, SharedOptions } from '../../../ports/account-at.ts'
import type { Execution, ReadOptions, TokenHolding } from '../../../ports/chain-data.ts'

/** The list of an owner's token accounts of a mint is kept this long. Their amounts are read anew. */
const ACCOUNTS_MS = 30_000
/** Rent changes now and then, and a node may answer a wrong one. */
const RENT_MS = 60_000
/** After a refusal, which may be for want of rent, earlier answers are believed no longer than this. */
const REFUSED_RENT_MS = 1_000
/**
 * Equal to the time that the engine remembers the slot of a booking: a slot that a node made up must do no lasting
 * harm.
 */
const FLOOR_MS = 60_000
const MOST_ACCOUNTS = 20_000
/** More lengths of accounts than any program has. */
const MOST_RENTS = 1_000

type Monotonic = Pick<Clock, 'monotonic'>
/** The read of one address. `at`: when it was requested; `need`: the lowest slot that was requested. */
type PendingRead = { at: number; need: bigint | undefined; reading: Promise<AccountReading> }
type Batch = {
  addresses: Map<Address, number>
  need: bigint | undefined
  readings: Promise<AccountReading[]>
}

const maxSlot = (a: bigint | undefined, b: bigint | undefined) =>
  a === undefined || (b !== undefined && b > a) ? b : a

export function shareReads(chain: Chain, clock: Monotonic): Chain {
  const accounts = createAccounts(chain, clock)
  const rents = createCache<number, { at: number; lamports: Promise<bigint> }>({
    clock,
    max: MOST_RENTS,
    ttlMs: RENT_MS,
  })
  let refusedAt = Number.NEGATIVE_INFINITY
  /** Any refusal counts: many programs have an error of their own for too little rent. */
  const refused = () => void (refusedAt = clock.monotonic())

  return {
    ...chain,
    accounts: (addresses, options) =>
      options?.maxAgeMs === undefined
        ? chain.accounts(addresses, options)
        : accounts.read(addresses, options),

    async balances(addresses, options) {
      if (options?.maxAgeMs === undefined) return chain.balances(addresses, options)
      const readings = await accounts.read(addresses, options)
      return readings.map(({ lamports, slot }) => ({ lamports: lamports ?? 0n, slot }))
    },

    tokenHoldings: (owner, mint, options) =>
      options?.maxAgeMs === undefined
        ? accounts.holdingsNow(owner, mint, options)
        : accounts.readHoldings(owner, mint, options),

    async execution(signature, options) {
      const found = await chain.execution(signature, options)
      if (found) accounts.executed(found)
      if (found && found.err !== null) refused()
      return found
    },

    async statuses(signatures) {
      const states = await chain.statuses(signatures)
      if (states.some((state) => state !== null && state.err !== null)) refused()
      return states
    },

    async simulate(bytes, options) {
      const simulated = await chain.simulate(bytes, options)
      if (simulated.error !== null) refused()
      return simulated
    },

    rentExempt(bytes) {
      const known = rents.get(bytes)
      const now = clock.monotonic()
      if (known && (known.at > refusedAt || now - known.at < REFUSED_RENT_MS)) return known.lamports
      const mine = rents.set(bytes, { at: now, lamports: chain.rentExempt(bytes) })
      mine.lamports.catch(() => rents.delete(bytes, mine))
      return mine.lamports
    },
  }
}

type Engine = {
  floors: Map<Address, { slot: bigint; at: number }>
  batch: Batch | null
  clock: Monotonic
  pendingReads: Cache<Address, PendingRead>
  chain: Chain
  known: Cache<string, TokenHolding[]>
}

function findFloor({ floors }: Engine, address: Address, now: number): bigint | undefined {
  const floor = floors.get(address)
  if (floor && now - floor.at > FLOOR_MS) floors.delete(address)
  return floors.get(address)?.slot
}

/** Joins the other requests of this turn. */
function ask(engine: Engine, address: Address, need: bigint | undefined): Promise<AccountReading> {
  const { clock, pendingReads } = engine
  const joined: Batch = (engine.batch ??= begin(engine))
  joined.need = maxSlot(joined.need, need)
  const i = joined.addresses.get(address) ?? joined.addresses.size
  joined.addresses.set(address, i)
  const reading = joined.readings.then((readings) => readings[i] as AccountReading)
  const mine: PendingRead = { at: clock.monotonic(), need, reading }
  pendingReads.set(address, mine)
  reading.catch(() => pendingReads.delete(address, mine))
  return reading
}

function begin(engine: Engine): Batch {
  const { chain } = engine
  const mine: Batch = { addresses: new Map(), need: undefined, readings: Promise.resolve([]) }
  mine.readings = new Promise(setImmediate).then(() => {
    engine.batch = null
    return chain.accounts([...mine.addresses.keys()], { minContextSlot: mine.need })
  })
  return mine
}

async function readOne(engine: Engine, address: Address, { maxAgeMs = 0, minContextSlot }: SharedOptions) {
  const { clock, pendingReads } = engine
  const now = clock.monotonic()
  const minimumSlot = () => maxSlot(minContextSlot, findFloor(engine, address, clock.monotonic()))
  let tried: PendingRead | undefined
  // Another waiting caller may have started a new read meanwhile.
  for (let one = pendingReads.get(address); one && one !== tried && now - one.at <= maxAgeMs; ) {
    const reading = await one.reading.catch(() => null)
    const needed = minimumSlot()
    if (reading && (needed === undefined || reading.slot >= needed)) return reading
    tried = one
    one = pendingReads.get(address)
  }
  return ask(engine, address, minimumSlot())
}

const read = (engine: Engine, addresses: Address[], options: SharedOptions) =>
  Promise.all(addresses.map((address) => readOne(engine, address, options)))

async function holdingsNow(
  { clock, chain, known }: Engine,
  owner: Address,
  mint: Address,
  options: ReadOptions = {},
) {
  const at = clock.monotonic()
  const found = await chain.tokenHoldings(owner, mint, options)
  // A missing account may soon exist.
  if (found.tokens.length > 0) known.set(`${owner} ${mint}`, found.tokens, { at })
  return found
}

async function readHoldings(engine: Engine, owner: Address, mint: Address, options: SharedOptions) {
  const { known, clock } = engine
  const list = known.get(`${owner} ${mint}`)
  if (!list)
    return holdingsNow(engine, owner, mint, {
      minContextSlot: maxSlot(options.minContextSlot, findFloor(engine, owner, clock.monotonic())),
    })
  const readings = await read(
    engine,
    list.map(({ account }) => account),
    options,
  )
  const tokens = list.flatMap((holding, i): TokenHolding[] => {
    const token = readings[i]?.token
    // The account may have been closed or given away since.
    return token?.owner === owner && token.mint === mint ? [{ ...holding, amount: token.amount }] : []
  })
  const slots = readings.map(({ slot }) => slot)
  return { tokens, slot: slots.reduce((a, b) => (a < b ? a : b)) }
}

function executed(
  { clock, pendingReads, floors, known }: Engine,
  { slot, lamports, tokens }: Execution,
): void {
  const at = clock.monotonic()
  for (const { address } of lamports) {
    if (pendingReads.get(address) === undefined) continue
    const before = floors.get(address)
    if (!before || before.slot < slot) floors.set(address, { slot, at })
  }
  // The transaction may have opened a token account, or closed one.
  for (const { owner, mint, before, after } of tokens)
    if (before === 0n || after === 0n) known.delete(`${owner} ${mint}`)
  if (floors.size > MOST_ACCOUNTS) floors.clear()
}

function createAccounts(chain: Chain, clock: Monotonic) {
  const pendingReads = createCache<Address, PendingRead>({ max: MOST_ACCOUNTS })
  /** The slot of the last execution of an account. */
  const floors = new Map<Address, { slot: bigint; at: number }>()
  const known = createCache<string, TokenHolding[]>({ clock, max: MOST_ACCOUNTS, ttlMs: ACCOUNTS_MS })
  const engine: Engine = { floors, batch: null, clock, pendingReads, chain, known }
  return {
    read: (addresses: Address[], options: SharedOptions) => read(engine, addresses, options),
    readHoldings: (owner: Address, mint: Address, options: SharedOptions) =>
      readHoldings(engine, owner, mint, options),
    holdingsNow: (owner: Address, mint: Address, options: ReadOptions = {}) =>
      holdingsNow(engine, owner, mint, options),
    executed: (request: Execution) => executed(engine, request),
  }
}
