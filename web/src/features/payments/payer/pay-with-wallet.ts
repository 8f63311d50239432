/** Lets a browser wallet pay the amount on the page. Loaded when a wallet is chosen. */
import { buildPayment, type PayerView } from '@purser/contract/payments/payer.ts'
import { getBase58Decoder } from '@solana/kit'
import { call } from '#wire/api.ts'
import { never } from '#wire/retry.ts'
import { lamports } from './amounts.ts'
import { checkedTransaction } from './check-transaction.ts'
import { accountFor, type PayingWallet } from './use-wallets.ts'

/** The code of EIP-1193, which wallets for Solana follow. */
const DECLINED = 4001
const TIMEOUT_MS = 30_000

/**
 * 'sent': signed and handed to the network. 'unclear': the wallet was asked to send and answered with an error, so it
 * may have sent it. The others: nothing was signed.
 */
export type WalletResult =
  | { kind: 'sent'; signature: string }
  | { kind: 'unclear'; message: string }
  | { kind: 'declined' | 'no_account' | 'not_as_shown' }
  | { kind: 'no_connection'; message: string }

const isDeclined = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === DECLINED
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Rejects with a WireFault if the server does not build the transaction. `signing`: the wallet asks its owner now. */
export async function payWithWallet(
  { chain, connect, send, version }: PayingWallet,
  view: PayerView,
  signing: () => void,
): Promise<WalletResult> {
  let accounts: Parameters<typeof accountFor>[0]
  try {
    ;({ accounts } = await connect.connect())
  } catch (error) {
    return isDeclined(error) ? { kind: 'declined' } : { kind: 'no_connection', message: messageOf(error) }
  }
  const account = accountFor(accounts, chain)
  if (!account) return { kind: 'no_account' }
  const built = await call(buildPayment, {
    params: { reference: view.reference_id },
    body: version === 1 ? { account: account.address, version } : { account: account.address },
    retry: never,
    timeoutMs: TIMEOUT_MS,
  })
  const transaction = checkedTransaction(built.transaction, {
    account: account.address,
    recipient: view.recipient,
    reference: view.reference_id,
    lamports: lamports(view.quote?.amount_sol ?? 0),
    version: built.version,
  })
  if (transaction === null || built.version > version) return { kind: 'not_as_shown' }
  signing()
  try {
    const [output] = await send.signAndSendTransaction({ account, transaction, chain })
    if (!output) return { kind: 'unclear', message: 'it gave no signature' }
    return { kind: 'sent', signature: getBase58Decoder().decode(output.signature) }
  } catch (error) {
    return isDeclined(error) ? { kind: 'declined' } : { kind: 'unclear', message: messageOf(error) }
  }
}
