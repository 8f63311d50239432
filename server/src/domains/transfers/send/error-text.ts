/** The chain's error of a landed transaction, worded as nodes word it in simulation. */
import { getSolanaErrorFromTransactionError } from '@solana/kit'

export function errorText(err: unknown): string {
  try {
    const { message } = getSolanaErrorFromTransactionError(err as never)
    if (message) return message
  } catch {
    // An error that the client library does not know is shown as the node sent it.
  }
  if (typeof err === 'string') return err
  return JSON.stringify(err, (_, v: unknown) => (typeof v === 'bigint' ? Number(v) : v)).replaceAll('"', '')
}
