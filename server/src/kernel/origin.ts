/** What makes two requests the same one. */
import { randomUUID } from 'node:crypto'
import { type Endpoint, pathOf } from '@purser/contract/endpoint.ts'

/**
 * How a route is called by keys: its template with its parameters, however the URL was written. Channel messages that do
 * what a route does name it by the same, so that they share its keys.
 */
export const routeOf = ({ method, path }: Endpoint, params: Record<string, string> = {}): string =>
  `${method} /api${pathOf(path, params)}`

/** What an attempt moves funds under: the same on each of its retries. Without a key every attempt is another. */
export const originKeyOf = (userId: number, route: string, key: string | null | undefined): string =>
  `${userId}:${route}:${key ?? randomUUID()}`
