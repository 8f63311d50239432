/** Speaks HTTP byte by byte, as no client would: whole requests as text, and raw answers. */
import { connect } from 'node:net'

export type RawAnswer = { status: number; head: string; text: string }

/** Sends the text and reads until the server closes or the answer is whole; status 0 when it closes without one. */
export function speak(url: string, text: string): Promise<RawAnswer> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    let said = ''
    const socket = connect(Number(port), hostname, () => socket.write(text))
    const end = () => {
      const [head = '', ...rest] = said.split('\r\n\r\n')
      socket.destroy()
      resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1] ?? 0), head, text: rest.join('\r\n\r\n') })
    }
    socket.on('data', (data) => {
      said += data.toString('latin1')
      const length = /\r\ncontent-length: (\d+)\r\n/i.exec(said)?.[1]
      const body = said.indexOf('\r\n\r\n') + 4
      const isUpgrade = said.startsWith('HTTP/1.1 101')
      if (body >= 4 && (isUpgrade || (length !== undefined && said.length - body >= Number(length)))) end()
    })
    socket.on('close', end)
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' ? end() : reject(error),
    )
  })
}

/** A request by its lines; `Connection: close` so that the answer ends. */
export const lines = (...head: string[]) => `${head.join('\r\n')}\r\nConnection: close\r\n\r\n`
