/**
 * The impacts of settled swaps on each mint, carried forward in memory. Those of other processes come over the bus; what a
 * lost message would hide is found by comparing with the table every few seconds while prices are asked for.
 */
import type { Db } from '../../../db/client.ts'
import type { Bus } from '../../../kernel/bus.ts'
import type { Clock } from '../../../kernel/clock.ts'
import './events.ts'
import { fold, type Folded, isSame, type Settled } from './folded.ts'
import { deleteImpactsOf, digestImpacts, isDrop, type ImpactRow, readImpacts } from './impacts.store.ts'

/** Of the price impact of a trade. */
export const IMPACT_HALF_LIFE_MS = 5 * 60_000
/** What is older amounts to less than a part per billion. */
export const NEGLIGIBLE_AFTER_MS = 36 * IMPACT_HALF_LIFE_MS
/** Two processes may differ for this long. */
const CATCH_UP_MS = 5_000
/** A transaction ends within this time, or is ended: no row comes later that bears an earlier time. */
const WINDOW_MS = 60_000
/** All of it is read anew this often. */
const REREAD_MS = 15 * 60_000
/** What is further ahead of the market's time is read when it comes closer. */
const AHEAD_MS = 30 * 60_000

export type ImpactsParts = {
  db: Db
  clock: Pick<Clock, 'monotonic'>
  /** The market's time. */
  now: () => number
  /** Without it nothing is carried forward: each price reads the table. */
  bus: Pick<Bus, 'publish' | 'subscribe'> | undefined
}
export type Impacts = ReturnType<typeof createImpacts>

type State = {
  folded: Folded
  /** By the monotonic clock. */
  readAt: number
  comparedAt: number
  askedAt: number
  /** What came while the table was being read: the answer may lack it. */
  meanwhile: Set<Settled[]>
  /** When the market's time was what, for as long as rows may come late. */
  marks: { real: number; now: number }[]
}

const toSettled = ({ operationId, ppb, at }: ImpactRow): Settled => ({ operationId, ppb, at: at.getTime() })

