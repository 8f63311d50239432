/**
 * Writes notifications, each in the transaction of what it reports and only where the user's settings ask for it. Each verb
 * returns a function that publishes them. Call it once the transaction is committed.
 */
import { ACCESS_TOLD_A_DAY } from '@purser/contract/limits.ts'
import { NOTIFICATION_DEFAULTS, type NotificationKind } from '@purser/contract/notifications.ts'
import type { Db } from '../../db/client.ts'
import type { Bus } from '../../kernel/bus.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Reporter } from '../strategies/index.ts'
import type { AccessReporter } from '../tokens/index.ts'
import type { TopUpReporter } from '../top-ups/index.ts'
import type { IncidentReporter } from '../transfers/index.ts'
import { ACCESS, textOfAccess } from './access-text.ts'
import { nameOfOperation, textOfIncident } from './incident-text.ts'
import * as store from './notifications.store.ts'
import type { RecentSettings } from './recent-settings.ts'
import { getSettings } from './settings.ts'
import { TOP_UPS, textsOfTopUps } from './top-up-text.ts'
import { toNotification } from './view.ts'

export type ReporterParts = { bus: Bus; clock: Clock; recent: RecentSettings }

type StepEvent = Parameters<Reporter['report']>[1][number]
type Incident = Parameters<IncidentReporter['report']>[1]
type AccessEvent = Parameters<AccessReporter['changed']>[1]
type TopUpEvent = Parameters<TopUpReporter['leftOut']>[1]

const publishLater =
  ({ bus }: ReporterParts, rows: (store.NotificationRow | undefined)[]) =>
  (): void => {
    for (const row of rows)
      if (row) bus.publish('notification.added', { userId: row.userId, notification: toNotification(row) })
  }

/** The events that settings asked for a moment ago. */
export async function selectWanted({ recent }: ReporterParts, events: StepEvent[]): Promise<StepEvent[]> {
  const all = await recent.read(events.map((one) => one.userId))
  return events.filter(({ userId, kind }) => {
    const ways = (all.get(userId) ?? NOTIFICATION_DEFAULTS)[kind]
    return ways.console || ways.mail
  })
}

/** Reports the step of a strategy. */
export async function reportStep(parts: ReporterParts, tx: Db, events: StepEvent[]): Promise<() => void> {
  const all = await store.readSettings(tx, [...new Set(events.map((one) => one.userId))])
  const ways = ({ userId, kind }: StepEvent) => (all.get(userId) ?? NOTIFICATION_DEFAULTS)[kind]
  const rows = await store.insertNotifications(
    tx,
    events
      .filter((one) => ways(one).console)
      .map(({ userId, agentId, strategyId, kind, status, text }) => ({
        userId,
        agentId,
        strategyId,
        kind,
        status,
        text,
      })),
  )
  const at = new Date(parts.clock.now())
  await store.insertEntries(
    tx,
    events
      .filter((one) => ways(one).mail)
      .map(({ userId, agentId, kind, message: text }) => ({ userId, agentId, kind, text, at })),
  )
  return publishLater(parts, rows)
}

/** Reports what befell an operation beside its ordinary end. */
export async function reportIncident(parts: ReporterParts, tx: Db, event: Incident): Promise<() => void> {
  const { userId, id: operationId, at } = event
  const { error: ways } = await getSettings(tx, userId)
  const row = { userId, operationId, agentName: nameOfOperation(event), text: textOfIncident(event), at }
  if (ways.mail) await store.insertEntryOfOperation(tx, row)
  const written = ways.console ? await store.insertOfOperation(tx, row) : undefined
  return publishLater(parts, [written])
}

/** Reports that a token is shared with the user, or no longer is. */
export async function reportAccess(parts: ReporterParts, tx: Db, event: AccessEvent): Promise<() => void> {
  const { userId } = event
  // Anybody may share a token and take it back, all day long.
  if ((await store.countOfDay(tx, userId, 'access')) >= ACCESS_TOLD_A_DAY) return () => undefined
  return write(parts, tx, { userId, kind: 'access', agentName: ACCESS }, [textOfAccess(event)])
}

/** Reports wallets that automatic top-ups leave out. */
export async function reportTopUps(
  parts: ReporterParts,
  tx: Db,
  { userId, refusals }: TopUpEvent,
): Promise<() => void> {
  return write(parts, tx, { userId, kind: 'limit', agentName: TOP_UPS }, textsOfTopUps(refusals))
}

/** Writes one notification a text. */
async function write(
  parts: ReporterParts,
  tx: Db,
  about: { userId: number; kind: NotificationKind; agentName: string },
  texts: string[],
): Promise<() => void> {
  const ways = (await getSettings(tx, about.userId))[about.kind]
  const written: (store.NotificationRow | undefined)[] = []
  for (const text of texts) {
    const row = { ...about, text }
    if (ways.mail) await store.insertEntry(tx, { ...row, at: new Date(parts.clock.now()) })
    if (ways.console) written.push(await store.insertNotification(tx, row))
  }
  return publishLater(parts, written)
}
