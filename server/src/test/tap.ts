/** A wire to the chain on which the calls can be counted. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export async function tapLine(rpcUrl: string, overhear: (method: string) => void) {
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts)
      overhear((JSON.parse(body.toString()) as { method: string }).method)
      fetch(rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body }).then(
        async (answer) => {
          response.writeHead(answer.status, { 'content-type': 'application/json' })
          response.end(Buffer.from(await answer.arrayBuffer()))
        },
        () => response.destroy(),
      )
    })
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
