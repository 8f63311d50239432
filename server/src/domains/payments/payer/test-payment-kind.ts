/** The kind 'test-payment' of the engine: what a payer would send, paid from the faucet. The local network only. */
import { getAddMemoInstruction } from '@solana-program/memo'
import { getTransferSolInstruction } from '@solana-program/system'
import { AccountRole, type Address, type Instruction, type TransactionSigner } from '@solana/kit'
import * as z from 'zod/mini'
import type { Kind } from '../../transfers/index.ts'
import type { Wallets } from '../../wallets/index.ts'
import { payMemo } from './solana-pay-url.ts'

export const TEST_PAYMENT = 'test-payment'
/** The memo program that every cluster has, the local one included. */
const MEMO_PROGRAM = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr' as Address

const TestPayment = z.object({
  reference: z.string(),
  recipient: z.string(),
  lamports: z.string().check(z.regex(/^\d{1,20}$/)),
})
export type TestPayment = z.infer<typeof TestPayment>

/** The order that Solana Pay prescribes: the memo right before the transfer, which names the reference. */
export function payInstructions(
  source: TransactionSigner,
  { reference, recipient, lamports }: { reference: string; recipient: string; lamports: bigint },
): Instruction[] {
  const transfer = getTransferSolInstruction({
    source,
    destination: recipient as Address,
    amount: lamports,
  })
  return [
    getAddMemoInstruction({ memo: payMemo(reference) }, { programAddress: MEMO_PROGRAM }),
    {
      ...transfer,
      accounts: [...transfer.accounts, { address: reference as Address, role: AccountRole.READONLY }],
    },
  ]
}

export const testPaymentKind = (wallets: Pick<Wallets, 'keys'>): Kind => ({
  recall: (request) => z.safeParse(TestPayment, request).data,
  async build({ request }) {
    const read = z.safeParse(TestPayment, request)
    if (!read.success) return { refused: 'The details of this payout are no longer known.' }
    const faucet = await wallets.keys.systemSigner('faucet')
    const lamports = BigInt(read.data.lamports)
    return { feePayer: faucet, instructions: payInstructions(faucet, { ...read.data, lamports }) }
  },
})
