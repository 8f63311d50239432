/** The events of a step that its user is notified of. */
import type { NotificationKind } from '@purser/contract/notifications.ts'
import type { Db } from '../../../db/client.ts'
import type { Save } from '../rows.ts'
import type { Line } from '../lines/line-types.ts'
import { line, unheadedWords } from '../lines/lines.ts'

export type NotificationEvent = {
  userId: number
  agentId: number
  strategyId: string
  kind: NotificationKind
  /** How it ended, for 'ended'. */
  status: 'completed' | 'stopped' | 'failed' | null
  /** The rest of the message after the heading of its kind and status: 'The order is filled'. */
  text: string
  /** The line of the terminal, which needs no heading: 'Completed successfully: the order is filled'. */
  message: string
}

export type Reporter = {
  /** The events that their user's settings allow, as read a moment ago. */
  wanted(events: NotificationEvent[]): Promise<NotificationEvent[]>
  /** Writes in the transaction that saves the step. Call the returned function once that is committed. */
  report(tx: Db, events: NotificationEvent[]): Promise<() => void>
}

const TEXT_MAX = 500

const sentenceCase = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

type Step = Pick<Save, 'row' | 'state' | 'lines'>

/**
 * Each fill and correction, and at most one of each other kind. A failure that is retried, or an order that limits of
 * real money hold back, is reported the first time only.
 */
export function notificationEvents({ row, state, lines }: Step): NotificationEvent[] {
  const event = (
    kind: NotificationKind,
    of: Line,
    status: NotificationEvent['status'] = null,
  ): NotificationEvent => ({
    userId: row.userId,
    agentId: row.agentId,
    strategyId: row.id,
    kind,
    status,
    text: sentenceCase(unheadedWords(of)).slice(0, TEXT_MAX),
    message: of.message.slice(0, TEXT_MAX),
  })
  // A correction after the end does not end it again.
  const ends = row.state.done ? null : state.done
  const exit = state.exit !== null && !row.state.exit && state.exit.name !== 'stop' ? state.exit : null
  const limit =
    lines.find(({ kind }) => kind === 'limit-hit') ??
    (exit && line('limit-hit', { limit: exit.name, reason: exit.reason }))
  const heldBack = state.limited && !row.state.limited
  const skipped = heldBack ? lines.find((one) => one.kind === 'skipped') : undefined
  const error = ends || state.retries > 1 ? undefined : lines.find(({ kind }) => kind === 'error')
  return [
    ...lines
      .filter(({ kind }) => kind === 'bought' || kind === 'sold')
      .map((filled) => event('filled', filled)),
    ...lines.filter(({ kind }) => kind === 'held-back').map((held) => event('error', held)),
    ...lines.filter(({ kind }) => kind === 'corrected').map((corrected) => event('error', corrected)),
    ...(limit ? [event('limit', limit)] : skipped ? [event('limit', skipped)] : []),
    ...(error ? [event('error', error)] : []),
    ...(ends ? [event('ended', lines.at(-1) ?? line(ends.status, ends), ends.status)] : []),
  ]
}
