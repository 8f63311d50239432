/**
 * A chain small enough for many thousand operations: accounts, fees, rent, blockhashes that expire, errors that land.
 * It executes the very bytes that the engine signs. What it leaves out is proven on the real runtime.
 */
import {
  type Blockhash,
  decompileTransactionMessage,
  getBase58Decoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  type Signature,
} from '@solana/kit'
import { Fault } from '../kernel/fault.ts'
import type { Chain, SendResult } from '../ports/chain.ts'

const FEE = 5_000n
export const MODEL_RENT = 650_240n
const LIFE_BLOCKS = 150n
const SYSTEM = '11111111111111111111111111111111'
const TRANSFER = 2

type Landed = { slot: bigint; err: unknown; fee: bigint }
type Parsed = {
  signature: Signature
  bytes: Uint8Array
  signers: number
  payer: string
  blockhash: string
  moves: Move[]
}
type Move = { from: string; to: string; lamports: bigint }

const base58 = getBase58Decoder()
const FAILURE = 'Transaction simulation failed: '

function parse(bytes: Uint8Array): Parsed {
  const { messageBytes, signatures } = getTransactionDecoder().decode(bytes)
  const message = decompileTransactionMessage(
    getCompiledTransactionMessageDecoder().decode(messageBytes) as never,
  )
  const all = Object.values(signatures)
  const [first] = all
  if (!first || all.some((s) => s === null)) throw new Error('a transaction was sent without its signatures')
  const moves = message.instructions.flatMap(({ programAddress, accounts, data }): Move[] => {
    if (programAddress !== SYSTEM || !data) return []
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
    const [from, to] = accounts ?? []
    if (view.getUint32(0, true) !== TRANSFER || !from || !to) throw new Error('not a transfer')
    return [{ from: from.address, to: to.address, lamports: view.getBigUint64(4, true) }]
  })
  return {
    signature: base58.decode(first) as Signature,
    bytes,
    signers: all.length,
    payer: message.feePayer.address,
    blockhash: (message.lifetimeConstraint as { blockhash: string }).blockhash,
    moves,
  }
}

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

  function execute(t: Parsed): void {
    if (history.has(t.signature) || expired(t)) return
    const done = tryOut(t)
    if (done === null) return
    for (const [address, lamports] of done.after) set(address, lamports)
    burned += done.fee
    if (done.err !== null) landedWithError++
    history.set(t.signature, { slot, err: done.err, fee: done.fee })
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

  async function send(bytes: Uint8Array, { skipPreflight = false } = {}): Promise<SendResult> {
    pass()
    await new Promise((resolve) => setImmediate(resolve))
    const t = parse(bytes)
    const fate = random() / trouble
    if (fate < 0.33) return { outcome: 'unknown', reason: 'dropped' }
    if (fate < 0.66) {
      held.push(t)
      return { outcome: 'unknown', reason: 'held back' }
    }
    if (!skipPreflight && !history.has(t.signature)) {
      const refused = (reason: string): SendResult => ({ outcome: 'refused', reason, err: reason, logs: [] })
      if (expired(t)) return refused(`${FAILURE}Blockhash not found`)
      const would = tryOut(t)
      if (would === null) return refused(`${FAILURE}Insufficient funds for fee`)
      if (would.err !== null) return refused(would.text)
    }
    execute(t)
    return fate < 1 ? { outcome: 'unknown', reason: 'the answer was lost' } : { outcome: 'accepted' }
  }

  const never = () => Promise.reject(new Error('funds that are moved ask nothing of this kind'))
  const chain: Chain = {
    balance: (address) => ask(() => ({ lamports: holds(address), slot })),
    balances: (addresses) => ask(() => addresses.map((address) => ({ lamports: holds(address), slot }))),
    lamports: (addresses) => ask(() => addresses.map((address) => accounts.get(address) ?? null)),
    recentPrices: () => ask(() => []),
    rentExempt: () => ask(() => MODEL_RENT),
    simulate: () => ask(() => ({ error: null, logs: [], units: null })),
    latestBlockhash: () =>
      ask(() => {
        const blockhash = base58.decode(crypto.getRandomValues(new Uint8Array(32))) as Blockhash
        lives.set(blockhash, slot + LIFE_BLOCKS)
        return { blockhash, lastValidBlockHeight: slot + LIFE_BLOCKS, slot }
      }),
    blockHeight: () => ask(() => ({ height: slot, slot })),
    send,
    signaturesFor: async () => [],
    signedTransaction: async () => null,
    statuses: (signatures) =>
      ask(() =>
        signatures.map((signature) => {
          const landed = history.get(signature)
          return landed ? { slot: landed.slot, commitment: 'confirmed' as const, err: landed.err } : null
        }),
      ),
    execution: never,
    holdings: never,
    mintInfo: never,
    tokenAmounts: never,
    tokenAirdrop: never,
    airdrop: never,
    genesisHash: never,
    healthy: async () => true,
  }
  return {
    chain,
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
