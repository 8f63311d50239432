/** Says in the terminal that a strategy waits for candles that the market does not tell: once an outage. */
import type { Db } from '../../../db/client.ts'
import { insertLogs } from '../record/lines.store.ts'
import type { LogRow } from '../rows.ts'
import { line } from '../steps/lines.ts'
import type { Entry } from './entry.ts'

/** Nobody needs to hear of a shorter one. */
const SAID_AFTER_MS = 60_000

export type NoteBlind = (entry: Entry, found: { isBlind: boolean; now: number }) => Promise<void>

export function createNoteBlind({ db, publish }: { db: Db; publish(rows: LogRow[]): void }): NoteBlind {
  return async (entry, { isBlind, now }) => {
    const { row, blind } = entry
    if (!isBlind) return void (entry.blind = null)
    if (blind === null || now < blind.since) return void (entry.blind = { since: now, said: false })
    if (blind.said || now - blind.since < SAID_AFTER_MS || !('timeframe' in row.plan)) return
    const { userId, agentId, agentExternalId, id: strategyId } = row
    const since = new Date(blind.since).toISOString()
    const said = line('no-candles', { since, timeframe: row.plan.timeframe })
    publish(await insertLogs(db, [{ userId, agentId, agentExternalId, strategyId, ...said }]))
    blind.said = true
  }
}