export function createImpacts({ db, clock, now, bus }: ImpactsParts) {
  const states = new Map<string, State>()
  const loading = new Map<string, { state: Promise<State>; meanwhile: Settled[] }>()
  /** Of which the rows are being written: they count from their time on. */
  const unwritten = new Set<ImpactRow>()
  let comparing: Promise<void> | null = null

  function forget(mints: Iterable<string>): void {
    for (const mint of mints) {
      states.delete(mint)
      loading.delete(mint)
    }
  }
  function add(mint: string, row: Settled): void {
    // Found in the table when its time is closer.
    if (row.at > now() + AHEAD_MS) return
    loading.get(mint)?.meanwhile.push(row)
    const state = states.get(mint)
    if (!state) return
    for (const list of state.meanwhile) list.push(row)
    const isIdle = clock.monotonic() - state.askedAt > WINDOW_MS
    if (isIdle || !state.folded.add(row)) states.delete(mint)
  }
  bus?.subscribe('market.impacts', ({ rows }) => {
    for (const { mint, ...row } of rows) add(mint, row)
  })
  bus?.subscribe('market.impacts-dropped', ({ mints }) => forget(mints))
  // A speed that is set back takes back what settled in the time that was gained.
  bus?.subscribe('market.clock', () => forget([...states.keys(), ...loading.keys()]))

  async function read(mint: string, handle: Db): Promise<State> {
    const [real, at] = [clock.monotonic(), now()]
    const cut = at - WINDOW_MS
    const { sum, latest } = await readImpacts(handle, {
      mint,
      after: at - NEGLIGIBLE_AFTER_MS,
      cut,
      until: at + AHEAD_MS,
      halfLifeMs: IMPACT_HALF_LIFE_MS,
    })
    const folded = fold(IMPACT_HALF_LIFE_MS, { sum, at: cut }, latest)
    const times = { readAt: real, comparedAt: real, askedAt: real }
    return { folded, ...times, meanwhile: new Set(), marks: [{ real, now: at }] }
  }

  function load(mint: string): Promise<State> {
    const under = bus && loading.get(mint)
    if (under) return under.state
    const meanwhile: Settled[] = []
    const isWanted = () => loading.get(mint)?.meanwhile === meanwhile
    const state = read(mint, db)
      .then((found) => {
        for (const row of meanwhile) found.folded.add(row)
        if (bus && isWanted()) states.set(mint, found)
        return found
      })
      .finally(() => {
        if (isWanted()) loading.delete(mint)
      })
    loading.set(mint, { state, meanwhile })
    return state
  }

  /** Rows that differ from what is known are read: a bounded few. */
  async function reread(mint: string, state: State, until: number): Promise<void> {
    const added: Settled[] = []
    state.meanwhile.add(added)
    try {
      const cut = state.folded.base()
      const span = { mint, after: cut, cut, until, halfLifeMs: IMPACT_HALF_LIFE_MS }
      const { latest } = await readImpacts(db, span)
      if (states.get(mint) !== state) return
      if (latest.some((row) => isDrop(row) && !state.folded.has(row.operationId))) return forget([mint])
      state.folded.replace([...latest, ...added])
    } finally {
      state.meanwhile.delete(added)
    }
  }

  /** Compares what was asked for lately with the table, in one statement. */
  async function compareAll(): Promise<void> {
    const [real, at] = [clock.monotonic(), now()]
    for (const [mint, state] of states)
      if (real - state.comparedAt > WINDOW_MS || at < state.folded.base()) forget([mint])
    // What settles meanwhile is of a later time.
    const until = at
    const compared = [...states].filter(([, { askedAt }]) => real - askedAt < WINDOW_MS)
    if (compared.length === 0) return
    const spans = compared.map(([mint, { folded }]) => ({ mint, after: folded.base(), until }))
    const known = await digestImpacts(db, spans)
    for (const [i, [mint, state]] of compared.entries()) {
      const stored = known.get(mint)
      if (states.get(mint) !== state || !stored || state.folded.base() !== spans[i]?.after) continue
      if (!isSame(stored, state.folded.digest(until))) await reread(mint, state, at + AHEAD_MS)
      state.comparedAt = real
      state.marks.push({ real, now: at })
      let settledAt: number | null = null
      while (state.marks[0] && state.marks[0].real <= real - WINDOW_MS)
        settledAt = state.marks.shift()?.now ?? null
      if (settledAt !== null && settledAt <= now()) state.folded.rebase(settledAt)
      if (real - state.readAt > REREAD_MS) await refresh(mint, state)
    }
  }
  function compare(): Promise<void> {
    comparing ??= compareAll().finally(() => (comparing = null))
    return comparing
  }

  /** Replaces what is carried by what the table tells. */
  async function refresh(mint: string, state: State): Promise<void> {
    const added: Settled[] = []
    state.meanwhile.add(added)
    try {
      const fresh = await read(mint, db)
      if (states.get(mint) !== state) return
      for (const row of added) fresh.folded.add(row)
      states.set(mint, { ...fresh, askedAt: state.askedAt })
    } finally {
      state.meanwhile.delete(added)
    }
  }

  /** `within`: a transaction, in which nothing else is waited for. */
  async function stateOf(mint: string, within: Db | undefined): Promise<State> {
    const known = bus && states.get(mint)
    const real = clock.monotonic()
    if (known && now() >= known.folded.base()) {
      known.askedAt = real
      const age = real - known.comparedAt
      if (age < CATCH_UP_MS || within) return known
      const compared = compare()
      if (age < 2 * CATCH_UP_MS) {
        // In the background: whoever asks much later waits for it.
        compared.catch(() => undefined)
        return known
      }
      await compared
      const still = states.get(mint)
      if (still && now() >= still.folded.base()) return still
    }
    return within ? read(mint, within) : load(mint)
  }

  return {
    /** In parts per billion of the price, and as of when: now. */
    async on(mint: string, within?: Db): Promise<{ ppb: number; at: number }> {
      let { folded } = await stateOf(mint, within)
      // The clock went back meanwhile.
      while (now() < folded.base()) folded = (await stateOf(mint, within)).folded
      const at = now()
      let ppb = folded.at(at)
      for (const row of unwritten) {
        const { operationId, ppb: more, at: time } = toSettled(row)
        if (row.mint === mint && time <= at && !folded.has(operationId))
          ppb += more * 2 ** ((time - at) / IMPACT_HALF_LIFE_MS)
      }
      return { ppb, at }
    },

    /** They count from now on; until the returned function is called they need not be in the table. */
    writing(rows: ImpactRow[]): () => void {
      for (const row of rows) unwritten.add(row)
      return () => {
        for (const row of rows) unwritten.delete(row)
      }
    },

    /** They are in the table since. */
    written(rows: ImpactRow[]): void {
      bus?.publish('market.impacts', { rows: rows.map((row) => ({ mint: row.mint, ...toSettled(row) })) })
    },

    async drop(operationId: string): Promise<void> {
      const mints = await deleteImpactsOf(db, operationId, new Date(now()))
      if (mints.length > 0) bus?.publish('market.impacts-dropped', { mints })
    },
  }
}
