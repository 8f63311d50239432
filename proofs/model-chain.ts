/**
 * A chain small enough for many thousand operations: accounts, fees, rent, blockhashes that expire, errors that land.
 * It executes the very bytes that the engine signs. The real runtime proves what it leaves out.
 */
import { type Address, type Blockhash, getBase58Decoder, type Signature } from '@solana/kit'
import { Fault } from '../server/src/kernel/fault.ts'
import type { ChainNode } from '../server/src/ports/chain.ts'
import type { SendResult } from '../server/src/ports/chain-data.ts'
import { createModelEvents } from './model-events.ts'
import { type Account, FEE, MODEL_RENT, MODEL_TOKEN_RENT, tryOut, unitsIn } from './model-ledger.ts'
import { MINT, MODEL_MINT } from './model-mint.ts'
import { type Parsed, parse } from './model-transaction.ts'
import { never, UNASKED } from './model-unasked.ts'

const [LIFE_BLOCKS, FINAL_BLOCKS] = [150n, 32n]
/** The share of landing transactions, at full trouble, whose source is empty at that moment. */
const LENT = 0.25

type Landed = {
  slot: bigint
  err: unknown
  fee: bigint
  addresses: string[]
  memo: string | null
  t: Parsed
  /** The content of each account before, and from then on. */
  changed: Map<string, { before: Account; after: Account }>
}

const base58 = getBase58Decoder()
const FAILURE = 'Transaction simulation failed: '
export type ModelChain = ReturnType<typeof createModelChain>

/**
 * `random` decides what goes wrong on the way: a third of what `trouble` (0 to 1) allows is dropped, held back, or
 * unanswered.
 */
