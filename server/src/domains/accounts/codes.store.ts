/** Requests for codes. Every change is one statement, so that parallel calls cannot share a try or an e-mail. */
import { DAY_MS } from '@purser/contract/time.ts'
import {
  CODE_MAILS_PER_ADDRESS,
  CODE_TRIES,
  CODE_TTL_SECONDS,
  WRONG_CODES_PER_ADDRESS_A_DAY,
} from '@purser/contract/limits.ts'
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { startRound } from '../../db/portions.ts'
import { codeMailings, codes } from './accounts.tables.ts'

export type CodeRow = typeof codes.$inferSelect
export type Purpose = CodeRow['purpose']
/** The purposes of codes that sign in. A session requests the codes for all others. */
export const SIGN_IN: Purpose[] = ['login', 'register']

const before = (now: Date, ms: number) => new Date(now.getTime() - ms)
const waits = and(isNull(codes.mailedAt), isNull(codes.expiresAt))

export async function insertRequest(
  db: Db,
  row: { id: string; email: string; purpose: Purpose; asker: string; askedAt: Date },
): Promise<void> {
  await db.insert(codes).values({ ...row, triesLeft: CODE_TRIES })
}

/** Finds the request of this id for this address, or without an id the requester's newest, for one of these purposes. */
export async function findRequest(
  db: Db,
  wanted: { email: string; purposes: Purpose[] } & ({ id: string } | { asker: string }),
): Promise<string | undefined> {
  const [row] = await db
    .select({ id: codes.id })
    .from(codes)
    .where(
      and(
        eq(codes.email, wanted.email),
        inArray(codes.purpose, wanted.purposes),
        'id' in wanted ? eq(codes.id, wanted.id) : eq(codes.asker, wanted.asker),
        isNotNull(codes.mailedAt),
      ),
    )
    .orderBy(desc(codes.askedAt))
    .limit(1)
  return row?.id
}

/** Spends one try. undefined when there is no code to try. */
export async function spendTry(db: Db, id: string, now: Date): Promise<CodeRow | undefined> {
  const [row] = await db
    .update(codes)
    .set({ triesLeft: sql`${codes.triesLeft} - 1`, triedAt: now })
    .where(and(eq(codes.id, id), gt(codes.triesLeft, 0), gt(codes.expiresAt, now), isNotNull(codes.codeHash)))
    .returning()
  return row
}

/** Uses the code up. False when another call was first. */
export async function consumeCode(db: Db, id: string, codeHash: string, now: Date): Promise<boolean> {
  const gone = await db
    .update(codes)
    .set({ codeHash: null, usedAt: now })
    .where(and(eq(codes.id, id), eq(codes.codeHash, codeHash)))
    .returning({ id: codes.id })
  return gone.length > 0
}

/** A code given out on the server: sent to nobody, bound to no request. */
export async function insertOperatorCode(
  db: Db,
  { email, codeHash, now }: { email: string; codeHash: string; now: Date },
): Promise<void> {
  await db.insert(codes).values({
    email,
    codeHash,
    purpose: 'login',
    asker: 'operator',
    long: true,
    triesLeft: CODE_TRIES,
    askedAt: now,
    mailedAt: now,
    expiresAt: before(now, -CODE_TTL_SECONDS * 1000),
  })
}

/** Finds such a code if it is valid. A wrong one costs it no try, since strangers guess too. */
export async function findOperatorCode(
  db: Db,
  { email, codeHash, now }: { email: string; codeHash: string; now: Date },
): Promise<CodeRow | undefined> {
  const [row] = await db
    .select()
    .from(codes)
    .where(
      and(
        eq(codes.email, email),
        eq(codes.asker, 'operator'),
        eq(codes.codeHash, codeHash),
        gt(codes.expiresAt, now),
      ),
    )
  return row
}

/** Ends the former codes of this requester; returns their ids, so that their e-mails can be blanked. */
export async function replaceCodes(db: Db, asker: string, by: string): Promise<string[]> {
  const gone = await db
    .update(codes)
    .set({ codeHash: null })
    .where(and(eq(codes.asker, asker), isNotNull(codes.codeHash), sql`${codes.id} <> ${by}`))
    .returning({ id: codes.id })
  return gone.map((row) => row.id)
}

/** Lists addresses that may be sent a waiting request, longest waiting first. `since` in ms. */
export async function waitingAddresses(db: Db, since: number, limit: number): Promise<string[]> {
  const recent = sql`(select count(*) from ${codeMailings} m, jsonb_array_elements(m.times) t where m.email = ${codes.email} and t::numeric > ${since})`
  const rows = await db
    .select({ email: codes.email })
    .from(codes)
    .where(and(waits, sql`${recent} < ${CODE_MAILS_PER_ADDRESS}`))
    .groupBy(codes.email)
    .orderBy(sql`min(${codes.askedAt})`)
    .limit(limit)
  return rows.map((row) => row.email)
}

