/** The open question of an agent. The message that asks it carries it with its likely answers. */
import type { AskedBack } from '@purser/contract/agents/reading.ts'
import { HOUR_MS } from '@purser/contract/time.ts'
import type { Db } from '../../../db/client.ts'
import { type AgentRow, rememberQuestion } from '../agents.store.ts'
import type { PendingQuestion } from '../agents.tables.ts'
import type { Interpreted } from '../interpretation/instruction.ts'

type Agent = Pick<AgentRow, 'pending' | 'asked'>
const isOpen = (one: { at: number } | null, now: number) => one !== null && now - one.at <= HOUR_MS

export const findPending = ({ pending }: Agent, now: number): PendingQuestion | null =>
  isOpen(pending, now) ? pending : null

/** The question that this message asks; none once it is answered, dropped, or an hour old. */
export function findQuestion(
  { asked }: Agent,
  message: { questionId: number | null },
  now: number,
): AskedBack | undefined {
  if (asked === null || asked.parse !== message.questionId || !isOpen(asked, now)) return undefined
  return { code: asked.code, choices: asked.choices, id: asked.parse }
}

/** Saves the question of an answer without a plan, and returns it with the number by which a message refers to it. */
export async function rememberAsked(
  db: Db,
  row: AgentRow,
  { parsed, pending }: Interpreted,
  at: number,
): Promise<AskedBack | null> {
  const { question } = parsed
  // A digression leaves the question open, and the message that asks it as it is.
  const closed = pending === null ? null : undefined
  await rememberQuestion(db, row, {
    pending: pending && { ...pending, at },
    asked: question ? { parse: row.parses, code: question.code, choices: question.choices, at } : closed,
  })
  return question && { ...question, id: row.parses }
}
