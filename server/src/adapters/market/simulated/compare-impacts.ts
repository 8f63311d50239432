/**
 * Finds changes that a lost message would hide: compares the impacts in memory with the table, and reads again those
 * that differ.
 */
import { isSame, type SettledTrade } from './impact-sum.ts'
import {
  AHEAD_MS,
  forget,
  IMPACT_HALF_LIFE_MS,
  type ImpactState,
  type ImpactStates,
  readState,
  WINDOW_MS,
} from './impact-states.ts'
import { digestImpacts, isDrop, readImpacts } from './impacts.store.ts'

/** Each mint is read anew as a whole this often. */
const REREAD_MS = 15 * 60_000

/** Callers at the same time share one comparison. */
export function compareImpacts(impacts: ImpactStates): Promise<void> {
  impacts.comparing ??= compareAll(impacts).finally(() => (impacts.comparing = null))
  return impacts.comparing
}

/** Compares the mints that were requested lately, in one statement. */
async function compareAll(impacts: ImpactStates): Promise<void> {
  const { db, clock, now, states } = impacts
  const [real, at] = [clock.monotonic(), now()]
  for (const [mint, state] of states)
    if (real - state.comparedAt > WINDOW_MS || at < state.folded.base()) forget(impacts, [mint])
  // A swap that settles meanwhile is of a later time.
  const until = at
  const compared = [...states].filter(([, { askedAt }]) => real - askedAt < WINDOW_MS)
  if (compared.length === 0) return
  const spans = compared.map(([mint, { folded }]) => ({ mint, after: folded.base(), until }))
  const known = await digestImpacts(db, spans)
  for (const [i, [mint, state]] of compared.entries()) {
    const stored = known.get(mint)
    if (states.get(mint) !== state || !stored || state.folded.base() !== spans[i]?.after) continue
    if (!isSame(stored, state.folded.digest(until))) await reread(impacts, { mint, state }, at + AHEAD_MS)
    state.comparedAt = real
    state.marks.push({ real, now: at })
    rebase(state, real, now())
    if (real - state.readAt > REREAD_MS) await refresh(impacts, { mint, state })
  }
}

/** Moves the base up to the market's time a window ago: no older row can still arrive. */
function rebase(state: ImpactState, real: number, now: number): void {
  let settledAt: number | null = null
  while (state.marks[0] && state.marks[0].real <= real - WINDOW_MS)
    settledAt = state.marks.shift()?.now ?? null
  if (settledAt !== null && settledAt <= now) state.folded.rebase(settledAt)
}

type MintState = { mint: string; state: ImpactState }

/** Reads the rows that are not in the base: a bounded few. */
async function reread(impacts: ImpactStates, { mint, state }: MintState, until: number): Promise<void> {
  const { db, states } = impacts
  await withArrivals(state, async (arrived) => {
    const cut = state.folded.base()
    const span = { mint, after: cut, cut, until, halfLifeMs: IMPACT_HALF_LIFE_MS }
    const { latest } = await readImpacts(db, span)
    if (states.get(mint) !== state) return
    if (latest.some((row) => isDrop(row) && !state.folded.has(row.operationId)))
      return forget(impacts, [mint])
    state.folded.replace([...latest, ...arrived])
  })
}

/** Reads all of it anew. */
async function refresh(impacts: ImpactStates, { mint, state }: MintState): Promise<void> {
  const { db, states } = impacts
  await withArrivals(state, async (arrived) => {
    const fresh = await readState(impacts, mint, db)
    if (states.get(mint) !== state) return
    for (const row of arrived) fresh.folded.add(row)
    states.set(mint, { ...fresh, askedAt: state.askedAt })
  })
}

/** Collects the rows that arrive while `work` reads the table. */
async function withArrivals(
  state: ImpactState,
  work: (arrived: SettledTrade[]) => Promise<void>,
): Promise<void> {
  const arrived: SettledTrade[] = []
  state.meanwhile.add(arrived)
  try {
    await work(arrived)
  } finally {
    state.meanwhile.delete(arrived)
  }
}
