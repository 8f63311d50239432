/**
 * Reports in the terminal that a strategy waits for a service that does not answer: once per outage, and once after it.
 */
import type { Db } from '../../../db/client.ts'
import { isFault } from '../../../kernel/fault.ts'
import { insertLogs } from '../record/lines.store.ts'
import type { LogRow } from '../rows.ts'
import type { Line } from '../lines/line-types.ts'
import { line } from '../lines/lines.ts'
import type { Entry, Outage } from './entry.ts'

/** Shorter outages are not reported. A price of that age counts as none. */
const SAID_AFTER_MS: Record<Outage, number> = { candles: 60_000, market: 30_000, chain: 30_000 }

/** `to`: the service that did not answer; null: all did. */
export type ReportDataOutage = (entry: Entry, found: { to: Outage | null; now: number }) => Promise<void>

function waiting({ plan }: Entry['row'], to: Outage, since: string): Line | null {
  if (to === 'market') return line('no-market', { since })
  if (to === 'chain') return line('no-chain', { since })
  return 'timeframe' in plan ? line('no-candles', { since, timeframe: plan.timeframe }) : null
}

/** Notes the service that did not answer, if that caused this failure. */
export async function reportIfOutage(
  reportDataOutage: ReportDataOutage,
  entry: Entry,
  error: unknown,
  now: number,
): Promise<void> {
  const to = isFault(error, 'market_away') ? 'market' : isFault(error, 'chain_away') ? 'chain' : null
  if (to !== null) await reportDataOutage(entry, { to, now })
}

export function createDataOutages({
  db,
  publish,
}: {
  db: Db
  publish(rows: LogRow[]): void
}): ReportDataOutage {
  async function tell(row: Entry['row'], said: Line | null): Promise<void> {
    const { userId, agentId, agentExternalId, id: strategyId } = row
    if (said) publish(await insertLogs(db, [{ userId, agentId, agentExternalId, strategyId, ...said }]))
  }

  return async (entry, { to, now }) => {
    const { row, blind } = entry
    if (to === null) {
      entry.blind = null
      if (blind?.said) await tell(row, line('going-on', { after: blind.to }))
      return
    }
    // Reported already, whichever service does not answer now.
    if (blind?.said && now >= blind.since) return
    if (blind?.to !== to || now < blind.since) return void (entry.blind = { to, since: now, said: false })
    if (now - blind.since < SAID_AFTER_MS[to]) return
    await tell(row, waiting(row, to, new Date(blind.since).toISOString()))
    blind.said = true
  }
}
