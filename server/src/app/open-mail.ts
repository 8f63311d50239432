import { createOutbox } from '../adapters/mail/outbox.store.ts'
import { systemClock } from '../kernel/clock.ts'
import type { Mailer, Outbox } from '../ports/mail.ts'
import type { AppParts } from './parts.ts'

/** A mail server, or without one the outbox. */
export async function openMail(
  { config, database, clock = systemClock, log }: AppParts,
  opened: AsyncDisposableStack,
): Promise<{ mailer: Mailer; outbox: Outbox | null }> {
  if (config.smtpUrl === null) {
    const outbox = createOutbox(database.db, (text) => process.stdout.write(text))
    return { mailer: outbox, outbox }
  }
  // Loads its client here, since a desk without a mail server does not need it.
  const { createSmtp } = await import('../adapters/mail/smtp.ts')
  const smtp = createSmtp({ url: config.smtpUrl, from: config.mailFrom, log, clock })
  opened.defer(smtp.close)
  return { mailer: smtp, outbox: null }
}
