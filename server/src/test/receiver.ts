/** A server that webhooks are posted to. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { after } from 'node:test'
import { TEST_CERTIFICATE, TEST_CERTIFICATE_KEY } from './certificate.ts'
import { until } from './until.ts'

export type Posted = { path: string; headers: IncomingHttpHeaders; body: string }
export type Receiver = {
  port: number
  /** Everything that was posted, oldest first. */
  posted: Posted[]
  /** The n-th post (from 0) to a path with this prefix, once it has arrived. */
  nth(path: string, n: number): Promise<Posted>
  /** Connections that were opened, whatever their outcome. */
  connections(): number
  /** The answer to requests for paths with this prefix; 200 by default. */
  answer(path: string, how: Answering): void
}
/** A number is the status. A function answers itself, or never. */
type Answering = number | ((response: ServerResponse, request: IncomingMessage) => void)

/** For a whole test file: closed after its last test. */
export async function startReceiver({ secure = false, host = '127.0.0.1' } = {}): Promise<Receiver> {
  const posted: Posted[] = []
  const answers = new Map<string, Answering>()
  let connections = 0
  const receive = (request: IncomingMessage, response: ServerResponse) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (text: string) => void (body += text))
    request.on('end', () => {
      const { url: path = '', headers } = request
      posted.push({ path, headers, body })
      const how = [...answers].findLast(([begin]) => path.startsWith(begin))?.[1] ?? 200
      if (typeof how === 'number') response.writeHead(how).end('{"received":true}')
      else how(response, request)
    })
  }
  const server = secure
    ? createSecureServer({ cert: TEST_CERTIFICATE, key: TEST_CERTIFICATE_KEY }, receive)
    : createServer(receive)
  server.on('connection', () => connections++)
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  after(() => {
    server.closeAllConnections()
    return new Promise<void>((resolve) => void server.close(() => resolve()))
  })
  const bound = server.address()
  if (bound === null || typeof bound === 'string') throw new Error('the receiver has no port')
  return {
    port: bound.port,
    posted,
    nth: (path, n) =>
      until(`post ${n + 1} to ${path}`, () => posted.filter((one) => one.path.startsWith(path))[n]),
    connections: () => connections,
    answer: (path, how) => {
      answers.delete(path)
      answers.set(path, how)
    },
  }
}
