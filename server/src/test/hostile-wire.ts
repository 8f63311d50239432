/** The JSON-RPC of a hostile chain: u64 values stay exact. */
import { parse, rawInteger } from '@purser/localnet/rpc/exact-json.ts'

export type Call = { method: string; params: unknown[]; id: unknown }
export type Answer = {
  jsonrpc: '2.0'
  id: unknown
  result?: unknown
  error?: { code: number; message: string }
}
/** Calls the chain behind, past every lie. Throws if it answers an error. */
export type Ask = <T = unknown>(method: string, ...params: unknown[]) => Promise<T>

export const writeJson = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? rawInteger(part) : part))

export function readCalls(body: string): { calls: Call[]; batch: boolean } {
  const parsed = parse(body)
  const list = (Array.isArray(parsed) ? parsed : [parsed]) as {
    method?: string
    params?: unknown
    id?: unknown
  }[]
  const calls = list.map(({ method = '', params, id }) => ({
    method,
    params: Array.isArray(params) ? (params as unknown[]) : [],
    id,
  }))
  return { calls, batch: Array.isArray(parsed) }
}

export async function post(url: string, body: string): Promise<string> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  return answer.text()
}

export function createAsk(url: string): Ask {
  return async <T>(method: string, ...params: unknown[]) => {
    const text = await post(url, writeJson({ jsonrpc: '2.0', id: 1, method, params }))
    const { result, error } = parse(text) as { result: T; error?: { message: string } }
    if (error) throw new Error(`${method}: ${error.message}`)
    return result
  }
}

/** The configuration object of a call, which stands last. */
export function getConfig({ params }: Call): Record<string, unknown> {
  const last = params.at(-1)
  return typeof last === 'object' && last !== null && !Array.isArray(last)
    ? (last as Record<string, unknown>)
    : {}
}

/** The same call with other settings. */
export function withConfig(call: Call, changes: Record<string, unknown>): Call {
  const config = getConfig(call)
  const rest = call.params.at(-1) === config ? call.params.slice(0, -1) : call.params
  return { ...call, params: [...rest, { ...config, ...changes }] }
}
