/** The kind of a message on the chat channel: the text rules of specification 1, section 4, all of them here. */
import type { AgentChatMessage } from '@purser/contract/live.ts'

export type LiveKind = 'plan' | 'status' | 'answer' | 'drop'

const STATUS = /\b(?:searching|analyzing|fetching|validating|processing|checking|loading)\b/i
const PREMATURE = /\bFailed to parse\b|\b(?:is|not|in)\s*feasible\b/i
const FINAL_LENGTH = 200

/** A final answer is long and has market words. */
export const isFinalAnswer = (text: string) =>
  text.length > FINAL_LENGTH && /Price:|Summary|24h|liquidity/.test(text)

/** While the chat waits for a plan, only status lines and the plan are shown. */
export function liveKind(message: AgentChatMessage, waitingForPlan: boolean): LiveKind {
  if (message.data) return 'plan'
  const text = message.update ?? message.content ?? ''
  if (text.trim() === '' || PREMATURE.test(text)) return 'drop'
  if (isFinalAnswer(text)) return 'answer'
  if (message.update !== undefined || STATUS.test(text)) return STATUS.test(text) ? 'status' : 'drop'
  return waitingForPlan ? 'drop' : 'answer'
}
