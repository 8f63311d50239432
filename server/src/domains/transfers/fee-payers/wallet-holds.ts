/** Transactions that keep wallets from signing, and the wallets of a line of the journal. */
import type { Address, Signature } from '@solana/kit'
import type { JournalLine } from '../journal/journal-line.ts'
import { readFeePayer } from '../records/read-signed.ts'
import { readTransfers } from '../records/read-transfers.ts'

/** A transaction that keeps a wallet from signing. `line`: it comes from the journal file, otherwise from the chain. */
export type WalletHold = {
  /** Empty: the line names no wallet. */
  address: Address | ''
  operationId: string
  signature: Signature
  bytes: Uint8Array
  line?: JournalLine
}

/** Lists the holds of this wallet among the lines. */
export const listHoldsOn = (address: Address, lines: JournalLine[]): WalletHold[] =>
  lines.filter((line) => readWallets(line).includes(address)).map((line) => toWalletHold(address, line))

/** Returns a line once for each of its wallets; an unreadable one once. */
export const toWalletHolds = (line: JournalLine): WalletHold[] => {
  const all = readWallets(line)
  return all.length > 0 ? all.map((address) => toWalletHold(address, line)) : [toWalletHold('', line)]
}

export const toWalletHold = (address: Address | '', line: JournalLine): WalletHold => ({
  address,
  operationId: line.operationId,
  signature: line.signature as Signature,
  bytes: new Uint8Array(Buffer.from(line.bytes, 'base64')),
  line,
})

const wallets = new WeakMap<JournalLine, Address[]>()

/** Returns the wallets of a line: the one that pays its fee, and those that it pays from. */
export function readWallets(line: JournalLine): Address[] {
  const read = wallets.get(line)
  if (read) return read
  const bytes = new Uint8Array(Buffer.from(line.bytes, 'base64'))
  const all = new Set<Address>()
  for (const names of [() => [readFeePayer(bytes)], () => readTransfers(bytes).map((paid) => paid.source)])
    try {
      for (const name of names()) all.add(name)
    } catch {
      // Unreadable bytes name nobody.
    }
  for (const { wallet, source } of line.movements ?? []) if (wallet === source) all.add(source as Address)
  wallets.set(line, [...all])
  return [...all]
}
