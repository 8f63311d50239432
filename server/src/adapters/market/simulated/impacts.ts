/**
 * The impacts of settled swaps on prices. Those of other processes come over the bus; changes that a lost message would
 * hide are found by a comparison with the table every few seconds while prices are requested.
 */
import type { Db } from '../../../db/client.ts'
import { compareImpacts } from './compare-impacts.ts'
import './events.ts'
import {
  addImpact,
  forget,
  IMPACT_HALF_LIFE_MS,
  type ImpactState,
  type ImpactStates,
  loadState,
  NEGLIGIBLE_AFTER_MS,
  readState,
  toSettled,
} from './impact-states.ts'
import { deleteImpacts, type ImpactRow } from './impacts.store.ts'

export { IMPACT_HALF_LIFE_MS, NEGLIGIBLE_AFTER_MS }

/** Two processes may differ for this long. */
const CATCH_UP_MS = 5_000

export type ImpactsParts = Pick<ImpactStates, 'db' | 'clock' | 'now' | 'bus'>

export type Impacts = {
  /**
   * The impact on a price in parts per billion of it, and its time: now. `within`: a transaction, which must wait for
   * nothing else.
   */
  on(mint: string, within?: Db): Promise<{ ppb: number; at: number }>
  /** The rows count from now on; until the returned function is called they need not be in the table. */
  writing(rows: ImpactRow[]): () => void
  /** The rows are in the table now. */
  written(rows: ImpactRow[]): void
  /** Takes the impacts of an operation back. */
  drop(operationId: string): Promise<void>
}

export function createImpacts({ db, clock, now, bus }: ImpactsParts): Impacts {
  const impacts: ImpactStates = {
    db,
    clock,
    now,
    bus,
    states: new Map(),
    loading: new Map(),
    unwritten: new Set(),
    comparing: null,
  }
  followBus(impacts)
  return {
    on: (mint, within) => readImpact(impacts, mint, within),
    writing: (rows) => startWriting(impacts, rows),
    written: (rows) => publish(impacts, rows),
    drop: (operationId) => drop(impacts, operationId),
  }
}

function followBus(impacts: ImpactStates): void {
  const { bus, states, loading } = impacts
  bus?.subscribe('market.impacts', ({ rows }) => {
    for (const { mint, ...row } of rows) addImpact(impacts, mint, row)
  })
  bus?.subscribe('market.impacts-dropped', ({ mints }) => forget(impacts, mints))
  // A speed that is set back takes back the swaps that settled in the time gained.
  bus?.subscribe('market.clock', () => forget(impacts, [...states.keys(), ...loading.keys()]))
}

async function readImpact(
  impacts: ImpactStates,
  mint: string,
  within?: Db,
): Promise<{ ppb: number; at: number }> {
  const { now, unwritten } = impacts
  let { folded } = await currentState(impacts, mint, within)
  // The clock went back meanwhile.
  while (now() < folded.base()) folded = (await currentState(impacts, mint, within)).folded
  const at = now()
  let ppb = folded.at(at)
  for (const row of unwritten) {
    const { operationId, ppb: more, at: time } = toSettled(row)
    if (row.mint === mint && time <= at && !folded.has(operationId))
      ppb += more * 2 ** ((time - at) / IMPACT_HALF_LIFE_MS)
  }
  return { ppb, at }
}

async function currentState(
  impacts: ImpactStates,
  mint: string,
  within: Db | undefined,
): Promise<ImpactState> {
  const { clock, now, bus, states } = impacts
  const known = bus && states.get(mint)
  const real = clock.monotonic()
  if (known && now() >= known.folded.base()) {
    known.askedAt = real
    const age = real - known.comparedAt
    if (age < CATCH_UP_MS || within) return known
    const compared = compareImpacts(impacts)
    if (age < 2 * CATCH_UP_MS) {
      // In the background: a much later caller waits for it.
      compared.catch(() => undefined)
      return known
    }
    await compared
    const still = states.get(mint)
    if (still && now() >= still.folded.base()) return still
  }
  return within ? readState(impacts, mint, within) : loadState(impacts, mint)
}

function startWriting({ unwritten }: ImpactStates, rows: ImpactRow[]): () => void {
  for (const row of rows) unwritten.add(row)
  return () => {
    for (const row of rows) unwritten.delete(row)
  }
}

function publish({ bus }: ImpactStates, rows: ImpactRow[]): void {
  bus?.publish('market.impacts', { rows: rows.map((row) => ({ mint: row.mint, ...toSettled(row) })) })
}

async function drop({ db, bus, now }: ImpactStates, operationId: string): Promise<void> {
  const mints = await deleteImpacts(db, operationId, new Date(now()))
  if (mints.length > 0) bus?.publish('market.impacts-dropped', { mints })
}
