/**
 * Looks for transactions that name a link and not its wallet: a token that was sent to a token account that is there
 * already names that account alone. Only tokens move so, and they do not count; the wallet's own history has the rest. One
 * open link after the other, few in a scan, and those that have expired within a day.
 */
import { DAY_MS } from '@purser/contract/time.ts'
import type { Address, Signature } from '@solana/kit'
import type { Db } from '../../../db/client.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Ledger, TokenReads } from '../../../ports/chain.ts'
import {
  countedSignatures,
  listByReferences,
  type OpenLink,
  quotedAfter,
} from '../receipts/receipts.store.ts'
import { getAccounts, collectIncoming } from './changes.ts'
import { choosePayment, recordArrival, type RecordParts } from './record.ts'

export type ByReferenceParts = RecordParts & {
  db: Db
  clock: Clock
  chain: Pick<Ledger, 'execution' | 'listSignatures'> & Pick<TokenReads, 'tokenMint'>
}

const LINKS_A_SCAN = 2
const EXPIRED_A_SCAN = 1
/** The newest of a link: whoever writes more of them hides his own. */
const LISTED = 20

export function createByReference(parts: ByReferenceParts) {
  const { db, clock, chain } = parts
  /** The last open link and the last expired one that were checked, per wallet. */
  const turns = { open: new Map<Address, OpenLink>(), expired: new Map<Address, OpenLink>() }
  /** Transactions of these links that brought nothing. */
  const past = new Map<Address, Set<Signature>>()

  async function lookFor(recipient: Address, reference: Address): Promise<boolean> {
    const entries = (await chain.listSignatures(reference, { limit: LISTED })).filter(
      ({ err }) => err === null,
    )
    const seen = past.get(reference) ?? new Set()
    const counted = await countedSignatures(
      db,
      recipient,
      entries.map(({ signature }) => signature),
    )
    let found = false
    const nothing = new Set<Signature>()
    for (const { signature, blockTime } of entries) {
      if (counted.has(signature)) continue
      const execution = seen.has(signature) ? null : await chain.execution(signature)
      const incoming = execution ? collectIncoming(execution, recipient) : []
      if (execution && incoming.length > 0) {
        const accounts = getAccounts(execution)
        const at = new Date(blockTime === null ? clock.now() : blockTime * 1_000)
        const arrival = { recipient, signature, slot: execution.slot, at, incoming }
        const choose = async (tx: Db) => choosePayment(await listByReferences(tx, recipient, accounts))
        found = (await recordArrival(parts, arrival, { named: true, choose })) || found
      } else if (execution || seen.has(signature)) nothing.add(signature)
    }
    if (nothing.size > 0) past.set(reference, nothing)
    else past.delete(reference)
    return found
  }

  async function readNext(recipient: Address, which: keyof typeof turns): Promise<OpenLink[]> {
    const turn = turns[which]
    const limit = which === 'open' ? LINKS_A_SCAN : EXPIRED_A_SCAN
    const since = which === 'open' ? {} : { expiredSince: new Date(clock.now() - DAY_MS) }
    const links = await quotedAfter(db, recipient, { after: turn.get(recipient) ?? null, limit, ...since })
    const last = links.at(-1)
    if (last && links.length === limit) turn.set(recipient, last)
    else turn.delete(recipient)
    return links
  }

  /** Whether something was written. Throws chain_away. */
  return async function search(recipient: Address): Promise<boolean> {
    const links = [...(await readNext(recipient, 'open')), ...(await readNext(recipient, 'expired'))]
    let found = false
    for (const { reference } of links) found = (await lookFor(recipient, reference)) || found
    return found
  }
}
