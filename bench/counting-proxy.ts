import { connect, createServer } from 'node:net'

const METHOD = /"method":"(\w+)"/g
/** A name may come in two pieces: this many characters of one are searched again with the next. */
const TAIL = 60

/**
 * Counts the calls of the chain on their way. It passes bytes on and opens no more connections than its clients do: its
 * own cost is subtracted from the measured one.
 */
export async function countingProxy(to: string) {
  const counts = new Map<string, number>()
  const { port } = new URL(to)
  const server = createServer((client) => {
    const network = connect(Number(port), '127.0.0.1')
    let tail = ''
    client.on('data', (chunk) => {
      const text = tail + chunk.toString('latin1')
      let end = 0
      for (const { 0: whole, 1: method = '', index } of text.matchAll(METHOD)) {
        counts.set(method, (counts.get(method) ?? 0) + 1)
        end = index + whole.length
      }
      tail = text.slice(Math.max(end, text.length - TAIL))
    })
    client.setNoDelay(true)
    network.setNoDelay(true)
    client.pipe(network).pipe(client)
    client.on('error', () => network.destroy())
    network.on('error', () => client.destroy())
    client.on('close', () => network.destroy())
    network.on('close', () => client.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { url: `http://127.0.0.1:${address.port}`, counts, close: () => server.close() }
}
