/** As much of a Redis as the bus speaks with: publish and subscribe between real connections. */
import { createServer, type Socket } from 'node:net'
import { after } from 'node:test'

const bulk = (text: string) => `$${Buffer.byteLength(text)}\r\n${text}\r\n`
const list = (...parts: string[]) => `*${parts.length}\r\n${parts.join('')}`

/** For a whole test file: closed after its last test. Answers what REDIS_URL takes. */
export async function startRedisServer(): Promise<string> {
  const heard = new Map<string, Set<Socket>>()
  const open = new Set<Socket>()

  function answer(socket: Socket, [command = '', ...args]: string[]): string {
    const [first = '', second = ''] = args
    switch (command.toLowerCase()) {
      case 'info':
        return bulk('redis_version:7.0.0\r\nloading:0\r\n')
      case 'subscribe':
        heard.set(first, (heard.get(first) ?? new Set()).add(socket))
        return list(bulk('subscribe'), bulk(first), ':1\r\n')
      case 'publish': {
        const listeners = heard.get(first) ?? new Set()
        for (const listener of listeners) listener.write(list(bulk('message'), bulk(first), bulk(second)))
        return `:${listeners.size}\r\n`
      }
      case 'client':
      case 'select':
        return '+OK\r\n'
      default:
        return `-ERR unknown command '${command}'\r\n`
    }
  }

  const server = createServer((socket) => {
    open.add(socket)
    let rest = ''
    socket.on('error', () => undefined)
    socket.on('close', () => {
      open.delete(socket)
      for (const listeners of heard.values()) listeners.delete(socket)
    })
    socket.on('data', (data) => {
      rest += data.toString('latin1')
      for (;;) {
        const request = take(rest)
        if (!request) return
        rest = request.rest
        socket.write(answer(socket, request.words))
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  const bound = server.address()
  if (bound === null || typeof bound === 'string') throw new Error('the server has no port')
  return `redis://127.0.0.1:${bound.port}`
}

/** The first whole request of what came, and what comes after it. */
function take(text: string): { words: string[]; rest: string } | null {
  const head = /^\*(\d+)\r\n/.exec(text)
  if (!head) return null
  let at = head[0].length
  const words: string[] = []
  for (let n = 0; n < Number(head[1]); n++) {
    const length = /^\$(\d+)\r\n/.exec(text.slice(at))
    if (!length) return null
    const begin = at + length[0].length
    const end = begin + Number(length[1])
    if (text.length < end + 2) return null
    words.push(Buffer.from(text.slice(begin, end), 'latin1').toString('utf8'))
    at = end + 2
  }
  return { words, rest: text.slice(at) }
}
