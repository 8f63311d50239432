import { parseInstruction, type ParsedInstruction } from '@purser/contract/agents/agents.ts'
import { PARSE_ATTEMPTS, PARSE_WAITS_MS } from '@purser/contract/limits.ts'
import type { PlanEdit } from '@purser/contract/agents/reading.ts'
import { Address } from '@purser/contract/values.ts'
import { call } from '#wire/api.ts'
import { newKey } from '#wire/idempotency.ts'
import { never, pause } from '#wire/retry.ts'
import { failureIn, mayParseAgain } from '../messages/parse-failure.ts'

export type Instruction = {
  agentId: number
  /** The message, or the changes to the plan shown last: none if it is to be checked again. */
  asked: { text: string } | { changes: PlanEdit[]; hash: string | undefined }
  token: string
  wallets: string[]
  groupId: number | null
}

/** Requests the server's reading of an instruction, up to three times; throws the error of the last attempt. */
export async function requestParse({
  agentId,
  asked,
  token,
  wallets,
  groupId,
}: Instruction): Promise<ParsedInstruction> {
  const request = {
    params: { id: agentId },
    body: {
      ...('text' in asked ? { instruction: asked.text } : { changes: asked.changes, plan_hash: asked.hash }),
      // Any text but an address would be refused; the server reads the text itself.
      token_address: Address.safeParse(token).success ? token : null,
      wallet_addresses: wallets,
      group_id: groupId,
    },
    key: newKey(),
    retry: never,
  }
  for (let attempt = 1; ; attempt++) {
    try {
      const answer = await call(parseInstruction, request)
      const failure = failureIn(answer, 'text' in asked ? asked.text : '')
      if (failure) throw failure
      return answer
    } catch (error) {
      if (attempt >= PARSE_ATTEMPTS || !mayParseAgain(error)) throw error
      await pause(PARSE_WAITS_MS[attempt - 1] ?? 0)
    }
  }
}

/** Comma-separated addresses, trimmed, without empty entries. */
export const splitAddresses = (text: string) =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
