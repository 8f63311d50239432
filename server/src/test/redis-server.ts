/** The part of Redis that the desk uses, over real connections: publish and subscribe, and the counting of requests. */
import { createServer, type Socket } from 'node:net'
import { after } from 'node:test'

const bulk = (text: string) => `$${Buffer.byteLength(text)}\r\n${text}\r\n`
const list = (...parts: string[]) => `*${parts.length}\r\n${parts.join('')}`

const CHANNEL = 'purser:bus'

export type RedisServer = {
  /** The value for REDIS_URL. */
  url: string
  /** The number of commands received. */
  commands(): number
  /** Publishes like a stranger who reaches it. */
  publish(message: string): void
  /** The message that was published last. */
  last(): string
  /** Behaves like a stopped process: it accepts connections and commands, and answers once it continues. */
  pause(isPaused: boolean): void
}

/** For a whole test file: closed after its last test. */
export async function startRedisServer(): Promise<RedisServer> {
  const heard = new Map<string, Set<Socket>>()
  const open = new Set<Socket>()
  const counts = new Map<string, number>()
  let commands = 0
  let isPaused = false
  let late: (() => void)[] = []
  let last = ''

  function publish(channel: string, message: string): number {
    const listeners = heard.get(channel) ?? new Set()
    for (const listener of listeners) listener.write(list(bulk('message'), bulk(channel), bulk(message)))
    return listeners.size
  }

  function answer(socket: Socket, [command = '', ...args]: string[]): string {
    const [first = '', second = ''] = args
    switch (command.toLowerCase()) {
      case 'info':
        return bulk('redis_version:7.0.0\r\nloading:0\r\n')
      case 'subscribe':
        heard.set(first, (heard.get(first) ?? new Set()).add(socket))
        return list(bulk('subscribe'), bulk(first), ':1\r\n')
      case 'publish':
        last = second
        return `:${publish(first, second)}\r\n`
      case 'ping':
        return '+PONG\r\n'
      // The only known script: it counts under the third word, in a window of the fourth.
      case 'eval':
      case 'evalsha': {
        const [, , key = '', windowMs = ''] = args
        counts.set(key, (counts.get(key) ?? 0) + 1)
        return list(`:${counts.get(key)}\r\n`, `:${windowMs}\r\n`)
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
        commands++
        const answered = answer(socket, request.words)
        if (isPaused) late.push(() => socket.write(answered))
        else socket.write(answered)
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
  return {
    url: `redis://127.0.0.1:${bound.port}`,
    commands: () => commands,
    publish: (message) => void publish(CHANNEL, message),
    last: () => last,
    pause(paused) {
      isPaused = paused
      if (paused) return
      for (const write of late) write()
      late = []
    },
  }
}

/** The first whole request of the input, and the rest. */
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
