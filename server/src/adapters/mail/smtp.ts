/**
 * Sends mail by SMTP. Mails hold sign-in codes, so none is stored: one that cannot be delivered within a minute is
 * dropped and logged without its text, and the user requests another code.
 */
import { createTransport } from 'nodemailer'
import { type Clock, systemClock } from '../../kernel/clock.ts'
import { describe, type Log } from '../../kernel/log.ts'
import { settledWithin } from '../../kernel/concurrency/with-timeout.ts'
import type { Mailer } from '../../ports/mail.ts'

/** Waits before each attempt. */
const WAITS_MS = [0, 1_000, 5_000, 15_000, 30_000]
/** The time that running deliveries get at the end. */
const CLOSE_TIMEOUT_MS = 3_000

export function createSmtp(options: {
  url: string
  from: string
  log: Log
  clock?: Clock
}): Mailer & { close(): Promise<void> } {
  const transport = createTransport(options.url, {
    from: options.from,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  } as never)
  const { clock = systemClock } = options
  const closing = new AbortController()
  const deliveries = new Set<Promise<void>>()

  async function deliver(mail: { to: string; subject: string; text: string }): Promise<void> {
    for (const wait of WAITS_MS) {
      await clock.sleep(wait, closing.signal)
      try {
        await transport.sendMail({ from: options.from, ...mail })
        return
      } catch (error) {
        options.log.warn({ ...describe(error), stack: undefined }, 'an email could not be delivered yet')
      }
    }
    options.log.error({}, 'an email was dropped')
  }

  return {
    // Not awaited: the duration of a delivery must not tell whether an address has an account.
    async send({ to, subject, text }) {
      const delivery = deliver({ to, subject, text }).finally(() => deliveries.delete(delivery))
      deliveries.add(delivery)
    },
    async deliver({ to, subject, text }, id) {
      const host = /@([\w.-]+)/.exec(options.from)?.[1] ?? 'purser'
      await transport.sendMail({ from: options.from, to, subject, text, messageId: `<${id}@${host}>` })
    },
    forget: async () => undefined,
    async healthy() {
      try {
        return await transport.verify()
      } catch {
        return false
      }
    },
    async close() {
      await settledWithin(clock, CLOSE_TIMEOUT_MS, Promise.allSettled(deliveries))
      closing.abort()
      transport.close()
    },
  }
}
