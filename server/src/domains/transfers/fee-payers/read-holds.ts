/** Reads the present holds of wallets, without those that were booked or released meanwhile. */
import type { Address } from '@solana/kit'
import { Fault } from '../../../kernel/fault.ts'
import { listReleased, savePayer } from '../journal/journal-state.store.ts'
import { knownSignatures } from '../journal/restore.store.ts'
import { adoptTransaction } from './adopt.store.ts'
import type { FeePayersState } from './fee-payers.ts'
import { listHoldsOn, readWallets, toWalletHold, type WalletHold } from './wallet-holds.ts'

export async function readHolds(state: FeePayersState, address: Address): Promise<WalletHold[]> {
  const { db, lines } = state
  const mine = listHoldsOn(address, lines.unrestored())
  if (mine.length > 0) await lines.restoreAgain(mine.flatMap((hold) => hold.line ?? []))
  const still = listHoldsOn(address, lines.unrestored())
  const history = state.found.get(address)
  if (!history) return still
  const signatures = history.holds.map((hold) => hold.signature)
  const released = await listReleased(db, signatures)
  const here = await knownSignatures(db, signatures)
  const left: WalletHold[] = []
  for (const hold of history.holds)
    if (!released.has(hold.signature) && !here.has(hold.signature) && !(await adopt(state, hold)))
      left.push(hold)
  history.holds = left
  if (left.length === 0 && history.newest) {
    await savePayer(db, address, { signature: history.newest.signature, slot: history.newest.slot })
    history.newest = null
  }
  return [...still, ...left]
}

/** Lists all holds known by now. */
export async function listHolds(state: FeePayersState): Promise<WalletHold[]> {
  const { found, lines } = state
  const addresses = new Set([...found.keys(), ...lines.unrestored().flatMap(readWallets)])
  const all: WalletHold[] = []
  for (const address of addresses)
    all.push(...(await readHolds(state, address).catch(() => found.get(address)?.holds ?? [])))
  // An unreadable line holds no wallet and is listed all the same.
  const unreadable = lines
    .unrestored()
    .filter((line) => !all.some((hold) => hold.signature === line.signature))
  return [...all, ...unreadable.map((line) => toWalletHold('', line))]
}

/** Books a transaction that was missing from a known operation. False: it does not belong to one. */
async function adopt(
  { chain, db, isBulk, log }: FeePayersState,
  { operationId, signature, bytes }: WalletHold,
): Promise<boolean> {
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
