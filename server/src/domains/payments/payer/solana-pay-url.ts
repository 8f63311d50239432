/** The transfer request of Solana Pay: https://docs.solanapay.com/spec#specification-transfer-request */
import { formatUnits, SOL_DECIMALS } from '@purser/contract/money.ts'

/** Characters of the reference that a payer can compare with the page's. */
const SHORT = 8

/** Not the memo of an operation of the engine, which names that by its id. */
export const payMemo = (reference: string): string => `Payment ${reference.slice(0, SHORT)}`

export type TransferRequest = { recipient: string; lamports: bigint; reference: string; usd: string }

/** The amount is a plain decimal; spaces are %20, since some wallets do not read '+' as one. */
export function solanaPayUrl({ recipient, lamports, reference, usd }: TransferRequest): string {
  const fields: [string, string][] = [
    ['amount', formatUnits(lamports, SOL_DECIMALS)],
    ['reference', reference],
    ['label', 'Purser'],
    ['message', `Payment of $${usd}`],
    ['memo', payMemo(reference)],
  ]
  return `solana:${recipient}?${fields.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}`
}
