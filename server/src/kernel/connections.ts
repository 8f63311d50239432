/** How long a sender may take, and how many connections one may hold: whoever is slow on purpose holds nothing up. */
import type { Server } from 'node:http'
import { clientOf } from './client-address.ts'

const HEADERS_WITHIN_MS = 10_000
/** The whole request, body and all. */
const REQUEST_WITHIN_MS = 30_000
const LOOK_EVERY_MS = 2_000
const CONNECTIONS = 20_000
/** Of one client, where nobody stands between; behind a proxy it is the proxy's to share out. */
const CONNECTIONS_OF_A_CLIENT = 2_000

/** For the server's options. */
export const PATIENCE = {
  requestTimeout: REQUEST_WITHIN_MS,
  http: { headersTimeout: HEADERS_WITHIN_MS, connectionsCheckingInterval: LOOK_EVERY_MS },
}

/** `direct`: clients connect here themselves, so that an address is a client's. */
export function boundConnections(
  server: Server,
  { direct, most = CONNECTIONS_OF_A_CLIENT }: { direct: boolean; most?: number },
): void {
  server.maxConnections = CONNECTIONS
  if (!direct) return
  const open = new Map<string, number>()
  server.on('connection', (socket) => {
    const client = clientOf(socket.remoteAddress ?? '')
    const count = (open.get(client) ?? 0) + 1
    if (count > most) return void socket.destroy()
    open.set(client, count)
    socket.once('close', () => {
      const left = (open.get(client) ?? 1) - 1
      if (left > 0) open.set(client, left)
      else open.delete(client)
    })
  })
}
