import { createServer, request } from 'node:http'

/** Counts the calls of the chain on their way. */
export async function countingProxy(to: string) {
  const counts = new Map<string, number>()
  const { port } = new URL(to)
  const server = createServer((asked, answer) => {
    const chunks: Buffer[] = []
    asked.on('data', (chunk: Buffer) => void chunks.push(chunk))
    asked.on('end', () => {
      const body = Buffer.concat(chunks)
      const method = /"method":"(\w+)"/.exec(body.toString('utf8'))?.[1] ?? '?'
      counts.set(method, (counts.get(method) ?? 0) + 1)
      const { method: verb, headers } = asked
      const passed = request({ port, host: '127.0.0.1', method: verb, headers, agent: false }, (got) => {
        answer.writeHead(got.statusCode ?? 500, got.headers)
        got.pipe(answer)
      })
      passed.on('error', () => answer.destroy())
      passed.end(body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { url: `http://127.0.0.1:${address.port}`, counts, close: () => server.close() }
}
