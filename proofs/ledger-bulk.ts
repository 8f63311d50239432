/** Compares one operation of many transfers with its transactions on the chain: each was paid once, or not at all. */
import assert from 'node:assert/strict'
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import type { transactions, transfers } from '../server/src/domains/transfers/transfers.tables.ts'

type Executed = {
  signature: string
  fee: bigint
  feePayer: string
  lamports: Map<string, bigint>
  tokens: Map<string, bigint>
}
type Books = {
  id: string
  status: string
  transfers: (typeof transfers.$inferSelect)[]
  transactions: (typeof transactions.$inferSelect)[]
  /** The transactions that were executed without an error. */
  successes: Executed[]
}

export function auditBulk({ id, status, transfers: all, transactions: signed, successes }: Books): void {
  const paid = new Map<number, string>()
  for (const one of successes) {
    const row = signed.find(({ signature }) => signature === one.signature)
    assert.ok(row, `${one.signature} of ${id} is in no book`)
    const holds = all.filter(({ position }) => row.positions?.includes(position) ?? true)
    for (const { position } of holds) {
      assert.ok(!paid.has(position), `transfer ${position} of ${id} was executed more than once`)
      paid.set(position, one.signature)
    }
    for (const [destination, to] of Map.groupBy(holds, (transfer) => transfer.destination)) {
      const mint = to[0]?.mint ?? ''
      const gained =
        mint === SOL_MINT
          ? (one.lamports.get(destination) ?? 0n) + (one.feePayer === destination ? one.fee : 0n)
          : (one.tokens.get(`${destination} ${mint}`) ?? 0n)
      const due = to.reduce((sum, { amount }) => sum + amount, 0n)
      assert.equal(gained, due, `what ${destination} got of ${id}`)
    }
  }
  for (const { position, status: ended, signature } of all) {
    assert.equal(ended, paid.has(position) ? 'confirmed' : 'failed', `transfer ${position} of ${id}`)
    if (paid.has(position)) assert.equal(signature, paid.get(position))
  }
  const due = paid.size === all.length ? 'completed' : paid.size === 0 ? 'failed' : 'partial'
  assert.equal(status, due, `operation ${id}`)
}
