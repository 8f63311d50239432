import { accountMethods } from './accounts.ts'
import { airdropMethods } from './airdrop.ts'
import { blockMethods } from './blocks.ts'
import { clusterMethods } from './cluster.ts'
import type { Context } from './context.ts'
import { RpcError } from './errors.ts'
import { sendMethods } from './send.ts'
import { steerMethods } from './steer.ts'
import { tokenMethods } from './tokens.ts'
import { transactionMethods } from './transactions.ts'

const METHODS = new Map(
  Object.entries({
    ...accountMethods,
    ...tokenMethods,
    ...sendMethods,
    ...transactionMethods,
    ...blockMethods,
    ...clusterMethods,
    ...airdropMethods,
    ...steerMethods,
  }),
)

export interface Answer {
  jsonrpc: '2.0'
  result?: unknown
  error?: unknown
  id: unknown
}

export interface Call {
  method: string
  params: readonly unknown[]
  /** Absent in notifications, which are not answered. */
  id: unknown
}

/** The call in a parsed body, or an invalid request error. */
export function readCall(value: unknown): Call | Answer {
  const call = value as { jsonrpc?: unknown; method?: unknown; params?: unknown; id?: unknown } | null
  if (
    typeof call !== 'object' ||
    call === null ||
    Array.isArray(call) ||
    call.jsonrpc !== '2.0' ||
    typeof call.method !== 'string'
  )
    return {
      jsonrpc: '2.0',
      error: { code: -32600, message: 'Invalid request' },
      id: call?.id ?? null,
    }
  if (call.params !== undefined && call.params !== null && !Array.isArray(call.params))
    return {
      jsonrpc: '2.0',
      error: { code: -32602, message: 'Invalid params: expected an array' },
      id: call.id ?? null,
    }
  return { method: call.method, params: (call.params as unknown[] | null | undefined) ?? [], id: call.id }
}

/** The error response; internal errors are logged and answered without detail. */
export function errorAnswer(
  error: unknown,
  id: unknown,
  method: string,
  log: (line: string) => void,
): Answer {
  if (error instanceof RpcError) return { jsonrpc: '2.0', error: error.toJson(), id }
  log(`${method} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  return { jsonrpc: '2.0', error: { code: -32603, message: 'Internal error' }, id }
}

/** Executes one call. */
export async function answer(context: Context, call: Call): Promise<Answer> {
  try {
    const method = METHODS.get(call.method)
    if (!method) throw new RpcError(-32601, 'Method not found')
    return { jsonrpc: '2.0', result: await method(context, call.params), id: call.id }
  } catch (error) {
    return errorAnswer(error, call.id, call.method, context.log)
  }
}
