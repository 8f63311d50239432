/**
 * The id of an operation, derived from its request: the same request has the same id in every database, and the memo on
 * the chain names it.
 */
import { createHash } from 'node:crypto'

/** The origin of an operation, unique to the request. */
export type Origin = { userId: number; type: string; originKey: string }

const NAMESPACE = Buffer.from('6f1d9c1e0b7a4e3f8a52c47d90e3b1a6', 'hex')

/**
 * An origin key that holds in every database: without the user's id in front, which another database may give to
 * somebody else.
 */
export const portableOrigin = (userId: number, originKey: string): string =>
  originKey.startsWith(`${userId}:`) ? originKey.slice(`${userId}`.length) : originKey

/** Returns the same key in the form of this database. */
export const localOrigin = (userId: number, portable: string): string =>
  portable.startsWith(':') ? `${userId}${portable}` : portable

/** Returns a UUID in the format of version 5, from SHA-256. */
export function toOperationId({ userId, email, type, originKey }: Origin & { email: string }): string {
  const name = JSON.stringify([email, type, portableOrigin(userId, originKey)])
  const hash = createHash('sha256').update(NAMESPACE).update(name).digest()
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80
  const hex = hash.toString('hex', 0, 16)
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
