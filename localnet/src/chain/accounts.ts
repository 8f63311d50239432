import type { Key } from '../base58.ts'
import { isTokenProgram } from '../programs.ts'

/** An account as it stood at some moment. Never changed in place: a new state is a new object. */
export interface Account {
  readonly lamports: bigint
  readonly owner: Key
  readonly executable: boolean
  readonly data: Uint8Array
}

export const NO_DATA = new Uint8Array(0)

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
    if (before?.owner !== account?.owner) {
      if (before) drop(this.byProgram, before.owner, key)
      if (account) add(this.byProgram, account.owner, key)
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

  /** Keys that a slot changed, with the values they have at the end of that slot. */
  changedIn(slot: number): [Key, Account | undefined][] {
    const u = this.undo.find((x) => x.slot === slot)
    return u ? [...u.before.keys()].map((key) => [key, this.at(key, slot)]) : []
  }

  /** Forgets what lies behind the finalized slot. */
  root(slot: number): void {
    let n = 0
    while (n < this.undo.length && this.undo[n]!.slot <= slot) n++
    if (n > 0) this.undo.splice(0, n)
  }

  /** Accounts of a program at a slot, found by the narrowest index that the caller can name. */
  ofProgram(
    program: Key,
    slot: number,
    hint?: { tokenOwner?: Key | undefined; mint?: Key | undefined },
  ): [Key, Account][] {
    const index =
      hint?.tokenOwner !== undefined
        ? this.byTokenOwner.get(hint.tokenOwner)
        : hint?.mint !== undefined
          ? this.byMint.get(hint.mint)
          : this.byProgram.get(program)
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

  /** All accounts as they stood at a slot. */
  *allAt(slot: number): Generator<[Key, Account]> {
    const overlay: Before = new Map()
    for (const u of this.undo.toReversed())
      if (u.slot > slot) for (const [key, before] of u.before) overlay.set(key, before)
    for (const [key, account] of this.now) if (!overlay.has(key)) yield [key, account]
    for (const [key, account] of overlay) if (account) yield [key, account]
  }
}
