/** Keys by which two requests are the same one. */
import { randomUUID } from 'node:crypto'
import { type Endpoint, buildPath } from '@purser/contract/endpoint.ts'

/**
 * The route in idempotency keys: its template filled in, however the URL was written. Channel messages that do what a
 * route does use the same, so that they share its keys.
 */
export const toRoute = ({ method, path }: Endpoint, params: Record<string, string> = {}): string =>
  `${method} /api${buildPath(path, params)}`

/** Funds move under it: the same for all retries with one key; unique for each request without a key. */
export const toOriginKey = (userId: number, route: string, key: string | null | undefined): string =>
  `${userId}:${route}:${key ?? randomUUID()}`
