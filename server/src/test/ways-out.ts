/** Every way in which a user moves funds to a wallet, for tests of the guards against it. Markets are not included. */
import { distributeSol, gatherSol } from '@purser/contract/distributions/distributions.ts'
import * as lines from '@purser/contract/payments/payment-distributions.ts'
import { refundPayment } from '@purser/contract/payments/payment-refunds.ts'
import type { Payment } from '@purser/contract/payments/payments.ts'
import { send } from '@purser/contract/transfers/sends.ts'
import { distributeToken, gatherToken } from '@purser/contract/distributions/token-distributions.ts'
import { changeTopUpSettings, triggerTopUps } from '@purser/contract/top-ups.ts'
import type { TestDesk } from './harness.ts'
import type { Purse } from './money.ts'
import type { createOwner } from './paid-links.ts'

type Moved = { status: number; text: string }
type Held = {
  call: TestDesk['call']
  owner: Awaited<ReturnType<typeof createOwner>>
  /** Each holds SOL and tokens. */
  from: [Purse, Purse]
  mint: string
  /** A payment that can be planned, and one with a receipt to refund. */
  approved: Pick<Payment, 'id'>
  paid: Pick<Payment, 'id' | 'receipts'>
}

/**
 * Each is tried with 0.01 SOL or one token. A round of top-ups goes to all that hold too little, including the target.
 */
export function waysOut({
  call,
  owner,
  from: [first, second],
  mint,
  approved,
  paid,
}: Held): Record<string, (target: Purse) => Promise<Moved>> {
  const { token } = owner
  return {
    distribute: ({ id }) =>
      call(distributeSol, {
        token,
        body: { sourceWalletId: first.id, destinations: [{ walletId: id, amount: 0.01 }] },
      }),
    gather: ({ id }) =>
      call(gatherSol, {
        token,
        body: {
          destinationWalletId: id,
          sources: [{ walletId: second.id, amount: 0.01 }],
          gatherAll: false,
        },
      }),
    send: ({ address }) =>
      call(send, { token, params: { id: first.id }, body: { to: address, amount: 0.01 } }),
    'send a token': ({ address }) =>
      call(send, { token, params: { id: first.id }, body: { to: address, mint, amount: 1 } }),
    'distribute a token': ({ address }) =>
      call(distributeToken, {
        token,
        body: {
          token_address: mint,
          source_wallet: first.address,
          target_wallets: [address],
          total_amount: 1,
        },
      }),
    'gather a token': ({ address }) =>
      call(gatherToken, {
        token,
        body: {
          token_address: mint,
          source_wallets: [second.address],
          target_wallet: address,
          custom_amount: { [second.address]: 1 },
          total_amount: 1,
        },
      }),
    async 'a line of a payment'({ id }) {
      const { ok } = await owner.plan(approved.id, [{ wallet_id: id, amount_sol: '0.01' }])
      const answer = await call(lines.executeLine, { token, params: { id: ok.distributions[0]?.id ?? 0 } })
      if (answer.status !== 200) await call(lines.discardDistribution, { token, params: { id: approved.id } })
      return answer
    },
    refund: ({ address }) =>
      call(refundPayment, {
        token,
        params: { id: paid.id },
        body: { receipt_id: paid.receipts[0]?.id ?? 0, to: address, amount: '0.01' },
      }),
    // All others hold enough: the round is for the target alone.
    async 'a top-up'() {
      const set = (enabled: boolean) =>
        call(changeTopUpSettings, {
          token,
          body: { enabled, funding_wallet_id: first.id, include_grouped_wallets_only: false },
        })
      await set(true)
      const answer = await call(triggerTopUps, { token })
      await set(false)
      return answer
    },
  }
}