/** Finds the next request of this address: clients take turns, each client's own come in order. */
export async function nextWaiting(db: Db, email: string): Promise<CodeRow | undefined> {
  const served = sql`(select max(s.mailed_at) from ${codes} s where s.email = ${codes.email} and s.asker = ${codes.asker})`
  const [row] = await db
    .select()
    .from(codes)
    .where(and(eq(codes.email, email), waits))
    .orderBy(sql`${served} nulls first`, codes.askedAt, codes.id)
    .limit(1)
  return row
}

/** Reads when this address was sent codes; `version` guards writes that depend on it. */
export async function readMailing(db: Db, email: string): Promise<{ version: number; times: number[] }> {
  const [row] = await db.select().from(codeMailings).where(eq(codeMailings.email, email))
  return row ?? { version: 0, times: [] }
}

/**
 * Whether one more code of six digits may go to a browser that has not signed in before: the wrong tries of a day and
 * the tries that pending codes still have stay within the limit.
 */
export async function mayBeShort(db: Db, email: string, now: Date): Promise<boolean> {
  const live = sql`${codes.codeHash} is not null and ${codes.expiresAt} > ${now.toISOString()} and ${codes.triesLeft} > 0`
  const recent = sql`${codes.triedAt} > ${before(now, DAY_MS).toISOString()}`
  const wrong = sql`${CODE_TRIES}::int - ${codes.triesLeft} - (${codes.usedAt} is not null)::int`
  const [row] = await db
    .select({
      count: sql<number>`coalesce(sum(case when ${live} then ${CODE_TRIES}::int when ${recent} then ${wrong} else 0 end), 0)::int`,
    })
    .from(codes)
    .where(
      and(
        eq(codes.email, email),
        inArray(codes.purpose, SIGN_IN),
        eq(codes.long, false),
        sql`${codes.asker} like 'client:%'`,
      ),
    )
  return (row?.count ?? 0) + CODE_TRIES <= WRONG_CODES_PER_ADDRESS_A_DAY
}

export type Mailed = {
  id: string
  purpose: Purpose
  codeHash: string | null
  long: boolean
  now: Date
}
const written = ({ purpose, codeHash, long, now }: Mailed) => ({
  purpose,
  codeHash,
  long,
  mailedAt: now,
  expiresAt: before(now, -CODE_TTL_SECONDS * 1000),
})

/** Marks the request as sent. False when another sender was first. */
export async function claimMail(db: Db, mailed: Mailed): Promise<boolean> {
  const rows = await db
    .update(codes)
    .set(written(mailed))
    .where(and(eq(codes.id, mailed.id), waits))
    .returning({ id: codes.id })
  return rows.length > 0
}

/** Does the same, if nothing was sent to the address since `version` was read. */
export async function claimTurn(
  db: Db,
  mailed: Mailed,
  turn: { email: string; version: number; times: number[] },
): Promise<boolean> {
  const gate = db.$with('gate').as(
    db
      .insert(codeMailings)
      .values({ email: turn.email, version: turn.version + 1, times: turn.times, lastAt: mailed.now })
      .onConflictDoUpdate({
        target: codeMailings.email,
        set: { version: turn.version + 1, times: turn.times, lastAt: mailed.now },
        setWhere: eq(codeMailings.version, turn.version),
      })
      .returning({ email: codeMailings.email }),
  )
  const rows = await db
    .with(gate)
    .update(codes)
    .set(written(mailed))
    .where(and(eq(codes.id, mailed.id), waits, sql`exists (select 1 from ${gate})`))
    .returning({ id: codes.id })
  return rows.length > 0
}

/** Removes expired rows; returns the ids of codes that expired. */
export async function sweepCodes(db: Db, now: Date): Promise<string[]> {
  const round = startRound(db)
  const blanked: string[] = []
  await round.portions(async (limit) => {
    const ended = and(lt(codes.expiresAt, now), isNotNull(codes.codeHash))
    const some = db
      .select({ id: codes.id })
      .from(codes)
      .where(ended)
      .orderBy(asc(codes.expiresAt))
      .limit(limit)
    const gone = await db
      .update(codes)
      .set({ codeHash: null })
      .where(and(inArray(codes.id, some), ended))
      .returning({ id: codes.id })
    for (const { id } of gone) blanked.push(id)
    return gone.length
  })
  const dayAgo = before(now, DAY_MS)
  const lastAt = sql`coalesce(${codes.triedAt}, ${codes.askedAt})`
  await round.delete({
    from: codes,
    where: and(sql`${lastAt} < ${dayAgo.toISOString()}::timestamptz`, or(lt(codes.expiresAt, now), waits)),
    by: lastAt,
  })
  await round.delete({ from: codeMailings, where: lt(codeMailings.lastAt, dayAgo), by: codeMailings.lastAt })
  return blanked
}
