import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { MAX_BODY } from '../constants.ts'
import { parse, stringify } from './json.ts'
import type { Context } from './context.ts'
import { answer, readCall, type Answer, type Call } from './methods.ts'
import type { FaultKind } from './faults.ts'
import { createCorsHeaders, findRefusal } from './origins.ts'

function send(res: ServerResponse, status: number, type: string, body: string): void {
  if (res.destroyed) return
  res.writeHead(status, {
    ...createCorsHeaders(res.req.headers),
    'content-type': type,
    'content-length': Buffer.byteLength(body),
  })
  res.end(body)
}

/** The body, or undefined if it is too large. It uses events: an async iterator costs more than the whole request. */
function readBody(req: IncomingMessage): Promise<string | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<string | undefined>()
  const chunks: Buffer[] = []
  let size = 0
  req.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > MAX_BODY) {
      req.pause()
      resolve(undefined)
    } else chunks.push(chunk)
  })
  req.on('end', () => resolve((chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)).toString('utf8')))
  req.on('error', reject)
  return promise
}

const isCall = (c: Call | Answer): c is Call => 'method' in c

async function run(context: Context, calls: (Call | Answer)[], twice: boolean): Promise<Answer[]> {
  const answers: Answer[] = []
  for (const call of calls) {
    const first = isCall(call) ? await answer(context, call) : call
    if (twice && isCall(call)) await answer(context, call)
    if (!isCall(call) || call.id !== undefined) answers.push(first)
  }
  return answers
}

async function handle(context: Context, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const refusal = findRefusal(req.headers)
  if (refusal !== null) return send(res, 403, 'text/plain', refusal)
  if (req.method === 'OPTIONS') return send(res, 200, 'text/plain', '')
  if (req.method === 'GET' && req.url === '/health') return send(res, 200, 'text/plain', 'ok')
  if (req.method !== 'POST')
    return send(res, 405, 'text/plain', 'Used HTTP Method is not allowed. POST or OPTIONS is required')
  const body = await readBody(req)
  if (body === undefined) {
    res.once('finish', () => req.destroy())
    return send(res, 413, 'text/plain', 'Payload Too Large')
  }
  let parsed: unknown
  try {
    parsed = parse(body)
  } catch {
    return send(
      res,
      200,
      'application/json',
      stringify({ jsonrpc: '2.0', error: { code: -32700, message: 'Parse error' }, id: null }),
    )
  }
  const batch = Array.isArray(parsed) && parsed.length > 0
  const calls = (batch ? (parsed as unknown[]) : [parsed]).map(readCall)
  const fault = await strikeFault(context, calls)
  if (fault === 'drop') return void req.socket.destroy()
  if (fault === 'fail429') {
    res.setHeader('retry-after', '1')
    return send(
      res,
      429,
      'application/json',
      '{"jsonrpc":"2.0","error":{"code":429,"message":"Too Many Requests"},"id":null}',
    )
  }
  if (fault === 'fail500') return send(res, 500, 'text/plain', 'Internal Server Error')
  const answers = await run(context, calls, fault === 'duplicate')
  if (fault === 'loseAnswer') return void req.socket.destroy()
  if (fault === 'garbage') return send(res, 200, 'application/json', '<html>{"jsonrpc":')
  send(res, 200, 'application/json', batch ? stringify(answers) : answers[0] ? stringify(answers[0]) : '')
}

/** The fault injected into one of the calls; a delay is awaited here. */
async function strikeFault(context: Context, calls: (Call | Answer)[]): Promise<FaultKind | undefined> {
  if (!context.faults) return undefined
  for (const call of calls) {
    const rule = isCall(call) ? context.faults.strike(call.method, call.params) : undefined
    if (rule?.kind === 'delay') await sleep(rule.delayMs)
    else if (rule) return rule.kind
  }
  return undefined
}

/** The JSON-RPC server, not yet listening. */
export function rpcServer(context: Context): Server {
  const server = createServer((req, res) => {
    handle(context, req, res).catch((error: unknown) => {
      // The client disconnected or the handler failed: only this request is affected.
      if (!req.destroyed) context.log(`request failed: ${String(error)}`)
      res.destroy()
    })
  })
  server.keepAliveTimeout = 65_000
  return server
}
