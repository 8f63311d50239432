/** Reserves the funds of an operation that is reopened without having been planned here. */
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import { isAddress } from '@solana/kit'
import { and, eq } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { readSignatureFee } from './read-signed.ts'
import { reserveAsBefore, reserveAtLeast, type Reservation, lockAddresses } from './reservations.store.ts'
import type { TransactionRow } from './transactions.store.ts'
import { listTransfers } from './transfers.store.ts'
import { transactions } from '../transfers.tables.ts'

export type ReopenedOperation = {
  operationId: string
  /** True: no other operation of its user sends from its sources. */
  exclusive: boolean
  /** Dead transactions that have landed after all. */
  late?: TransactionRow[]
  /** Its reservation may not count a transaction that was found: it must hold no less than all of them need. */
  found?: boolean
}

/**
 * Runs last in the transaction that reopens an operation: it holds what it held before or, if that is unknown, the
 * amounts of its open transfers and the fees of its signed transactions.
 */
export async function reserveAgain(
  db: Db,
  { operationId, exclusive, late = [], found = false }: ReopenedOperation,
): Promise<void> {
  if ((await reserveAsBefore(db, operationId)) && !found) return
  const signed = await db
    .select()
    .from(transactions)
    .where(and(eq(transactions.operationId, operationId), eq(transactions.state, 'signed')))
  const landed = (position: number) =>
    late.some(({ positions }) => positions === null || positions.includes(position))
  const held = new Map<string, Reservation>()
  const add = ({ address, mint, amount, exclusive: alone }: Reservation) => {
    const known = held.get(`${address} ${mint}`)
    const sum = (known?.amount ?? 0n) + amount
    held.set(`${address} ${mint}`, {
      address,
      mint,
      amount: sum,
      exclusive: alone || known?.exclusive === true,
    })
  }
  for (const { source, mint, amount, status, position } of await listTransfers(db, operationId)) {
    const open = status !== 'confirmed' && (status !== 'failed' || landed(position))
    // The other side of a trade is no address.
    if (open && isAddress(source)) add({ address: source, mint, amount, exclusive })
  }
  for (const { bytes, fee } of [...signed, ...late]) {
    const charged = readSignatureFee(bytes)
    if (charged) add({ address: charged.payer, mint: SOL_MINT, amount: fee ?? charged.fee, exclusive: false })
  }
  const holdings = [...held.values()]
  // A concurrent plan on these funds is committed by then, or waits for this lock.
  await lockAddresses(
    db,
    holdings.map(({ address }) => address),
  )
  await reserveAtLeast(db, operationId, holdings)
}
