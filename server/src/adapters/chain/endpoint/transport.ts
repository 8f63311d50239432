/**
 * JSON-RPC over HTTP, through undici itself: the client library's transport uses fetch, which takes three times the
 * processor time per call.
 */
import { type RpcTransport, SOLANA_ERROR__RPC__TRANSPORT_HTTP_ERROR, SolanaError } from '@solana/kit'
import { stringifyJsonWithBigInts } from '@solana/rpc-spec-types'
import { type Dispatcher, Pool } from 'undici'
import { parseJson } from './parse-json.ts'

/**
 * Further calls wait. Not HTTP/2: there an aborted call ends its stream alone, and a silently dead connection would
 * stay in use for minutes.
 */
const CONNECTIONS = 64
const HEADERS = { 'content-type': 'application/json; charset=utf-8', accept: 'application/json' }

/** Far more than any call needs: an endless answer must not fill the memory. */
const MAX_BYTES = 128 << 20

/** Rejects if it is cut off, aborted, or too long. */
function readText(body: Dispatcher.ResponseData['body']): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  return new Promise((resolve, reject) => {
    body
      .on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > MAX_BYTES) body.destroy(new Error('the answer is too long'))
        else chunks.push(chunk)
      })
      .once('end', () => resolve(Buffer.concat(chunks).toString()))
      .once('error', reject)
      .once('close', () => reject(new Error('the answer was cut off')))
  })
}

/** Error statuses reject; redirects are not followed. */
export function createTransport(url: string): RpcTransport {
  const { origin, pathname, search, username, password } = new URL(url)
  const pool = new Pool(origin, { connections: CONNECTIONS, allowH2: false })
  const authorization = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`)
  const headers = username
    ? { ...HEADERS, authorization: `Basic ${authorization.toString('base64')}` }
    : HEADERS
  return async <T>({ payload, signal }: Parameters<RpcTransport>[0]): Promise<T> => {
    const answer = await pool.request({
      path: `${pathname}${search}`,
      method: 'POST',
      headers,
      body: stringifyJsonWithBigInts(payload),
      ...(signal ? { signal } : {}),
    })
    if (answer.statusCode < 200 || answer.statusCode > 299) {
      // The connection can be used again only once the answer has been read.
      await answer.body.dump()
      const retryAfter = answer.headers['retry-after']
      throw new SolanaError(SOLANA_ERROR__RPC__TRANSPORT_HTTP_ERROR, {
        // The only header that is passed on: it says when the endpoint may be called again.
        headers:
          retryAfter === undefined ? new Headers() : new Headers({ 'retry-after': String(retryAfter) }),
        message: answer.statusText,
        statusCode: answer.statusCode,
      })
    }
    return parseJson(await readText(answer.body)) as T
  }
}
