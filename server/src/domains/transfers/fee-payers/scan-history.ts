/** Reads the history of a wallet on the chain, and finds payments of this desk that the database does not know. */
import type { Address, Signature } from '@solana/kit'
import { Fault, isFault } from '../../../kernel/fault.ts'
import type { ChainNode } from '../../../ports/chain.ts'
import type { ListedSignature } from '../../../ports/chain-data.ts'
import { listLedgerNodes } from '../certainty/ledger-nodes.ts'
import { readOperationIds } from '../certainty/payer-history.ts'
import {
  findPayer,
  forgetPayer,
  NEWEST,
  type NewestSignature,
  savePayer,
} from '../journal/journal-state.store.ts'
import { knownSignatures } from '../journal/restore.store.ts'
import { isSignedFor } from '../records/read-signed.ts'
import type { FeePayersState } from './fee-payers.ts'
import type { WalletHold } from './wallet-holds.ts'

const PAGE = 1_000
/** Slots, more than an hour: no usable node is that far behind. */
const FAR_AHEAD = 20_000n

type PayerHistory = { holds: WalletHold[]; newest: NewestSignature | null }

/** Resolves when the history has been read; a failed reading is begun anew by the next call. */
export function scanOnce(state: FeePayersState, address: Address): Promise<void> {
  const { scans } = state
  const running = scans.get(address)
  if (running) return running
  const fresh = scan(state, address)
  scans.set(address, fresh)
  fresh.catch(() => scans.delete(address))
  return fresh
}

async function scan(state: FeePayersState, address: Address): Promise<void> {
  const { db, chain } = state
  const from = await findPayer(db, address)
  if (from?.signature === NEWEST) return skipHistory(state, address)
  // One endpoint may hide a transaction, so all are called; a made-up one fails verification.
  const nodes = await listLedgerNodes(chain)
  const called = nodes.length > 0 ? nodes : chain.nodes
  const answers = await Promise.allSettled(called.map((node) => readHistory(state, node, { address, from })))
  for (const { reason } of answers.filter((answer) => answer.status === 'rejected'))
    if (!isFault(reason, 'chain_away')) throw reason
  const histories = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
  if (histories.length === 0) throw new Fault('chain_away')
  const holds = new Map(histories.flatMap((one) => one.holds).map((one) => [one.signature, one]))
  // The next reading starts at the place that all of them have reached.
  const newest = histories
    .map((one) => one.newest)
    .reduce((least, one) => (least && one && one.slot >= least.slot ? least : least && one))
  state.found.set(address, { holds: [...holds.values()], newest })
}

/** An imported wallet begins here: its earlier history is not this desk's. */
async function skipHistory({ db, chain }: FeePayersState, address: Address): Promise<void> {
  const [newest] = await chain.listSignatures(address, { limit: 1 })
  if (newest) await savePayer(db, address, { signature: newest.signature, slot: newest.slot })
  else await forgetPayer(db, address)
}

async function readHistory(
  { db }: FeePayersState,
  node: ChainNode,
  { address, from }: { address: Address; from: NewestSignature | null },
): Promise<PayerHistory> {
  const entries = await listNewer(node, address, from)
  const ours = entries.filter(({ memo }) => readOperationIds(memo).length > 0)
  const here = await knownSignatures(
    db,
    ours.map((entry) => entry.signature),
  )
  const holds: WalletHold[] = []
  for (const entry of ours.filter((e) => !here.has(e.signature)))
    holds.push(...(await verifyHold(node, address, entry)))
  return { holds, newest: entries[0] ?? null }
}

async function listNewer(
  node: ChainNode,
  address: Address,
  from: NewestSignature | null,
): Promise<ListedSignature[]> {
  const bounds = from ? { until: from.signature, minContextSlot: from.slot } : {}
  const entries: ListedSignature[] = []
  try {
    for (let before: Signature | undefined; ; before = entries.at(-1)?.signature) {
      const page = await node.listSignatures(address, {
        limit: PAGE,
        ...bounds,
        ...(before === undefined ? {} : { before }),
      })
      entries.push(...page)
      if (page.length < PAGE) return entries
    }
  } catch (error) {
    if (!from || !isFault(error, 'chain_away')) throw error
    // A slot that a node once made up must not hold the wallet for ever.
    const { slot } = await node.blockHeight('moved')
    if (from.slot <= slot + FAR_AHEAD) throw error
    return listNewer(node, address, null)
  }
}

/**
 * Memos are public: only a transaction whose fee this wallet paid, and which it hence signed, is a payment of this
 * desk. Empty: it is somebody else's.
 */
async function verifyHold(node: ChainNode, address: Address, entry: ListedSignature): Promise<WalletHold[]> {
  const transaction = await node.signedTransaction(entry.signature)
  if (!transaction) throw new Fault('chain_away')
  if (transaction.feePayer !== address) return []
  const [operationId = ''] = readOperationIds(entry.memo)
  // Only the wallet's own key can sign it, so a node cannot make it up.
  if (!(await isSignedFor(transaction.bytes, { address, signature: entry.signature, operationId })))
    throw new Fault('chain_away')
  return [{ address, operationId, signature: entry.signature, bytes: transaction.bytes }]
}
