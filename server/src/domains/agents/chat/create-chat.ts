/** Composes the chat of agents. */
import type { addChat, ChatMessage } from '@purser/contract/agents/agents.ts'
import type { BodyIn } from '@purser/contract/endpoint.ts'
import { CHAT_KEPT, CHAT_KEPT_BYTES } from '@purser/contract/limits.ts'
import type { AskedBack } from '@purser/contract/agents/reading.ts'
import type { ShownPlan } from '@purser/contract/agents/shown-plans.ts'
import type { Db } from '../../../db/client.ts'
import { Fault } from '../../../kernel/fault.ts'
import { redactKeys } from '../../wallets/index.ts'
import type { Chat } from '../agents.ts'
import * as store from '../agents.store.ts'
import { getAgent } from '../ownership.ts'
import type { AgentsParts } from '../parts.ts'
import { findQuestion } from './asked-back.ts'
import type { DeferredParses } from './deferred-parse.ts'
import { parseInstruction } from './parse-instruction.ts'
import { shownPlans, shownStatuses } from './shown-plans.ts'
import * as shownStore from './shown-plans.store.ts'

export function createChat(parts: AgentsParts, deferred: DeferredParses): Chat {
  const { db } = parts
  return {
    list: (userId, id) => listChat(parts, userId, id),
    add: addMessage,
    parse: (caller, id, request) => parseInstruction(parts, deferred, caller, id, request),
    listPlans: async (userId, id) => shownStatuses(db, await getAgent(db, userId, id)),
  }
}

const toChat = (row: store.ChatRow, plan?: ShownPlan, question?: AskedBack): ChatMessage => ({
  id: row.id,
  agent_id: row.agentId,
  role: row.role,
  content: row.content,
  timestamp: row.createdAt.toISOString(),
  ...(plan ? { plan } : {}),
  ...(question ? { question } : {}),
})

async function listChat({ db, clock }: AgentsParts, userId: number, id: string): Promise<ChatMessage[]> {
  const row = await getAgent(db, userId, id)
  const [messages, plans] = await Promise.all([store.listChat(db, row.id, CHAT_KEPT), shownPlans(db, row)])
  const findPlan = ({ planId }: store.ChatRow) => (planId === null ? undefined : plans.get(planId))
  return messages.map((one) => toChat(one, findPlan(one), findQuestion(row, one, clock.now())))
}

async function addMessage(
  tx: Db,
  userId: number,
  id: string,
  message: BodyIn<typeof addChat>,
): Promise<ChatMessage> {
  const row = await getAgent(tx, userId, id)
  const planId = message.plan_id ?? null
  if (planId !== null && !(await shownStore.hasShown(tx, row.id, planId)))
    throw new Fault('not_found', { what: 'Plan' })
  const written = await store.insertChat(tx, {
    agentId: row.id,
    role: message.role,
    content: redactKeys(message.content),
    planId,
    questionId: message.question_id ?? null,
  })
  await store.trimChat(tx, row.id, { rows: CHAT_KEPT, bytes: CHAT_KEPT_BYTES })
  return toChat(written)
}
