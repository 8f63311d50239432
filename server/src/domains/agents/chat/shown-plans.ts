/** The plans that an agent showed, and the outcome of each. */
import type { ShownPlan, ShownState, ShownStatus, ShownTerms } from '@purser/contract/agents/shown-plans.ts'
import type { Db } from '../../../db/client.ts'
import type { AgentRow } from '../agents.store.ts'
import type { ShownHead, ShownRow } from './shown-plans.store.ts'
import * as store from './shown-plans.store.ts'

/**
 * Takes the rows of one agent, newest first. The plan that a start would take is offered: the newest feasible one,
 * until it is started. A newer one that is not feasible does not take its place.
 */
function toStatuses(rows: ShownHead[], offersOne: boolean): ShownStatus[] {
  const newest = rows.find((row) => row.feasible)
  return rows.map((row, i) => ({
    id: row.id,
    state: getState(row, { isNewest: i === 0, isOffered: offersOne && row === newest }),
    is_last: i === 0,
    executed_at: row.executedAt?.toISOString() ?? null,
    strategy_id: row.strategyId,
  }))
}

function getState(row: ShownHead, at: { isNewest: boolean; isOffered: boolean }): ShownState {
  if (row.executedAt !== null) return 'executed'
  if (row.feasible) return at.isOffered ? 'offered' : 'superseded'
  return at.isNewest ? 'infeasible' : 'superseded'
}

export const toTerms = (row: ShownRow): ShownTerms => ({
  id: row.id,
  figures: row.figures,
  wallet_addresses: row.walletAddresses,
  group_id: row.groupId,
})

export const getAssumptions = ({ assumptions, walletAssumption }: ShownRow): string[] =>
  walletAssumption === null ? assumptions : [...assumptions, walletAssumption]

export async function shownStatuses(db: Db, agent: AgentRow): Promise<ShownStatus[]> {
  return toStatuses(await store.listShownHeads(db, agent.id), agent.shownPlanHash !== null)
}

/** Each as it was shown, by its id. */
export async function shownPlans(db: Db, agent: AgentRow): Promise<Map<number, ShownPlan>> {
  const rows = await store.listShown(db, agent.id)
  const statuses = toStatuses(rows, agent.shownPlanHash !== null)
  return new Map(
    rows.flatMap((row, i) => {
      const status = statuses[i]
      return status ? [[row.id, toShownPlan(row, status)] as const] : []
    }),
  )
}

const toShownPlan = (row: ShownRow, status: ShownStatus): ShownPlan => ({
  ...status,
  ...toTerms(row),
  plan: row.plan,
  plan_hash: row.hash,
  feasible: row.feasible,
  assumptions: getAssumptions(row),
  reading: row.reading,
  ...(row.changes === null ? {} : { changes: row.changes }),
  // One of an older shape counts as none.
  preview: row.preview && 'tested' in row.preview ? row.preview : null,
})