export function createModelChain(random: () => number, trouble: number) {
  const accounts = new Map<string, Account>()
  const history = new Map<Signature, Landed>()
  const lives = new Map<string, bigint>()
  /** Owners of token accounts, also of closed ones. */
  const owners = new Map<string, string>()
  let held: Parsed[] = []
  let slot = 1_000n
  let burned = 0n
  let landedWithError = 0

  const at = (of: string): Account => accounts.get(of) ?? { lamports: 0n, token: null }
  const holds = (of: string) => at(of).lamports
  const events = createModelEvents({ slot: () => slot, holds })
  const put = (of: string, account: Account) =>
    account.lamports === 0n ? accounts.delete(of) : accounts.set(of, account)
  const set = (of: string, lamports: bigint) => put(of, { ...at(of), lamports })
  const fill = (of: string, units: bigint) => {
    const { token, ...account } = at(of)
    if (token) put(of, { ...account, token: { ...token, units } })
  }

  const expired = ({ blockhash }: Parsed) => (lives.get(blockhash) ?? -1n) < slot

  /**
   * A simulation's result holds only at its time. Now and then the owner's key is used elsewhere as well: the source's
   * funds, except for the fee, are away for the one block in which this lands, which fails it, and are back in the
   * next. Returns the function that brings them back.
   */
  function lend({ payer, signers, moves }: Parsed): (() => void) | null {
    const first = moves.find(({ what }) => what === 'lamports' || what === 'units')
    if (first === undefined || random() >= trouble * LENT) return null
    const { from } = first
    if (first.what === 'units') {
      const units = unitsIn(at(from))
      fill(from, 0n)
      return () => fill(from, unitsIn(at(from)) + units)
    }
    const stays = from === payer ? FEE * BigInt(signers) + MODEL_RENT : 0n
    if (holds(from) <= stays) return null
    const lamports = holds(from) - stays
    set(from, stays)
    return () => set(from, holds(from) + lamports)
  }

  function execute(t: Parsed): void {
    if (history.has(t.signature) || expired(t)) return
    const bringBack = lend(t)
    land(t)
    bringBack?.()
  }

  function land(t: Parsed): void {
    const done = tryOut(accounts, t)
    if (done === null) return
    const changed = new Map([...done.after].map(([of, after]) => [of, { before: at(of), after }]))
    for (const [of, after] of done.after) {
      put(of, after)
      if (after.token) owners.set(of, after.token.owner)
    }
    burned += done.fee
    if (done.err !== null) landedWithError++
    const addresses = [t.payer, ...t.moves.flatMap(({ from, to }) => [from, to])]
    const { err, fee } = done
    history.set(t.signature, { slot, err, fee, addresses, memo: t.memo, t, changed })
    events.note(err === null ? 'landed' : 'landed with an error', t)
  }

  /** The account as if that had never happened. null: it has been spent since. */
  function without(of: string, { before, after }: { before: Account; after: Account }): Account | null {
    const now = at(of)
    const lamports = now.lamports - (after.lamports - before.lamports)
    const token = now.token ?? before.token
    const units = unitsIn(now) - (unitsIn(after) - unitsIn(before))
    if (lamports < 0n || units < 0n || (lamports === 0n && units > 0n)) return null
    return { lamports, token: token && lamports > 0n ? { ...token, units } : null }
  }

  /**
   * The cluster leaves a fork: transactions that landed after this slot and are not final, with these addresses alone,
   * have never happened. Some of them are still in flight. Returns how many there were. A transaction that an earlier
   * operation sent has landed in this very slot at the latest: its end has been counted already.
   */
  function fork(addresses: string[], since: bigint): number {
    let dropped = 0
    for (const [signature, landed] of [...history].reverse()) {
      if (landed.slot <= since || landed.slot <= finalizedSlot()) break
      const owned = (of: string) => addresses.includes(of) || addresses.includes(owners.get(of) ?? '')
      if (!landed.addresses.every(owned)) continue
      const undone = [...landed.changed].map(([of, change]) => [of, without(of, change)] as const)
      if (undone.some(([, account]) => account === null)) break
      for (const [of, account] of undone) if (account) put(of, account)
      burned -= landed.fee
      if (landed.err !== null) landedWithError--
      history.delete(signature)
      events.note('dropped by a fork', landed.t)
      if (random() < 0.5) held.push(landed.t)
      dropped++
    }
    return dropped
  }

  /** Time passes with every call; transactions that were held back land as late as possible. */
  function pass(slots = BigInt(Math.floor(random() * 3))): void {
    for (let i = 0n; i < slots; i++) {
      const now = held.filter(() => random() < 0.05)
      held = held.filter((t) => !now.includes(t) && !expired(t))
      for (const t of now) execute(t)
      slot++
    }
  }

  async function ask<T>(answer: () => T): Promise<T> {
    pass()
    // A call takes at least one turn of the event loop, so that others come in between.
    await new Promise((resolve) => setImmediate(resolve))
    if (random() < trouble / 4) throw new Fault('chain_away')
    return answer()
  }

  async function send(bytes: Uint8Array): Promise<SendResult> {
    pass()
    await new Promise((resolve) => setImmediate(resolve))
    const t = parse(bytes)
    const fate = random() / trouble
    events.note(fate < 0.33 ? 'sent and dropped' : fate < 0.66 ? 'sent and held back' : 'sent', t)
    if (fate < 0.33) return { outcome: 'unknown', reason: 'dropped' }
    if (fate < 0.66) {
      held.push(t)
      return { outcome: 'unknown', reason: 'held back' }
    }
    execute(t)
    return fate < 1 ? { outcome: 'unknown', reason: 'the answer was lost' } : { outcome: 'accepted' }
  }
  const finalizedSlot = () => slot - FINAL_BLOCKS
  const getState = (signature: Signature) => {
    const landed = history.get(signature)
    if (!landed) return null
    const commitment = landed.slot <= finalizedSlot() ? ('finalized' as const) : ('confirmed' as const)
    return { slot: landed.slot, commitment, err: landed.err }
  }
  const node: ChainNode = {
    name: 'model',
    keepsHistory: async () => true,
    lookUp: (signatures) => ask(() => ({ states: signatures.map(getState), slot })),
    firstBlock: () => ask(() => 0n),
    blockhashValid: (blockhash) => ask(() => (lives.get(blockhash) ?? -1n) >= slot),
    listSignatures: (address, { before } = {}) =>
      ask(() => {
        const all = [...history].filter(([, landed]) => landed.addresses.includes(address)).reverse()
        const from = before === undefined ? 0 : all.findIndex(([signature]) => signature === before) + 1
        return all.slice(from, from + 1_000).map(([signature, landed]) => ({
          signature,
          slot: landed.slot,
          err: landed.err,
          memo: landed.memo,
          blockTime: null,
        }))
      }),
    balance: (address) => ask(() => ({ lamports: holds(address), slot })),
    balances: (addresses) => ask(() => addresses.map((address) => ({ lamports: holds(address), slot }))),
    lamports: (addresses) => ask(() => addresses.map((of) => accounts.get(of)?.lamports ?? null)),
    recentPrices: () => ask(() => []),
    rentExempt: (bytes) => ask(() => (bytes === 0 ? MODEL_RENT : MODEL_TOKEN_RENT)),
    simulate: (bytes) =>
      ask(() => {
        const would = tryOut(accounts, parse(bytes, false))
        const error = would === null ? `${FAILURE}Insufficient funds for fee` : would.text || null
        return { error, logs: [], units: null, loadedBytes: null, after: [] }
      }),
    latestBlockhash: () =>
      ask(() => {
        const blockhash = base58.decode(crypto.getRandomValues(new Uint8Array(32))) as Blockhash
        lives.set(blockhash, slot + LIFE_BLOCKS)
        return { blockhash, lastValidBlockHeight: slot + LIFE_BLOCKS, slot }
      }),
    blockHeight: (as) =>
      ask(() => {
        const at = as === 'final' ? finalizedSlot() : slot
        return { height: at, slot: at }
      }),
    send,
    signedTransaction: async () => null,
    statuses: (signatures) => ask(() => signatures.map(getState)),
    execution: (signature) =>
      ask(() => {
        const landed = history.get(signature)
        if (!landed) return null
        const { slot: at, err, fee } = landed
        return { slot: at, err, fee, logs: [], lamports: [], tokens: [] }
      }),
    ...UNASKED,
    mintInfo: never,
    accountAt: never,
    states: never,
    tokenMint: (mint) => ask(() => (mint === MODEL_MINT ? MINT : null)),
    tokenAccounts: (addresses) =>
      ask(() =>
        addresses.map((of) => {
          const { token, lamports } = at(of)
          if (!token) return { slot, account: null }
          const held = { mint: MODEL_MINT, owner: token.owner as Address, amount: token.units, lamports }
          return { slot, account: { ...held, frozen: false, mayClose: true } }
        }),
      ),
    tokenAirdrop: never,
    airdrop: never,
    genesisHash: never,
    tokenMetadata: never,
    holders: never,
    healthy: async () => true,
  }
  return {
    node,
    fork,
    listEvents: events.of,
    get slot() {
      return slot
    },
    /** Creates lamports. */
    give: (address: string, lamports: bigint) => void set(address, holds(address) + lamports),
    holds,
    /** Creates units, in an account that is opened for them; returns its former rent. */
    giveUnits(account: string, owner: string, units: bigint): bigint {
      const { token, lamports } = at(account)
      const rent = token ? 0n : MODEL_TOKEN_RENT
      owners.set(account, owner)
      put(account, { lamports: lamports + rent, token: { owner, units: (token?.units ?? 0n) + units } })
      return rent
    },
    unitsIn: (account: string) => unitsIn(at(account)),
    takeUnits(account: string): bigint {
      const taken = unitsIn(at(account))
      fill(account, 0n)
      return taken
    },
    /** Takes all that is there. */
    take(address: string): bigint {
      const taken = holds(address)
      set(address, 0n)
      return taken
    },
    advance: (slots: bigint) => pass(slots),
    /** Sums over all accounts, and over all fees. */
    sums: () => ({
      held: [...accounts.values()].reduce((sum, { lamports }) => sum + lamports, 0n),
      units: [...accounts.values()].reduce((sum, account) => sum + unitsIn(account), 0n),
      burned,
    }),
    get landedWithError() {
      return landedWithError
    },
  }
}
