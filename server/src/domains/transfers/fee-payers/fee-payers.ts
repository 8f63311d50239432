/**
 * Before a wallet first pays fees after a start, its history on the chain is read. A payment of this desk that the
 * database does not know (the database is older than the chain) holds the wallet until it is booked or released.
 */
import type { Address, Signature } from '@solana/kit'
import type { Db } from '../../../db/client.ts'
import { Fault, isFault } from '../../../kernel/fault.ts'
import type { Log } from '../../../kernel/log.ts'
import type { Blockhashes, ChainNode, Endpoints, Ledger } from '../../../ports/chain.ts'
import type { ListedSignature } from '../../../ports/chain-data.ts'
import type { JournalLine } from '../journal/journal-line.ts'
import * as known from '../journal/journal-state.store.ts'
import { ledgerNodesOf } from '../certainty/certainty.ts'
import { operationsIn } from '../certainty/payer-history.ts'
import { feePayerIn, isSignedFor } from '../records/read-signed.ts'
import { transfersIn } from '../records/read-transfers.ts'
import { adoptTransaction } from './adopt.store.ts'
import { knownSignatures } from '../journal/restore.store.ts'

const PAGE = 1_000
/** Slots, more than an hour: no usable node is that far behind. */
const FAR_AHEAD = 20_000n
/** A request that spends from more wallets does not wait for their histories: they are read before signing. */
const MOST_BEFOREHAND = 8

/** A transaction that keeps a wallet from signing. `line`: it comes from the journal file, otherwise from the chain. */
export type Held = {
  /** Empty: the line names no wallet. */
  address: Address | ''
  operationId: string
  signature: Signature
  bytes: Uint8Array
  line?: JournalLine
}

export type FeePayersParts = {
  db: Db
  chain: Endpoints & Ledger & Blockhashes
  log: Log
  /** Lines of the journal file that could not be restored, and how to try again. */
  lines: { left(): JournalLine[]; again(lines: JournalLine[]): Promise<boolean> }
  /** Whether operations of this type are bulk operations. */
  isBulk(type: string): boolean
}
export type FeePayers = ReturnType<typeof createFeePayers>

