/** For an owner whose e-mail does not come: a code given out on the server itself. */
import type { Db } from '../../db/client.ts'
import { writeAudit } from '../../kernel/audit.store.ts'
import type { Clock } from '../../kernel/clock.ts'
import { findUser } from './accounts.store.ts'
import { insertOperatorCode } from './codes.store.ts'
import { hashLoginCode, newLongCode } from './secrets.ts'

/** A code that signs in once within 10 minutes, from any browser; null when the address has no account. */
export function issueLoginCode(db: Db, clock: Clock, email: string): Promise<string | null> {
  return db.transaction(async (tx) => {
    const user = await findUser(tx, email)
    if (!user) return null
    const code = newLongCode()
    await insertOperatorCode(tx, { email, codeHash: hashLoginCode(email, code), now: new Date(clock.now()) })
    await writeAudit(tx, { userId: user.id, type: 'login-code', detail: {}, address: 'server' })
    return code
  })
}
