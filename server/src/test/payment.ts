/** One payment by a key that the test knows, for engines in several processes. */
import { SOL_DECIMALS } from '@purser/contract/money.ts'
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import { getTransferSolInstruction } from '@solana-program/system'
import { type Address, createKeyPairSignerFromPrivateKeyBytes } from '@solana/kit'
import type { Kind, Submit } from '../domains/transfers/index.ts'

/** Amounts in lamports as decimal strings. */
export type Payment = {
  userId: number
  key: string
  seed: number[]
  from: Address
  to: Address
  amount: string
}
export const PAYMENT_FEE = 5_000n

export const createSigner = (seed: number[]) => createKeyPairSignerFromPrivateKeyBytes(new Uint8Array(seed))

export const paymentKind: Kind = {
  async build({ request }) {
    const { seed, to, amount } = request as Payment
    const source = await createSigner(seed)
    return {
      feePayer: source,
      instructions: [getTransferSolInstruction({ source, destination: to, amount: BigInt(amount) })],
    }
  },
}

export function toSubmission(payment: Payment): Parameters<Submit['submit']>[0] {
  const { userId, key, from, to } = payment
  const legs = createLegs({ from, to, amount: BigInt(payment.amount) })
  return { userId, type: 'send', originKey: `${userId}:${key}`, request: payment, ...legs }
}

/** The movements and spends of one payment. */
export function createLegs(payment: { from: Address; to: Address; amount: bigint; exclusive?: boolean }) {
  const { from, to, amount, exclusive = false } = payment
  const leg = { mint: SOL_MINT, walletName: 'w' }
  const spend = { ...leg, address: from, amount: amount + PAYMENT_FEE, exclusive }
  return {
    movements: [{ ...leg, walletId: null, source: from, destination: to, amount }],
    spends: [{ ...spend, decimals: SOL_DECIMALS, symbol: 'SOL' }],
  }
}
