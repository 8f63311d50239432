/** The impacts of settled swaps on each mint, read once from the table and then updated in memory. */
import type { Db } from '../../../db/client.ts'
import type { Bus } from '../../../kernel/bus.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { createImpactSum, type ImpactSum, type SettledTrade } from './impact-sum.ts'
import { type ImpactRow, readImpacts } from './impacts.store.ts'

/** The half-life of a trade's price impact. */
export const IMPACT_HALF_LIFE_MS = 5 * 60_000
/** An older impact amounts to less than a part per billion. */
export const NEGLIGIBLE_AFTER_MS = 36 * IMPACT_HALF_LIFE_MS
/** A transaction ends within this time, or is aborted: no row with an earlier time arrives later. */
export const WINDOW_MS = 60_000
/** Rows that are further ahead of the market's time are read when it comes closer. */
export const AHEAD_MS = 30 * 60_000

/** The impacts on one mint. Times are of the monotonic clock. */
export type ImpactState = {
  folded: ImpactSum
  readAt: number
  comparedAt: number
  askedAt: number
  /** Rows that arrived while the table was being read: the answer may lack them. */
  meanwhile: Set<SettledTrade[]>
  /** The market's time at moments of real time, for as long as rows may arrive late. */
  marks: { real: number; now: number }[]
}

/** The impacts on all mints, as this process knows them. */
export type ImpactStates = {
  db: Db
  clock: Pick<Clock, 'monotonic'>
  /** The market's time. */
  now: () => number
  /** Without it nothing is kept in memory: each price reads the table. */
  bus: Pick<Bus, 'publish' | 'subscribe'> | undefined
  /** Keyed by mint. */
  states: Map<string, ImpactState>
  loading: Map<string, { state: Promise<ImpactState>; meanwhile: SettledTrade[] }>
  /** Swaps whose rows are being written: they count from their time on. */
  unwritten: Set<ImpactRow>
  comparing: Promise<void> | null
}

export const toSettled = ({ operationId, ppb, at }: ImpactRow): SettledTrade => ({
  operationId,
  ppb,
  at: at.getTime(),
})

export function forget({ states, loading }: ImpactStates, mints: Iterable<string>): void {
  for (const mint of mints) {
    states.delete(mint)
    loading.delete(mint)
  }
}

export function addImpact(impacts: ImpactStates, mint: string, row: SettledTrade): void {
  const { clock, now, states, loading } = impacts
  // It is read from the table once its time is closer.
  if (row.at > now() + AHEAD_MS) return
  loading.get(mint)?.meanwhile.push(row)
  const state = states.get(mint)
  if (!state) return
  for (const list of state.meanwhile) list.push(row)
  const isIdle = clock.monotonic() - state.askedAt > WINDOW_MS
  if (isIdle || !state.folded.add(row)) states.delete(mint)
}

export async function readState(
  { clock, now }: ImpactStates,
  mint: string,
  handle: Db,
): Promise<ImpactState> {
  const [real, at] = [clock.monotonic(), now()]
  const cut = at - WINDOW_MS
  const { sum, latest } = await readImpacts(handle, {
    mint,
    after: at - NEGLIGIBLE_AFTER_MS,
    cut,
    until: at + AHEAD_MS,
    halfLifeMs: IMPACT_HALF_LIFE_MS,
  })
  const folded = createImpactSum(IMPACT_HALF_LIFE_MS, { sum, at: cut }, latest)
  const times = { readAt: real, comparedAt: real, askedAt: real }
  return { folded, ...times, meanwhile: new Set(), marks: [{ real, now: at }] }
}

/** Reads a mint's impacts once for all simultaneous callers, and keeps them up to date if there is a bus. */
export function loadState(impacts: ImpactStates, mint: string): Promise<ImpactState> {
  const { db, bus, states, loading } = impacts
  const underway = bus && loading.get(mint)
  if (underway) return underway.state
  const meanwhile: SettledTrade[] = []
  const isWanted = () => loading.get(mint)?.meanwhile === meanwhile
  const state = readState(impacts, mint, db)
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
