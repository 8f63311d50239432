/**
 * A double of an outside service: a real HTTP server that answers by its protocol, and misbehaves if a test says so.
 */
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** 'silent' never answers, 'cut' breaks off in the middle of the body. */
export type DoubleAnswer =
  | { status: number; headers?: Record<string, string>; body: string }
  | { cut: string }
  | 'silent'
/** undefined: not a path of this part. */
export type DoublePart = (
  url: URL,
  headers: IncomingHttpHeaders,
) => Promise<DoubleAnswer | undefined> | DoubleAnswer | undefined

export type Double = AsyncDisposable & {
  /** Without a slash at its end. */
  url: string
  /** Path and query of each call, oldest first. */
  asked: string[]
}

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}): DoubleAnswer => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

export async function openDouble(...parts: DoublePart[]): Promise<Double> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://double')
    asked.push(url.pathname + url.search)
    void (async () => {
      let answer: DoubleAnswer | undefined
      for (const part of parts) answer ??= await part(url, request.headers)
      if (answer === 'silent') return
      if (answer === undefined) return void response.writeHead(404).end('Not Found')
      if ('cut' in answer) {
        const length = String(Buffer.byteLength(answer.cut) + 1)
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': length })
        return void response.write(answer.cut, () => response.destroy())
      }
      response.writeHead(answer.status, answer.headers).end(answer.body)
    })().catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
