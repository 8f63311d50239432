import type { CodePurpose } from '@purser/contract/fault-texts.ts'
import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { time, units } from '../../db/columns.ts'

export const users = pgTable(
  'users',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** In lower case. */
    email: text().notNull(),
    firstName: text().notNull().default(''),
    lastName: text().notNull().default(''),
    /** null: the default of the cluster. Where funds are real it is not read. */
    keysNeedCode: boolean(),
    /** 'Only send tokens to whitelisted pairs'. null: where funds are real. */
    whitelistOnly: boolean(),
    createdAt: time().notNull().defaultNow(),
  },
  (t) => [uniqueIndex('users_email').on(t.email)],
)

/** Limits of real money that a user has set, in lamports. Without a row the defaults hold. */
export const spendingLimits = pgTable('spending_limits', {
  userId: bigint({ mode: 'number' })
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  perDay: units().notNull(),
  perOrder: units().notNull(),
})

/**
 * Requests for a code. Each has a code of its own, made when its e-mail is sent; a waiting request holds no secret.
 * Rows with wrong tries stay for a day after the last one, for the count of the address.
 */
export const codes = pgTable(
  'sign_in_codes',
  {
    /** The request_id. */
    id: uuid().primaryKey().defaultRandom(),
    email: text().notNull(),
    /** The purpose that was requested; once the code is sent, the only one that it serves. */
    purpose: text().$type<'login' | 'register' | CodePurpose>().notNull(),
    /** 'client:{IPv4 or IPv6 /64}', 'device:{id}', 'session:{id}' or 'operator'. */
    asker: text().notNull().default(''),
    /** null: not sent yet, used, expired, or the e-mail held no code. */
    codeHash: text(),
    /** 12 letters and digits instead of 6 digits. */
    long: boolean().notNull().default(false),
    triesLeft: integer().notNull(),
    /** The time of the last wrong try. */
    triedAt: time(),
    askedAt: time().notNull().defaultNow(),
    mailedAt: time(),
    /** Counted from sending. */
    expiresAt: time(),
    usedAt: time(),
  },
  (t) => [
    index('sign_in_codes_email').on(t.email, t.askedAt),
    index('sign_in_codes_waiting').on(t.mailedAt).where(sql`mailed_at is null`),
    index('sign_in_codes_live').on(t.asker).where(sql`code_hash is not null`),
    index('sign_in_codes_expires').on(t.expiresAt).where(sql`code_hash is not null`),
    index('sign_in_codes_old').on(sql`coalesce(tried_at, asked_at)`),
  ],
)

/** When an address was sent codes lately; the version lets one of several concurrent senders go on. */
export const codeMailings = pgTable(
  'code_mailings',
  {
    email: text().primaryKey(),
    version: integer().notNull(),
    /** Milliseconds since 1970. */
    times: jsonb().$type<number[]>().notNull(),
    lastAt: time().notNull(),
  },
  (t) => [index('code_mailings_last').on(t.lastAt)],
)

/** Browsers that have signed in before. */
export const devices = pgTable(
  'devices',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: bigint({ mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    tokenHash: text().notNull(),
    usedAt: time().notNull(),
  },
  (t) => [
    uniqueIndex('devices_token_hash').on(t.tokenHash),
    index('devices_user').on(t.userId),
    index('devices_used').on(t.usedAt),
  ],
)

export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: bigint({ mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    tokenHash: text().notNull(),
    /** A readable name of the browser, and the address of the last use. */
    device: text().notNull().default(''),
    address: text().notNull().default(''),
    createdAt: time().notNull().defaultNow(),
    usedAt: time().notNull().defaultNow(),
    expiresAt: time().notNull(),
  },
  (t) => [
    uniqueIndex('sessions_token_hash').on(t.tokenHash),
    index('sessions_user').on(t.userId),
    index('sessions_expires').on(t.expiresAt),
  ],
)

export const tickets = pgTable(
  'channel_tickets',
  {
    ticketHash: text().primaryKey(),
    sessionId: uuid()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    expiresAt: time().notNull(),
  },
  (t) => [index('channel_tickets_expires').on(t.expiresAt), index('channel_tickets_session').on(t.sessionId)],
)
