/** The text of a notification e-mail. It holds lines of the user's own strategies and operations and nothing else. */
import { NOTIFICATION_MAIL_LINES } from '@purser/contract/limits.ts'
import type { NotificationKind } from '@purser/contract/notifications.ts'

type Notified = {
  kind: NotificationKind
  agentName: string
  operationId: string | null
  text: string
  at: Date
}

const SUBJECT: Record<NotificationKind, string> = {
  ended: 'A strategy has ended',
  limit: 'A limit was reached',
  error: 'A strategy reported an error',
  filled: 'An order was filled',
  access: 'Token access changed',
}

const REOPENED = 'An operation was reopened'

const formatTime = (at: Date) => `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`

/** `profileUrl`: where e-mails are switched off. */
export function emailText(
  all: Notified[],
  { consoleUrl, profileUrl }: { consoleUrl: string; profileUrl: string },
) {
  const shown = all.slice(0, NOTIFICATION_MAIL_LINES)
  const [only] = all
  const subject = only && (only.operationId === null ? SUBJECT[only.kind] : REOPENED)
  const many = all.some((one) => one.operationId !== null || one.kind === 'access')
    ? `${all.length} notifications from your desk`
    : `${all.length} notifications from your agents`
  return {
    subject: all.length === 1 && subject ? subject : many,
    text: [
      ...shown.flatMap(({ agentName, text, at }) => [`${agentName}, ${formatTime(at)}`, text, '']),
      ...(all.length > shown.length ? [`And ${all.length - shown.length} more.`, ''] : []),
      `Open your desk: ${consoleUrl}`,
      `You turned on these emails. To turn them off, go to ${profileUrl}`,
      '',
    ].join('\n'),
  }
}
