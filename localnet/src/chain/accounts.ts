import type { Key } from '../base58.ts'
import { isTokenProgram, SYSTEM } from '../programs.ts'

/** An immutable account state: a change makes a new object. */
export interface Account {
  readonly lamports: bigint
  readonly owner: Key
  readonly executable: boolean
  readonly data: Uint8Array
}

export const NO_DATA = new Uint8Array(0)

/** Filters for token accounts that an index supports. */
export interface TokenHint {
  tokenOwner?: Key | undefined
  mint?: Key | undefined
}

/** Account values before a slot changed them; undefined: did not exist. */
type Before = Map<Key, Account | undefined>

/** The token account's owner and mint, when the account is a token account. */
export function parseTokenAccount(account: Account | undefined): { mint: Key; owner: Key } | undefined {
  if (!account || !isTokenProgram(account.owner) || account.data.length < 165) return undefined
  // Token-2022 pads mints with extensions beyond 165 bytes and distinguishes them by the next byte.
  if (account.data.length > 165 && (account.data.length === 355 || account.data[165] !== 2)) return undefined
  const data = Buffer.from(account.data.buffer, account.data.byteOffset, 64)
  return { mint: data.toString('latin1', 0, 32), owner: data.toString('latin1', 32, 64) }
}

const add = (index: Map<Key, Set<Key>>, at: Key, key: Key): void => {
  const set = index.get(at)
  if (set) set.add(key)
  else index.set(at, new Set([key]))
}
const drop = (index: Map<Key, Set<Key>>, at: Key, key: Key): void => {
  const set = index.get(at)
  if (set?.delete(key) && set.size === 0) index.delete(at)
}

/**
 * The current state of every account, and the values that each slot since the last finalized one
 * replaced, so that the state can be read at any commitment.
 */
export class Accounts {
  private readonly now = new Map<Key, Account>()
  private readonly byProgram = new Map<Key, Set<Key>>()
  private readonly byTokenOwner = new Map<Key, Set<Key>>()
  private readonly byMint = new Map<Key, Set<Key>>()
  /** Oldest first; only slots that changed something. */
  private undo: { slot: number; before: Before }[] = []

  get(key: Key): Account | undefined {
    return this.now.get(key)
  }

  /** The state at the end of a slot, the finalized one or later. */
  at(key: Key, slot: number): Account | undefined {
    for (const u of this.undo) if (u.slot > slot && u.before.has(key)) return u.before.get(key)
    return this.now.get(key)
  }

  /** Sets an account, or removes it with undefined, and records the former value for the slot. */
  set(key: Key, account: Account | undefined, slot: number): void {
    const before = this.now.get(key)
    let last = this.undo.at(-1)
    if (last?.slot !== slot) this.undo.push((last = { slot, before: new Map() }))
    if (!last.before.has(key)) last.before.set(key, before)
    this.setBase(key, account)
  }

  /** Sets an account for all slots: genesis and loading. */
  setBase(key: Key, account: Account | undefined): void {
    const before = this.now.get(key)
    // System accounts are by far the most and rarely listed, so they are not indexed.
    if (before?.owner !== account?.owner) {
      if (before && before.owner !== SYSTEM) drop(this.byProgram, before.owner, key)
      if (account && account.owner !== SYSTEM) add(this.byProgram, account.owner, key)
    }
    const [was, is] = [parseTokenAccount(before), parseTokenAccount(account)]
    if (was?.owner !== is?.owner) {
      if (was) drop(this.byTokenOwner, was.owner, key)
      if (is) add(this.byTokenOwner, is.owner, key)
    }
    if (was?.mint !== is?.mint) {
      if (was) drop(this.byMint, was.mint, key)
      if (is) add(this.byMint, is.mint, key)
    }
    if (account) this.now.set(key, account)
    else this.now.delete(key)
  }

  /** The values of these keys at the end of a slot. */
  changedIn(slot: number, keys: Iterable<Key>): [Key, Account | undefined][] {
    return Array.from(keys, (key) => [key, this.at(key, slot)])
  }

  /** Sets a plain wallet's or any other account's balance for the slot, as a transfer did. */
  setLamports(key: Key, lamports: bigint, slot: number): void {
    const was = this.now.get(key)
    if (lamports === 0n) this.set(key, undefined, slot)
    else
      this.set(
        key,
        was ? { ...was, lamports } : { lamports, owner: SYSTEM, executable: false, data: NO_DATA },
        slot,
      )
  }

  /** Drops the values before the finalized slot. */
  root(slot: number): void {
    let n = 0
    while (n < this.undo.length && this.undo[n]!.slot <= slot) n++
    if (n > 0) this.undo.splice(0, n)
  }

  /** Accounts of a program at a slot, by the narrowest index available. */
  ofProgram(program: Key, slot: number, hint?: TokenHint): [Key, Account][] {
    const index = this.candidates(program, hint)
    const found: [Key, Account][] = []
    const seen = new Set<Key>()
    const restore = (key: Key): void => {
      if (seen.has(key)) return
      seen.add(key)
      const account = this.at(key, slot)
      if (account?.owner !== program) return
      if (hint) {
        const token = parseTokenAccount(account)
        if (hint.tokenOwner !== undefined && token?.owner !== hint.tokenOwner) return
        if (hint.mint !== undefined && token?.mint !== hint.mint) return
      }
      found.push([key, account])
    }
    for (const key of index ?? []) restore(key)
    // An account may have left the index since that slot.
    for (const u of this.undo) if (u.slot > slot) for (const key of u.before.keys()) restore(key)
    return found
  }

  private candidates(program: Key, hint?: TokenHint): Iterable<Key> | undefined {
    if (hint?.tokenOwner !== undefined) return this.byTokenOwner.get(hint.tokenOwner)
    if (hint?.mint !== undefined) return this.byMint.get(hint.mint)
    return program === SYSTEM ? this.now.keys() : this.byProgram.get(program)
  }

  /** All accounts at a slot. */
  *allAt(slot: number): Generator<[Key, Account]> {
    const overlay: Before = new Map()
    for (const u of this.undo.toReversed())
      if (u.slot > slot) for (const [key, before] of u.before) overlay.set(key, before)
    for (const [key, account] of this.now) if (!overlay.has(key)) yield [key, account]
    for (const [key, account] of overlay) if (account) yield [key, account]
  }
}
