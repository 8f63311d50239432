/**
 * A chain small enough for many thousand operations: accounts, fees, rent, blockhashes that expire, errors that land.
 * It executes the very bytes that the engine signs. What it leaves out is proven on the real runtime.
 */
import { type Blockhash, getBase58Decoder, type Signature } from '@solana/kit'
import { Fault } from '../server/src/kernel/fault.ts'
import type { ChainNode } from '../server/src/ports/chain.ts'
import type { SendResult } from '../server/src/ports/chain-data.ts'
import { createModelEvents } from './model-events.ts'
import { type Parsed, parse } from './model-transaction.ts'

const FEE = 5_000n
export const MODEL_RENT = 650_240n
const LIFE_BLOCKS = 150n
const FINAL_BLOCKS = 32n
/** Of what lands at full trouble, the share whose source is empty just then. */
const LENT = 0.25

type Landed = {
  slot: bigint
  err: unknown
  fee: bigint
  addresses: string[]
  memo: string | null
  t: Parsed
  /** What each account gained. */
  gained: Map<string, bigint>
}

const base58 = getBase58Decoder()
const FAILURE = 'Transaction simulation failed: '

export type ModelChain = ReturnType<typeof createModelChain>

/** `random` decides what goes wrong on the way: a third of what `trouble` (0 to 1) allows is dropped, held back, or unanswered. */
export function createModelChain(random: () => number, trouble: number) {
  const accounts = new Map<string, bigint>()
  const history = new Map<Signature, Landed>()
  const lives = new Map<string, bigint>()
  let held: Parsed[] = []
  let slot = 1_000n
  let burned = 0n
  let landedWithError = 0

  const holds = (address: string) => accounts.get(address) ?? 0n
  const events = createModelEvents({ slot: () => slot, holds })
  const set = (address: string, lamports: bigint) =>
    lamports === 0n ? accounts.delete(address) : accounts.set(address, lamports)
  const rentFails = (before: bigint, after: bigint) =>
    after > 0n && after < MODEL_RENT && !(before > 0n && before < MODEL_RENT && after <= before)

  /** What executing it now would do; `text` in the words of the nodes. null: it cannot even pay its fee. */
  function tryOut({ payer, signers, moves }: Parsed) {
    const fee = FEE * BigInt(signers)
    const paid = holds(payer) - fee
    if (paid < 0n || rentFails(holds(payer), paid)) return null
    const after = new Map([[payer, paid]])
    const at = (address: string) => after.get(address) ?? holds(address)
    let err: unknown = null
    let text = ''
    moves.forEach(({ from, to, lamports }, i) => {
      if (err !== null) return
      if (at(from) < lamports) {
        err = { InstructionError: [i, { Custom: 1 }] }
        text = `${FAILURE}custom program error: #1`
        return
      }
      after.set(from, at(from) - lamports)
      after.set(to, at(to) + lamports)
    })
    if (err === null && [...after].some(([address, lamports]) => rentFails(holds(address), lamports))) {
      err = { InsufficientFundsForRent: { account_index: 1 } }
      text = `${FAILURE}Transaction results in an account with insufficient funds for rent`
    }
    return { fee, err, text, after: err === null ? after : new Map([[payer, paid]]) }
  }

  const expired = ({ blockhash }: Parsed) => (lives.get(blockhash) ?? -1n) < slot

  /**
   * What a simulation said was true then. Now and then the owner's key is used elsewhere as well: what the source holds,
   * but for the fee, is away for the one block in which this lands, which fails it, and is back in the next. Answers how
   * much is to come back.
   */
  function lend({ payer, signers, moves }: Parsed): { from: string; lamports: bigint } | null {
    const from = moves[0]?.from
    if (from === undefined || random() >= trouble * LENT) return null
    const stays = from === payer ? FEE * BigInt(signers) + MODEL_RENT : 0n
    if (holds(from) <= stays) return null
    const lamports = holds(from) - stays
    set(from, stays)
    return { from, lamports }
  }

  function execute(t: Parsed): void {
    if (history.has(t.signature) || expired(t)) return
    const lent = lend(t)
    land(t)
    if (lent) set(lent.from, holds(lent.from) + lent.lamports)
  }

  function land(t: Parsed): void {
    const done = tryOut(t)
    if (done === null) return
    const gained = new Map([...done.after].map(([address, after]) => [address, after - holds(address)]))
    for (const [address, lamports] of done.after) set(address, lamports)
    burned += done.fee
    if (done.err !== null) landedWithError++
    const addresses = [t.payer, ...t.moves.flatMap(({ from, to }) => [from, to])]
    const { err, fee } = done
    history.set(t.signature, { slot, err, fee, addresses, memo: t.memo, t, gained })
    events.note(err === null ? 'landed' : 'landed with an error', t)
  }

  /**
   * The cluster leaves a fork: what landed from this slot on and is not final, with these addresses alone, has never
   * happened. Some of it is still on its way. Answers how much that was.
   */
  function fork(addresses: string[], since: bigint): number {
    let dropped = 0
    for (const [signature, landed] of [...history].reverse()) {
      if (landed.slot < since || landed.slot <= finalizedSlot()) break
      if (!landed.addresses.every((address) => addresses.includes(address))) continue
      if ([...landed.gained].some(([address, gained]) => holds(address) < gained)) break
      for (const [address, gained] of landed.gained) set(address, holds(address) - gained)
      burned -= landed.fee
      if (landed.err !== null) landedWithError--
      history.delete(signature)
      events.note('dropped by a fork', landed.t)
      if (random() < 0.5) held.push(landed.t)
      dropped++
    }
    return dropped
  }

  /** Time passes with every call; what was held back lands as late as it may. */
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
    // A call takes a turn of the event loop at least, so that others come in between.
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

  const never = () => Promise.reject(new Error('funds that are moved ask nothing of this kind'))
  const finalizedSlot = () => slot - FINAL_BLOCKS
  const stateOf = (signature: Signature) => {
    const landed = history.get(signature)
    if (!landed) return null
    const commitment = landed.slot <= finalizedSlot() ? ('finalized' as const) : ('confirmed' as const)
    return { slot: landed.slot, commitment, err: landed.err }
  }
  const node: ChainNode = {
    name: 'model',
    keepsHistory: async () => true,
    lookUp: (signatures) => ask(() => ({ states: signatures.map(stateOf), slot })),
    firstBlock: () => ask(() => 0n),
    blockhashValid: (blockhash) => ask(() => (lives.get(blockhash) ?? -1n) >= slot),
    signaturesFor: (address, { before } = {}) =>
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
    lamports: (addresses) => ask(() => addresses.map((address) => accounts.get(address) ?? null)),
    recentPrices: () => ask(() => []),
    rentExempt: () => ask(() => MODEL_RENT),
    simulate: (bytes) =>
      ask(() => {
        const would = tryOut(parse(bytes, false))
        const error = would === null ? `${FAILURE}Insufficient funds for fee` : would.text || null
        return { error, logs: [], units: null }
      }),
    latestBlockhash: () =>
      ask(() => {
        const blockhash = base58.decode(crypto.getRandomValues(new Uint8Array(32))) as Blockhash
        lives.set(blockhash, slot + LIFE_BLOCKS)
        return { blockhash, lastValidBlockHeight: slot + LIFE_BLOCKS, slot }
      }),
    blockHeight: (commitment) =>
      ask(() => {
        const at = commitment === 'finalized' ? finalizedSlot() : slot
        return { height: at, slot: at }
      }),
    send,
    signedTransaction: async () => null,
    statuses: (signatures) => ask(() => signatures.map(stateOf)),
    execution: (signature) =>
      ask(() => {
        const landed = history.get(signature)
        if (!landed) return null
        const { slot: at, err, fee } = landed
        return { slot: at, err, fee, logs: [], lamports: [], tokens: [] }
      }),
    holdings: never,
    mintInfo: never,
    tokenAmounts: never,
    tokenMint: never,
    tokenAccounts: never,
    tokenAirdrop: never,
    airdrop: never,
    genesisHash: never,
    tokenMetadata: never,
    healthy: async () => true,
  }
  return {
    node,
    fork,
    eventsOf: events.of,
    get slot() {
      return slot
    },
    /** Lamports out of nothing. */
    give: (address: string, lamports: bigint) => void set(address, holds(address) + lamports),
    holds,
    /** Takes away all that is there. */
    take(address: string): bigint {
      const taken = holds(address)
      set(address, 0n)
      return taken
    },
    advance: (slots: bigint) => pass(slots),
    /** Of all accounts, and of all fees. */
    sums: () => ({ held: [...accounts.values()].reduce((a, b) => a + b, 0n), burned }),
    get landedWithError() {
      return landedWithError
    },
  }
}
