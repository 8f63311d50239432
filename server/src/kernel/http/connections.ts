/** Timeouts and connection limits against slow and greedy clients. */
import type { Server } from 'node:http'
import { clientKey } from './client-address.ts'

const HEADERS_TIMEOUT_MS = 10_000
/** The timeout of the whole request with its body. */
const REQUEST_TIMEOUT_MS = 30_000
const CHECK_INTERVAL_MS = 2_000
const MAX_CONNECTIONS = 20_000
/** Connections of one client without a proxy; behind one this is left to the proxy. */
const MAX_CONNECTIONS_PER_CLIENT = 2_000

/** Timeouts for the server's options. */
export const TIMEOUTS = {
  requestTimeout: REQUEST_TIMEOUT_MS,
  http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: CHECK_INTERVAL_MS },
}

/** `direct`: clients connect without a proxy, so that each address is a client's. */
export function limitConnections(
  server: Server,
  { direct, max = MAX_CONNECTIONS_PER_CLIENT }: { direct: boolean; max?: number },
): void {
  server.maxConnections = MAX_CONNECTIONS
  if (!direct) return
  const open = new Map<string, number>()
  server.on('connection', (socket) => {
    const client = clientKey(socket.remoteAddress ?? '')
    const count = (open.get(client) ?? 0) + 1
    if (count > max) return void socket.destroy()
    open.set(client, count)
    socket.once('close', () => {
      const left = (open.get(client) ?? 1) - 1
      if (left > 0) open.set(client, left)
      else open.delete(client)
    })
  })
}
