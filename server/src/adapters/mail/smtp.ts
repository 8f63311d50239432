/**
 * A mail server. Mails hold sign-in codes, so they are never written down here: a mail that cannot be delivered within
 * a minute is given up and logged (without its text), and the user asks for another code.
 */
import { createTransport } from 'nodemailer'
import { pause } from '../../kernel/clock.ts'
import { describe, type Log } from '../../kernel/log.ts'
import type { Mailer } from '../../ports/mail.ts'

const WAITS_MS = [0, 1_000, 5_000, 15_000, 30_000]

export function createSmtp(options: {
  url: string
  from: string
  log: Log
}): Mailer & { close(): Promise<void> } {
  const transport = createTransport(options.url, {
    from: options.from,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  } as never)
  const ending = new AbortController()
  const underWay = new Set<Promise<void>>()

  async function deliver(mail: { to: string; subject: string; text: string }): Promise<void> {
    for (const wait of WAITS_MS) {
      await pause(wait, ending.signal)
      try {
        await transport.sendMail({ from: options.from, ...mail })
        return
      } catch (error) {
        options.log.warn({ ...describe(error), stack: undefined }, 'a mail could not be delivered yet')
      }
    }
    options.log.error({}, 'a mail was given up')
  }

  return {
    // Not waited for: how long delivery takes must not tell whether an address has an account.
    async send({ to, subject, text }) {
      const delivery = deliver({ to, subject, text }).finally(() => underWay.delete(delivery))
      underWay.add(delivery)
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
      await Promise.race([Promise.allSettled(underWay), pause(3_000)])
      ending.abort()
      transport.close()
    },
  }
}
