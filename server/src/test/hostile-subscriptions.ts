/** The subscriptions of a hostile chain: forwarded, except for what a script loses or delays. */
import type { AddressInfo } from 'node:net'
import { type WebSocket as Socket, WebSocketServer } from 'ws'
import { pause } from '../kernel/clock.ts'
import type { Effect } from './hostile-script.ts'

/** Every socket has its own to the network; the script may lose and delay the network's notifications. */
export async function passSubscriptions(
  wsUrl: string,
  strike: (method: string, text: string) => Promise<Effect[]>,
) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  await new Promise<void>((resolve) => server.once('listening', resolve))
  server.on('connection', (socket: Socket) => {
    const behind = new WebSocket(wsUrl)
    const waiting: string[] = []
    socket.on('message', (data: Buffer) => {
      const text = data.toString('utf8')
      if (behind.readyState === WebSocket.OPEN) behind.send(text)
      else waiting.push(text)
    })
    behind.addEventListener('open', () => {
      for (const text of waiting.splice(0)) behind.send(text)
    })
    behind.addEventListener('message', (event) => {
      const text = String(event.data)
      const { method } = JSON.parse(text) as { method?: string }
      if (method === undefined) return socket.send(text)
      void strike(method, text).then(async (effects) => {
        for (const effect of effects) {
          if (effect.kind === 'delay') await pause(effect.ms)
          if (effect.kind === 'lose') return effect.how === 'hang' ? undefined : socket.terminate()
        }
        socket.send(text)
      })
    })
    behind.addEventListener('close', () => socket.terminate())
    behind.addEventListener('error', () => socket.terminate())
    socket.on('close', () => behind.close())
    socket.on('error', () => socket.terminate())
  })
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        for (const socket of server.clients) socket.terminate()
        server.close(() => resolve())
      }),
  }
}
