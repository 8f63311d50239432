/** The chain's own error of a transaction that landed, in the words that its nodes use in simulation. */
import { getSolanaErrorFromTransactionError } from '@solana/kit'

export function errorText(err: unknown): string {
  try {
    const { message } = getSolanaErrorFromTransactionError(err as never)
    if (message) return message
  } catch {
    // An error that the client does not know yet is told as the node sent it.
  }
  if (typeof err === 'string') return err
  return JSON.stringify(err, (_, v: unknown) => (typeof v === 'bigint' ? Number(v) : v)).replaceAll('"', '')
}
