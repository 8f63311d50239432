/** Reads entries of a wallet's history: each until it is done with, or set aside. */
import { DAY_MS } from '@purser/contract/time.ts'
import type { Address } from '@solana/kit'
import pLimit from 'p-limit'
import { isFault } from '../../../kernel/fault.ts'
import { describe } from '../../../kernel/log.ts'
import type { ListedSignature } from '../../../ports/chain-data.ts'
import { TEST_PAYMENT } from '../payer/test-payment-kind.ts'
import { countedSignatures, listByReferences } from '../receipts/receipts.store.ts'
import { getAccounts, collectIncoming } from './changes.ts'
import { choosePayment, recordArrival } from './record.ts'
import type { Attempts, ScanState } from './scan-state.ts'
import * as aside from './unread.store.ts'

/**
 * Whether it brought something for a payment. 'lacking': all endpoints that answer have no such transaction, or show none.
 */
type Outcome = boolean | 'lacking' | 'unanswered'

/** Transactions that are read in one scan; the next one goes on. */
const READS = 200
const CONCURRENT_READS = 8
/**
 * A transaction that every endpoint says it lacks, or that none answers for though all list it, is set aside after this
 * many scans and this long: the expiry of links and the cursor must not wait for it for ever.
 */
const UNREADABLE_SCANS = 5
const LACKING_MS = 600_000
const UNANSWERED_MS = DAY_MS
/** The most set-aside transactions of a wallet that are tried again in one scan. */
const RETRIES = 20

async function readEntry(
  state: ScanState,
  recipient: Address,
  { signature, blockTime }: aside.Unread,
): Promise<Outcome> {
  const { db, chain, clock, log, attempts } = state
  try {
    const execution = await chain.execution(signature)
    if (!execution) return 'lacking'
    const incoming = collectIncoming(execution, recipient)
    if (incoming.length === 0) return false
    const accounts = getAccounts(execution)
    if ((await listByReferences(db, recipient, accounts)).length === 0) return false
    const at = new Date(blockTime === null ? clock.now() : blockTime * 1_000)
    return await recordArrival(
      state,
      { recipient, signature, slot: execution.slot, at, incoming },
      { named: true, choose: async (tx) => choosePayment(await listByReferences(tx, recipient, accounts)) },
    )
  } catch (error) {
    // Others may be read all the same, and what was read before may be final.
    if (isFault(error, 'chain_away')) return 'unanswered'
    if (!attempts.get(recipient)?.has(signature))
      log.error({ wallet: recipient, signature, ...describe(error) }, 'a transaction cannot be read')
    return 'lacking'
  }
}

/** Returns whether it may be set aside by now. */
function isUnreadable(
  { clock, attempts }: ScanState,
  recipient: Address,
  { entry, outcome, finalizedSlot }: { entry: ListedSignature; outcome: Outcome; finalizedSlot: bigint },
): boolean {
  if (typeof outcome !== 'string' || entry.slot > finalizedSlot) return false
  const now = clock.monotonic()
  const ofWallet = attempts.get(recipient) ?? new Map<string, Attempts>()
  attempts.set(recipient, ofWallet)
  const before = ofWallet.get(entry.signature) ?? { first: now, lackingSince: null, scans: 0 }
  const lackingSince = outcome === 'lacking' ? (before.lackingSince ?? now) : null
  const scans = before.scans + 1
  ofWallet.set(entry.signature, { first: before.first, lackingSince, scans })
  if (scans < UNREADABLE_SCANS) return false
  return (lackingSince !== null && now - lackingSince >= LACKING_MS) || now - before.first >= UNANSWERED_MS
}

/** Makes another attempt at what was set aside. */
export async function retryAside(state: ScanState, recipient: Address): Promise<boolean> {
  const { db } = state
  let found = false
  for (const entry of await aside.dueAside(db, recipient, RETRIES)) {
    const outcome = await readEntry(state, recipient, entry)
    if (typeof outcome === 'string') await aside.tryLater(db, recipient, entry.signature)
    else await aside.forgetAside(db, recipient, entry.signature)
    found ||= outcome === true
  }
  return found
}

/** Lists entries that are not done with, oldest first; adds to `past` what need not be read. */
async function listUnread(
  { db, transfers }: ScanState,
  recipient: Address,
  entries: ListedSignature[],
  past: Set<string>,
): Promise<ListedSignature[]> {
  const fresh = entries.filter(({ signature, err }) => err === null && !past.has(signature)).toReversed()
  for (const { signature, err } of entries) if (err !== null) past.add(signature)
  const signatures = fresh.map(({ signature }) => signature)
  const [counted, own, setAside] = [
    await countedSignatures(db, recipient, signatures),
    await transfers.signatures.listTypes(signatures),
    await aside.asideAmong(db, recipient, signatures),
  ]
  return fresh.filter(({ signature }) => {
    const type = own.get(signature)
    const isOwn = type !== undefined && type !== TEST_PAYMENT
    const skipped = counted.has(signature) || isOwn || setAside.has(signature)
    // One that counts may still be dropped by a fork: it is asked for again.
    if (skipped && !counted.has(signature)) past.add(signature)
    return !skipped
  })
}

/** `rest`: why the next scan has to go on. */
export async function readEntries(
  state: ScanState,
  recipient: Address,
  { entries, past, finalizedSlot }: { entries: ListedSignature[]; past: Set<string>; finalizedSlot: bigint },
): Promise<{ found: boolean; rest: 'more' | 'unreadable' | null }> {
  const { db, log } = state
  const unread = await listUnread(state, recipient, entries, past)
  const results = await pLimit(CONCURRENT_READS).map(unread.slice(0, READS), async (entry) => {
    const outcome = await readEntry(state, recipient, entry)
    const { signature } = entry
    if (outcome === false) past.add(signature)
    if (!isUnreadable(state, recipient, { entry, outcome, finalizedSlot })) return outcome
    await aside.setAside(db, recipient, entry)
    log.warn({ wallet: recipient, signature }, 'no endpoint can read a transaction: it is set aside')
    past.add(signature)
    return false
  })
  const isAnyUnread = results.some((outcome) => typeof outcome === 'string')
  const rest = unread.length > READS ? 'more' : isAnyUnread ? 'unreadable' : null
  return { found: results.includes(true), rest }
}