export function createFeePayers({ db, chain, log, lines, isBulk }: FeePayersParts) {
  const scans = new Map<Address, Promise<void>>()
  const found = new Map<Address, { held: Held[]; newest: known.Newest | null }>()

  async function scan(address: Address): Promise<void> {
    const from = await known.findPayer(db, address)
    if (from?.signature === known.NEWEST) return begin(address)
    // One endpoint may hide a transaction, so all are called; a made-up one fails verification.
    const nodes = await ledgerNodesOf(chain)
    const called = nodes.length > 0 ? nodes : chain.nodes
    const answers = await Promise.allSettled(called.map((node) => historyOf(node, address, from)))
    for (const { reason } of answers.filter((answer) => answer.status === 'rejected'))
      if (!isFault(reason, 'chain_away')) throw reason
    const histories = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
    if (histories.length === 0) throw new Fault('chain_away')
    const held = new Map(histories.flatMap((one) => one.held).map((one) => [one.signature, one]))
    // The next reading starts where all of them have got to.
    const newest = histories
      .map((one) => one.newest)
      .reduce((least, one) => (least && one && one.slot >= least.slot ? least : least && one))
    found.set(address, { held: [...held.values()], newest })
  }

  type History = { held: Held[]; newest: known.Newest | null }

  async function historyOf(node: ChainNode, address: Address, from: known.Newest | null): Promise<History> {
    const entries = await newerThan(node, address, from)
    const ours = entries.filter(({ memo }) => operationsIn(memo).length > 0)
    const here = await knownSignatures(
      db,
      ours.map((entry) => entry.signature),
    )
    const held: Held[] = []
    for (const entry of ours.filter((e) => !here.has(e.signature)))
      held.push(...(await foreignOrHeld(node, address, entry)))
    return { held, newest: entries[0] ?? null }
  }

  async function newerThan(
    node: ChainNode,
    address: Address,
    from: known.Newest | null,
  ): Promise<ListedSignature[]> {
    const bounds = from ? { until: from.signature, minContextSlot: from.slot } : {}
    const entries: ListedSignature[] = []
    try {
      for (let before: Signature | undefined; ; before = entries.at(-1)?.signature) {
        const page = await node.signaturesFor(address, {
          limit: PAGE,
          ...bounds,
          ...(before === undefined ? {} : { before }),
        })
        entries.push(...page)
        if (page.length < PAGE) return entries
      }
    } catch (error) {
      if (!from || !isFault(error, 'chain_away')) throw error
      // A slot that a node made up once must not hold the wallet for ever.
      const { slot } = await node.blockHeight('moved')
      if (from.slot <= slot + FAR_AHEAD) throw error
      return newerThan(node, address, null)
    }
  }

  /** An imported wallet: its former history is not this desk's. */
  async function begin(address: Address): Promise<void> {
    const [newest] = await chain.signaturesFor(address, { limit: 1 })
    if (newest) await known.savePayer(db, address, { signature: newest.signature, slot: newest.slot })
    else await known.forgetPayer(db, address)
  }

  /**
   * Memos are public: only a transaction whose fee this wallet paid, and which it hence signed, is a payment of this
   * desk.
   */
  async function foreignOrHeld(node: ChainNode, address: Address, entry: ListedSignature): Promise<Held[]> {
    const transaction = await node.signedTransaction(entry.signature)
    if (!transaction) throw new Fault('chain_away')
    if (transaction.feePayer !== address) return []
    const [operationId = ''] = operationsIn(entry.memo)
    // Only the wallet's own key can sign it, so a node cannot make it up.
    if (!(await isSignedFor(transaction.bytes, { address, signature: entry.signature, operationId })))
      throw new Fault('chain_away')
    return [{ address, operationId, signature: entry.signature, bytes: transaction.bytes }]
  }

  function scanned(address: Address): Promise<void> {
    const running = scans.get(address)
    if (running) return running
    const fresh = scan(address)
    scans.set(address, fresh)
    fresh.catch(() => scans.delete(address))
    return fresh
  }

  /** What holds this wallet now, without what was booked or released meanwhile. */
  async function holding(address: Address): Promise<Held[]> {
    const mine = linesOf(address, lines.left())
    if (mine.length > 0) await lines.again(mine.flatMap((held) => held.line ?? []))
    const still = linesOf(address, lines.left())
    const state = found.get(address)
    if (!state) return still
    const released = await known.releasedOf(
      db,
      state.held.map((held) => held.signature),
    )
    const here = await knownSignatures(
      db,
      state.held.map((held) => held.signature),
    )
    const left: Held[] = []
    for (const held of state.held)
      if (!released.has(held.signature) && !here.has(held.signature) && !(await adopted(held)))
        left.push(held)
    state.held = left
    if (left.length === 0 && state.newest) {
      await known.savePayer(db, address, { signature: state.newest.signature, slot: state.newest.slot })
      state.newest = null
    }
    return [...still, ...left]
  }

  /** Books a transaction that was missing from a known operation. */
  async function adopted({ operationId, signature, bytes }: Held): Promise<boolean> {
    const execution = await chain.execution(signature)
    if (!execution) throw new Fault('chain_away')
    // It has landed; the height only bounds when it may be called dead.
    const { height: after } = await chain.blockHeight('moved')
    const { fee } = execution
    const done = await db.transaction((tx) =>
      adoptTransaction(tx, { operationId, signature, bytes, after, fee, isBulk }),
    )
    if (done)
      log.warn({ operation: operationId, signature }, 'a missing transaction was booked under its operation')
    return done
  }

  const refuse = ({ address, operationId }: Held) =>
    new Fault('wallet_on_hold', { wallet: address, operation: operationId })

  return {
    /**
     * Resolves when the wallet may pay fees. Throws wallet_on_hold, and chain_away while its history cannot be read.
     */
    async ready(address: Address): Promise<void> {
      await scanned(address)
      const [first] = await holding(address)
      if (first) throw refuse(first)
    },

    /** The histories are read again: the database may have lost what it knew of them. */
    readAgain(): void {
      scans.clear()
      found.clear()
    },

    /** Before an operation is written: throws wallet_on_hold for what another operation holds. */
    async require(addresses: Address[], operationId: string): Promise<void> {
      const distinct = [...new Set(addresses)]
      if (distinct.length <= MOST_BEFOREHAND) await Promise.all(distinct.map(scanned))
      const suspects = new Set(
        [...found].flatMap(([address, { held }]) => (held.length > 0 ? [address] : [])),
      )
      for (const line of lines.left()) for (const address of walletsOf(line)) suspects.add(address)
      for (const address of distinct.filter((one) => suspects.has(one))) {
        const other = (await holding(address)).find((held) => held.operationId !== operationId)
        if (other) throw refuse(other)
      }
    },

    /** All that is held, as far as it is known by now. */
    async list(): Promise<Held[]> {
      const addresses = new Set([...found.keys(), ...lines.left().flatMap(walletsOf)])
      const all: Held[] = []
      for (const address of addresses)
        all.push(...(await holding(address).catch(() => found.get(address)?.held ?? [])))
      // An unreadable line holds no wallet and is listed all the same.
      const unreadable = lines.left().filter((line) => !all.some((held) => held.signature === line.signature))
      return [...all, ...unreadable.map((line) => heldBy('', line))]
    },
  }
}

const linesOf = (address: Address, lines: JournalLine[]): Held[] =>
  lines.filter((line) => walletsOf(line).includes(address)).map((line) => heldBy(address, line))

/** A line once for each of its wallets; an unreadable one once. */
export const heldByLine = (line: JournalLine): Held[] => {
  const all = walletsOf(line)
  return all.length > 0 ? all.map((address) => heldBy(address, line)) : [heldBy('', line)]
}

const heldBy = (address: Address | '', line: JournalLine): Held => ({
  address,
  operationId: line.operationId,
  signature: line.signature as Signature,
  bytes: new Uint8Array(Buffer.from(line.bytes, 'base64')),
  line,
})

const wallets = new WeakMap<JournalLine, Address[]>()

/** The wallets of a line: who pays its fee, and whom it pays from. */
export function walletsOf(line: JournalLine): Address[] {
  const read = wallets.get(line)
  if (read) return read
  const bytes = new Uint8Array(Buffer.from(line.bytes, 'base64'))
  const all = new Set<Address>()
  for (const names of [() => [feePayerIn(bytes)], () => transfersIn(bytes).map((paid) => paid.source)])
    try {
      for (const name of names()) all.add(name)
    } catch {
      // Unreadable bytes name nobody.
    }
  for (const { wallet, source } of line.movements ?? []) if (wallet === source) all.add(source as Address)
  wallets.set(line, [...all])
  return [...all]
}
