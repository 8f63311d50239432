/** How codes and tokens are made and stored: never in clear. */
import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { CODE_DIGITS, LONG_CODE_LENGTH } from '@purser/contract/limits.ts'

export const newCode = (): string =>
  randomInt(10 ** CODE_DIGITS)
    .toString()
    .padStart(CODE_DIGITS, '0')

/** Characters that are not mistaken for one another. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
/** 60 bits: cannot be guessed. */
export const newLongCode = (): string =>
  Array.from({ length: LONG_CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')

/** Six digits are quickly guessed from a plain hash: without the pepper a stolen database does not reveal them. */
const hashWith = (pepper: Uint8Array, id: string, code: string): string =>
  createHmac('sha256', pepper).update(`${id}:${code}`).digest('base64url')

export type CodeHashes = {
  /** `id`: of the request that the code belongs to. */
  hash(id: string, code: string): string
  /** Compares in constant time. */
  matches(hash: string, id: string, code: string): boolean
}

/** The pepper is the same for all processes of a database, whatever becomes of the master key. */
export function createCodeHashes(pepper: Uint8Array): CodeHashes {
  return {
    hash: (id, code) => hashWith(pepper, id, code),
    matches: (hash, id, code) => sameHash(hash, hashWith(pepper, id, code)),
  }
}

/** Hashes a long code, which is bound to no request. */
export const hashLoginCode = (email: string, code: string): string => hashToken(`${email}:${code}`)

/** 256 random bits. */
export const newToken = (): string => randomBytes(32).toString('base64url')
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

const sameHash = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
