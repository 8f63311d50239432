/** The mail that tells what happened. It holds the lines of the user's own strategies and operations and nothing else. */
import { NOTIFICATION_MAIL_LINES } from '@purser/contract/limits.ts'
import type { NotificationKind } from '@purser/contract/notifications.ts'

type Told = { kind: NotificationKind; agentName: string; operationId: string | null; text: string; at: Date }

const SUBJECT: Record<NotificationKind, string> = {
  ended: 'A strategy has ended',
  limit: 'A limit of a strategy was met',
  error: 'A strategy met an error',
  filled: 'An order was filled',
}

const REOPENED = 'An operation is open again'

const timeOf = (at: Date) => `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`

/** `consoleUrl` and `profileUrl` are where to look, and where to turn it off. */
export function letterOf(
  told: Told[],
  { consoleUrl, profileUrl }: { consoleUrl: string; profileUrl: string },
) {
  const shown = told.slice(0, NOTIFICATION_MAIL_LINES)
  const [only] = told
  const subject = only && (only.operationId === null ? SUBJECT[only.kind] : REOPENED)
  const many = told.some((one) => one.operationId !== null)
    ? `${told.length} notifications of your desk`
    : `${told.length} notifications of your agents`
  return {
    subject: told.length === 1 && subject ? subject : many,
    text: [
      ...shown.flatMap(({ agentName, text, at }) => [`${agentName}, ${timeOf(at)}`, text, '']),
      ...(told.length > shown.length ? [`And ${told.length - shown.length} more.`, ''] : []),
      `Your desk: ${consoleUrl}`,
      `You switched these mails on. To turn them off, go to ${profileUrl}`,
      '',
    ].join('\n'),
  }
}
