/** Log lines as the server sends them, from a source of the bench, for a console in Chromium. */
import type { AddressInfo } from 'node:net'
import type { DeskMessage, DeskRequest, LogMessage } from '@purser/contract/live.ts'
import type { Browser, Page } from '@playwright/test'
import { WebSocketServer } from 'ws'

const STEP_MS = 10
const KINDS = [
  'Placed order 7 for 0.02 SOL at 0.0000231 USD',
  'Bought 129,304.51 BONK for 0.02 SOL at 0.00002312 USD, fee 0.000005 SOL, signature 5UfDuX94A1QfqkQvg5WBvM7V3ZnCTRDxwRmXfYGmsXWJfuZkTzJ8',
  'Sold 129,304.51 BONK for 0.021 SOL. Profit: 0.001 SOL',
  'Price 0.00002311 USD, waiting for the next step',
  'Error: the market quotes no route just now, trying again',
]

/** The log channel of one terminal. */
export type LogChannel = { send(message: LogMessage): void }

export type LogSource = {
  /** A page whose live channels lead here: a route of the driver's would cost the page more than the lines. */
  page(browser: Browser, baseURL: string): Promise<Page>
  /** The newest log channel that the page has opened. */
  channel(): LogChannel
  /** Each line its own message, at an even pace over the given seconds, or until `signal` ends it. */
  feed(
    to: LogChannel,
    options: { linesASecond: number; seconds?: number; signal?: AbortSignal },
  ): Promise<void>
  /** The id of the next line. */
  nextId(): number
  close(): void
}

export function openLogSource(): LogSource {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  const opened: LogChannel[] = []
  server.on('connection', (socket) =>
    socket.on('message', (data) => {
      const request = JSON.parse(String(data)) as DeskRequest | { type: 'ping' }
      if (request.type === 'ping') return socket.send('{"type":"pong"}')
      if (request.type !== 'subscribe') return
      const { channel } = request
      const tell = (message: DeskMessage) => socket.send(JSON.stringify(message))
      tell({ channel, type: 'opened' })
      if (channel.startsWith('/ws/logs/')) opened.push({ send: (message) => tell({ channel, message }) })
    }),
  )
  let nextId = 1_000_000_000
  return {
    async page(browser, baseURL) {
      const viewport = { width: 1360, height: 900 }
      const page = await (await browser.newContext({ baseURL, viewport, bypassCSP: true })).newPage()
      await page.addInitScript(
        (address) => {
          window.WebSocket = class extends WebSocket {
            constructor(url: string | URL) {
              super(String(url).includes('/ws/desk') ? address : url)
            }
          }
        },
        `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
      )
      return page
    },
    channel() {
      const channel = opened.at(-1)
      if (!channel) throw new Error('no log channel was opened')
      return channel
    },
    async feed(to, { linesASecond, seconds = Number.POSITIVE_INFINITY, signal }) {
      const began = performance.now()
      for (let sent = 0; sent < linesASecond * seconds && !signal?.aborted; ) {
        const due = Math.min(((performance.now() - began) / 1000) * linesASecond, linesASecond * seconds)
        for (; sent < due; sent++) {
          const id = nextId++
          const log: LogMessage['log'] = {
            id,
            agent_id: 1,
            strategy_id: null,
            external_id: null,
            kind: 'engine',
            message: `${KINDS[id % KINDS.length]} #${id}`,
            timestamp: new Date().toISOString(),
          }
          to.send({ type: 'log', log })
        }
        await new Promise((resolve) => setTimeout(resolve, STEP_MS))
      }
    },
    nextId: () => nextId,
    close: () => server.close(),
  }
}
