import { createOutbox } from '../adapters/mail/outbox.store.ts'
import { createSmtp } from '../adapters/mail/smtp.ts'
import { systemClock } from '../kernel/clock.ts'
import type { Mailer, Outbox } from '../ports/mail.ts'
import type { AppParts } from './parts.ts'

/** A mail server, or without one the outbox. */
export function openMail(
  { config, database, clock = systemClock, log }: AppParts,
  opened: AsyncDisposableStack,
): { mailer: Mailer; outbox: Outbox | null } {
  if (config.smtpUrl === null) {
    const outbox = createOutbox(database.db, (text) => process.stdout.write(text))
    return { mailer: outbox, outbox }
  }
  const smtp = createSmtp({ url: config.smtpUrl, from: config.mailFrom, log, clock })
  opened.defer(smtp.close)
  return { mailer: smtp, outbox: null }
}
