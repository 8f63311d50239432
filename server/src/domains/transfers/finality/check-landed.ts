/** Checks landed transactions of ended operations until their block is finalized. */
import { listLedgerNodes } from '../certainty/ledger-nodes.ts'
import type { TransactionRow } from '../records/transactions.store.ts'
import { applyVerdicts } from './apply-verdicts.ts'
import type { Observation } from './finality-view.ts'
import type { FinalityState } from './finality.ts'
import { BEGINNING, listUnfinal } from './finality.store.ts'
import { MOST_PORTIONS, PORTION } from './finality-limits.ts'

export async function checkLanded(state: FinalityState): Promise<void> {
  const { db, clock } = state
  const rested = clock.monotonic() - state.askedAt >= 2 * state.everyMs
  for (let portions = 0; portions < MOST_PORTIONS; portions++) {
    const { rows, next } = await listUnfinal(db, { after: state.landedCursor, limit: PORTION })
    state.landedCursor = next
    if (portions === 0) state.listed = []
    if (rows.length > 0) await checkPortion(state, rows, rested)
    if (next === BEGINNING) break
  }
  state.shown.clear()
}

async function checkPortion(state: FinalityState, all: TransactionRow[], rested: boolean): Promise<void> {
  const { chain, clock, view, shown } = state
  const nodes = await listLedgerNodes(chain)
  const [node, another] = nodes
  const alone = node !== undefined && another === undefined
  const known = new Map<string, Observation>()
  if (alone)
    for (const row of all) {
      const observation = view.vouch(node, row, shown.get(row.signature) ?? null)
      if (observation) known.set(row.signature, observation)
    }
  await applyVerdicts(
    state,
    all.filter(({ signature }) => known.has(signature)),
    [known],
    clock.monotonic(),
  )
  const open = all.filter(({ signature }) => !known.has(signature))
  if (alone) state.listed.push(...open)
  const rows = listDue(state, open, { alone, rested })
  if (rows.length === 0) return
  const began = clock.monotonic()
  state.askedAt = began
  await applyVerdicts(state, rows, await Promise.all(nodes.map((one) => view.observe(one, rows))), began)
}

/** Lists those whose outcome can be known now. An endpoint that is asked about one is asked about all that are due. */
function listDue(
  { clock, due, verdicts: { doubted, vouched }, everyMs, polledAt }: FinalityState,
  rows: TransactionRow[],
  { alone, rested }: { alone: boolean; rested: boolean },
): TransactionRow[] {
  const computeLateness = ({ signature }: TransactionRow) =>
    doubted.has(signature) ? everyMs : due.computeLateness(vouched.since(signature), alone)
  // The polls of those who wait for a landing ask for these as well.
  const soon = alone && clock.monotonic() - polledAt < 2 * everyMs ? 1.5 * everyMs : 0
  const late = new Map(rows.map((row) => [row, computeLateness(row)]))
  const worth = Math.max(...late.values()) >= Math.max(soon, rested ? 0 : everyMs)
  return worth ? rows.filter((row) => (late.get(row) ?? 0) >= 0) : []
}
