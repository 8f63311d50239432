/** The live channels of a page share one socket: a test watches one of them, speaks on it, or breaks it alone. */
import type { Page } from '@playwright/test'
import { type DeskMessage, type DeskRequest } from '../contract/src/live.ts'

export type ChannelLine = {
  send(message: object): void
  close(code: number): void
  /** Closes the socket, and with it all channels. */
  closeSocket(code: number): Promise<void>
}
type Watch = {
  /** The code with which the channel is closed as soon as it is asked for; undefined: it opens. */
  refuse?: () => number | undefined
  /** True: nothing of the server reaches the page. */
  isSilent?: () => boolean
  /** Everything that the page sends, the pings included. */
  onRequest?: (text: string) => void
  onMessage?: (message: unknown) => void
}

/** Each opening of a channel whose path begins so, the newest last; what is not refused reaches the server. */
export async function watchChannel(
  page: Page,
  path: string,
  { refuse, isSilent, onRequest, onMessage }: Watch = {},
): Promise<ChannelLine[]> {
  const lines: ChannelLine[] = []
  await page.routeWebSocket(/\/ws\/desk/, (socket) => {
    const server = socket.connectToServer()
    const tell = (message: DeskMessage) => socket.send(JSON.stringify(message))
    socket.onMessage((data) => {
      const text = String(data)
      onRequest?.(text)
      const request = JSON.parse(text) as DeskRequest | { type: 'ping' }
      if (request.type !== 'subscribe' || !request.channel.startsWith(path)) return server.send(text)
      const { channel } = request
      lines.push({
        send: (message) => tell({ channel, message }),
        close(code) {
          server.send(JSON.stringify({ type: 'unsubscribe', channel } satisfies DeskRequest))
          tell({ channel, type: 'closed', code })
        },
        closeSocket: (code) => socket.close({ code }),
      })
      const code = refuse?.()
      if (code === undefined) server.send(text)
      else tell({ channel, type: 'closed', code })
    })
    server.onMessage((data) => {
      if (isSilent?.()) return
      const body = JSON.parse(String(data)) as Partial<{ channel: string; message: unknown }>
      if (body.channel?.startsWith(path) && body.message !== undefined) onMessage?.(body.message)
      socket.send(data)
    })
  })
  return lines
}
