/** The outbox, used without a mail server: mails are stored in the database and printed to the console. */
import { desc, eq, lt, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import type { Mail, Outbox } from '../../ports/mail.ts'
import { outboxMails } from './outbox.tables.ts'

const BLANK = '••••••'
const MAX_MAILS = 200
/** Escape sequences would move the terminal's cursor or colour it. */
const CONTROLS = /(?!\n)\p{Cc}/gu

export function createOutbox(db: Db, print: (text: string) => void): Outbox {
  async function send({ to, subject, text, secret }: Mail): Promise<void> {
    const [row] = await db
      .insert(outboxMails)
      .values({ to, subject, text, secret: secret?.value ?? null, ref: secret?.ref ?? null })
      .returning({ id: outboxMails.id })
    if (row) await db.delete(outboxMails).where(lt(outboxMails.id, row.id - MAX_MAILS))
    print(`\n── mail to ${to} ──\n${subject}\n\n${text}──\n`.replaceAll(CONTROLS, ''))
  }

  return {
    send,
    deliver: send,
    async forget(ref) {
      await db
        .update(outboxMails)
        .set({
          subject: sql`replace(${outboxMails.subject}, ${outboxMails.secret}, ${BLANK})`,
          text: sql`replace(${outboxMails.text}, ${outboxMails.secret}, ${BLANK})`,
          secret: null,
          ref: null,
        })
        .where(eq(outboxMails.ref, ref))
    },
    healthy: async () => true,
    async read(to) {
      const rows = await db
        .select()
        .from(outboxMails)
        .where(to === undefined ? undefined : eq(outboxMails.to, to.trim().toLowerCase()))
        .orderBy(desc(outboxMails.id))
        .limit(MAX_MAILS)
      return rows.map((m) => ({
        to: m.to,
        subject: m.subject,
        text: m.text,
        created_at: m.createdAt.toISOString(),
      }))
    },
  }
}
