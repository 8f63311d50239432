/**
 * A proxy to the chain on which calls can be counted, held and cut: a call goes on when the result of `overhear`
 * resolves, and is not answered when it rejects.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export async function tapLine(rpcUrl: string, overhear: (method: string) => unknown) {
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    const pass = async () => {
      const body = Buffer.concat(parts)
      await overhear((JSON.parse(body.toString()) as { method: string }).method)
      const answer = await fetch(rpcUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
      response.writeHead(answer.status, { 'content-type': 'application/json' })
      response.end(Buffer.from(await answer.arrayBuffer()))
    }
    request.on('end', () => void pass().catch(() => response.destroy()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
