import type { Key } from '../base58.ts'
import { isTokenProgram, SYSTEM } from '../programs.ts'

/** An account as it stood at some moment. Never changed in place: a new state is a new object. */
export interface Account {
  readonly lamports: bigint
  readonly owner: Key
  readonly executable: boolean
  readonly data: Uint8Array
}

export const NO_DATA = new Uint8Array(0)

/** What is known of the token accounts that a caller looks for. */
export interface TokenHint {
  tokenOwner?: Key | undefined
  mint?: Key | undefined
}

/** Values that accounts had before a slot touched them; undefined is 'did not exist'. */
type Before = Map<Key, Account | undefined>

/** The token account's owner and mint, when the account is a token account. */
export function tokenAccountOf(account: Account | undefined): { mint: Key; owner: Key } | undefined {
  if (!account || !isTokenProgram(account.owner) || account.data.length < 165) return undefined
  // Token-2022 pads mints with extensions beyond 165 bytes and tells them apart by the byte behind.
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
 * Every account at the present, and what each slot since the last finalized one replaced,
 * so that a read answers the state at any commitment.
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

  /** The state at the end of a slot, which must not lie before the finalized one. */
  at(key: Key, slot: number): Account | undefined {
    for (const u of this.undo) if (u.slot > slot && u.before.has(key)) return u.before.get(key)
    return this.now.get(key)
  }

  /** Sets (or with undefined removes) an account and remembers, for the slot, what was there. */
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
    // Plain wallets are by far the most and nobody lists them: they are found by looking through all.
    if (before?.owner !== account?.owner) {
      if (before && before.owner !== SYSTEM) drop(this.byProgram, before.owner, key)
      if (account && account.owner !== SYSTEM) add(this.byProgram, account.owner, key)
    }
    const [was, is] = [tokenAccountOf(before), tokenAccountOf(account)]
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

  /** The values that some keys have at the end of a slot. */
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

  /** Forgets what lies behind the finalized slot. */
  root(slot: number): void {
    let n = 0
    while (n < this.undo.length && this.undo[n]!.slot <= slot) n++
    if (n > 0) this.undo.splice(0, n)
  }

  /** Accounts of a program at a slot, found by the narrowest index that the caller can name. */
  ofProgram(program: Key, slot: number, hint?: TokenHint): [Key, Account][] {
    const index = this.candidates(program, hint)
    const found: [Key, Account][] = []
    const seen = new Set<Key>()
    const look = (key: Key): void => {
      if (seen.has(key)) return
      seen.add(key)
      const account = this.at(key, slot)
      if (account?.owner !== program) return
      if (hint) {
        const token = tokenAccountOf(account)
        if (hint.tokenOwner !== undefined && token?.owner !== hint.tokenOwner) return
        if (hint.mint !== undefined && token?.mint !== hint.mint) return
      }
      found.push([key, account])
    }
    for (const key of index ?? []) look(key)
    // An account may have left the index since that slot.
    for (const u of this.undo) if (u.slot > slot) for (const key of u.before.keys()) look(key)
    return found
  }

  private candidates(program: Key, hint?: TokenHint): Iterable<Key> | undefined {
    if (hint?.tokenOwner !== undefined) return this.byTokenOwner.get(hint.tokenOwner)
    if (hint?.mint !== undefined) return this.byMint.get(hint.mint)
    return program === SYSTEM ? this.now.keys() : this.byProgram.get(program)
  }

  /** All accounts as they stood at a slot. */
  *allAt(slot: number): Generator<[Key, Account]> {
    const overlay: Before = new Map()
    for (const u of this.undo.toReversed())
      if (u.slot > slot) for (const [key, before] of u.before) overlay.set(key, before)
    for (const [key, account] of this.now) if (!overlay.has(key)) yield [key, account]
    for (const [key, account] of overlay) if (account) yield [key, account]
  }
}
