/** The history of a fee payer: operations that the chain knows and the database may not. */
import { UUID_PATTERN } from '@purser/contract/values.ts'
import type { Address } from '@solana/kit'
import type { ChainReads } from '../../../ports/chain.ts'
import type { ListedSignature } from '../../../ports/chain-data.ts'

const PAGE = 1_000
const MEMO = new RegExp(`purser:(${UUID_PATTERN})`, 'g')

/** Reads the ids of operations in a memo. */
export const readOperationIds = (memo: string | null): string[] =>
  [...(memo ?? '').matchAll(MEMO)].map(([, id]) => id ?? '')

/** Lists all entries of this address back to `since`, as of `minContextSlot` or later. */
export async function listHistory(
  node: Pick<ChainReads, 'listSignatures'>,
  address: Address,
  { since, minContextSlot }: { since: bigint; minContextSlot: bigint },
): Promise<ListedSignature[]> {
  const found: ListedSignature[] = []
  for (;;) {
    const before = found.at(-1)?.signature
    const page = await node.listSignatures(address, {
      limit: PAGE,
      minContextSlot,
      ...(before === undefined ? {} : { before }),
    })
    found.push(...page)
    const last = page.at(-1)
    if (!last || page.length < PAGE || last.slot < since) return found
  }
}

/**
 * Finds those of these operations that are named by a transaction that this address paid for and the database does not know. Memos
 * are public: one that somebody else paid for is a copy.
 */
export async function findUnknownOperations(
  node: Pick<ChainReads, 'signedTransaction'>,
  past: ListedSignature[],
  {
    payer,
    operations,
    known,
  }: {
    payer: Address
    operations: Set<string>
    known(signatures: string[]): Promise<Set<string>>
  },
): Promise<Set<string>> {
  const named = past.flatMap(({ signature, memo }) =>
    readOperationIds(memo)
      .filter((id) => operations.has(id))
      .map((id) => ({ signature, id })),
  )
  const ours = await known(named.map(({ signature }) => signature))
  const unknown = new Set<string>()
  for (const { signature, id } of named) {
    if (ours.has(signature) || unknown.has(id)) continue
    const found = await node.signedTransaction(signature)
    // A listed transaction that cannot be read may be ours.
    if (!found || found.feePayer === payer) unknown.add(id)
  }
  return unknown
}
