/** Log lines as the server sends them, from a source of the bench, for a console in Chromium. */
import type { AddressInfo } from 'node:net'
import type { LogMessage } from '@purser/contract/live.ts'
import type { Browser, Page } from '@playwright/test'
import { WebSocketServer, type WebSocket as Peer } from 'ws'

const STEP_MS = 10
const KINDS = [
  'Placed order 7 for 0.02 SOL at 0.0000231 USD',
  'Bought 129,304.51 BONK for 0.02 SOL at 0.00002312 USD, fee 0.000005 SOL, signature 5UfDuX94A1QfqkQvg5WBvM7V3ZnCTRDxwRmXfYGmsXWJfuZkTzJ8',
  'Sold 129,304.51 BONK for 0.021 SOL. Profit: 0.001 SOL',
  'Price 0.00002311 USD, waiting for the next step',
  'Error: the market quotes no route just now, trying again',
]

export type LogSource = {
  /** A page whose log channels lead here: a route of the driver's would cost the page more than the lines. */
  page(browser: Browser, baseURL: string): Promise<Page>
  /** The newest log channel that the page has opened. */
  channel(): Peer
  /** Each line its own message, at an even pace over the given seconds, or until `signal` ends it. */
  feed(to: Peer, options: { linesASecond: number; seconds?: number; signal?: AbortSignal }): Promise<void>
  /** The id of the next line. */
  nextId(): number
  close(): void
}

export function openLogSource(): LogSource {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  const peers: Peer[] = []
  server.on('connection', (socket) => peers.push(socket))
  let nextId = 1_000_000_000
  return {
    async page(browser, baseURL) {
      const viewport = { width: 1360, height: 900 }
      const page = await (await browser.newContext({ baseURL, viewport, bypassCSP: true })).newPage()
      await page.addInitScript(
        (address) => {
          window.WebSocket = class extends WebSocket {
            constructor(url: string | URL) {
              super(String(url).includes('/ws/logs/') ? address : url)
            }
          }
        },
        `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
      )
      return page
    },
    channel() {
      const peer = peers.at(-1)
      if (!peer) throw new Error('no log channel was opened')
      return peer
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
          to.send(JSON.stringify({ type: 'log', log } satisfies LogMessage))
        }
        await new Promise((resolve) => setTimeout(resolve, STEP_MS))
      }
    },
    nextId: () => nextId,
    close: () => server.close(),
  }
}
