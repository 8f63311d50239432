import type { Plan } from '@purser/contract/strategies/plan.ts'
import type { Preview } from '@purser/contract/strategies/preview.ts'
import type { Choice, PlanChange, QuestionCode, ReadingPart } from '@purser/contract/agents/reading.ts'
import type { PlanFigures } from '@purser/contract/agents/shown-plans.ts'
import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { Pending } from '../../ports/interpreter.ts'
import { time } from '../../db/columns.ts'
import { users } from '../accounts/accounts.tables.ts'

/** `at`: when it was asked, in milliseconds. */
export type PendingQuestion = Pending & { at: number }

/**
 * The question that an instruction was answered with, and its likely answers. `parse`: the number of that instruction.
 */
export type OpenQuestion = { parse: number; code: QuestionCode; choices: Choice[]; at: number }

export const agents = pgTable(
  'agents',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: bigint({ mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** Fixed at creation; names the log and chat channels. */
    externalId: uuid().notNull().defaultRandom(),
    /** The hash of the last feasible plan that was shown and not started yet: the only one that may be started. */
    shownPlanHash: text(),
    /** The last plan that was shown, feasible or not: a follow-up changes this one. */
    shownPlan: jsonb().$type<Plan>(),
    /** Its fields with default values: a later instruction may change what was not said. */
    unsaid: jsonb().$type<string[]>(),
    /** Its hash, as it was shown: changes of its fields are for this plan alone. */
    lastPlanHash: text(),
    /** The last instruction that ended in a question, with the answers since: the next instruction may answer it. */
    pending: jsonb().$type<PendingQuestion>(),
    /** Sent to a console that did not see the question asked. */
    asked: jsonb().$type<OpenQuestion>(),
    /** Counts instructions: only the newest one's plan is shown and stored, whichever process parses it. */
    parses: integer().notNull().default(0),
    createdAt: time().notNull().defaultNow(),
    /** A deleted agent is gone for its user at once; the row stays until an order in flight is known. */
    deletedAt: time(),
  },
  (t) => [
    index('agents_user').on(t.userId, t.id),
    uniqueIndex('agents_external').on(t.externalId),
    index('agents_deleted').on(t.deletedAt).where(sql`deleted_at is not null`),
  ],
)

/** The newest plans that an agent showed, each as it was shown, with its outcome. */
export const shownPlans = pgTable(
  'shown_plans',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    agentId: bigint({ mode: 'number' })
      .notNull()
      .references(() => agents.id, { onDelete: 'cascade' }),
    plan: jsonb().$type<Plan>().notNull(),
    hash: text(),
    feasible: boolean().notNull(),
    /** Without the one of its wallets. */
    assumptions: jsonb().$type<string[]>().notNull(),
    /** Present where the user chose no wallets. */
    walletAssumption: text(),
    reading: jsonb().$type<ReadingPart[]>().notNull(),
    changes: jsonb().$type<PlanChange[]>(),
    figures: jsonb().$type<PlanFigures>(),
    preview: jsonb().$type<Preview>(),
    walletAddresses: jsonb().$type<string[]>().notNull(),
    groupId: bigint({ mode: 'number' }),
    createdAt: time().notNull().defaultNow(),
    /** Written by the transaction that starts it: the strategy exists, or neither of the two is there. */
    executedAt: time(),
    strategyId: uuid(),
  },
  (t) => [index('shown_plans_agent').on(t.agentId, t.id)],
)

export const chatMessages = pgTable(
  'chat_messages',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    agentId: bigint({ mode: 'number' })
      .notNull()
      .references(() => agents.id, { onDelete: 'cascade' }),
    role: text({ enum: ['user', 'system'] }).notNull(),
    content: text().notNull(),
    /** The plan that it shows. */
    planId: bigint({ mode: 'number' }).references(() => shownPlans.id, { onDelete: 'set null' }),
    /** The instruction of its agent whose question it asks. */
    questionId: bigint({ mode: 'number' }),
    createdAt: time().notNull().defaultNow(),
  },
  (t) => [
    index('chat_messages_agent').on(t.agentId, t.id),
    index('chat_messages_plan').on(t.planId).where(sql`plan_id is not null`),
  ],
)
