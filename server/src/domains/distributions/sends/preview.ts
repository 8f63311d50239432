/** Simulates the transaction of a send: nothing is signed, nothing moves. */
import { toJsonAmount } from '@purser/contract/money.ts'
import type { SendPreview } from '@purser/contract/transfers/sends.ts'
import {
  MUST_BE_CONFIRMED,
  type SendWarning,
  type Warned,
  warningText,
} from '@purser/contract/transfers/send-texts.ts'
import type { Transfers } from '../../transfers/index.ts'
import type { OwnedWallet } from '../../wallets/index.ts'
import { feesAtMost, toRow } from '../preview.ts'
import { sol } from '../result.ts'
import type { Recipient } from './check-recipient.ts'
import type { PlannedSend } from './plan.ts'

export const mustConfirm = ({ code }: Warned): boolean => MUST_BE_CONFIRMED.includes(code)
const toWarning = (warned: Warned): SendWarning => ({
  ...warned,
  confirm: mustConfirm(warned),
  message: warningText(warned),
})

/** Throws chain_away. */
export async function previewSend(
  engine: Pick<Transfers, 'funds'>,
  planned: PlannedSend,
  { source, recipient }: { source: OwnedWallet; recipient: Recipient },
): Promise<SendPreview> {
  const { movement, packing, decimals, withheld } = planned
  const error = (await engine.funds.simulate(packing, [toRow(movement, 0)])).get(0) ?? null
  const units = (amount: bigint) => toJsonAmount(amount, decimals)
  const change = (of: { before: bigint; after: bigint }) => ({
    before: units(of.before),
    after: units(of.after),
  })
  const { sol: lamports, token } = planned.source
  return {
    wallet: { id: source.id, name: source.name, address: source.address },
    to: recipient.address,
    toName: recipient.own?.name ?? null,
    mint: planned.mint,
    symbol: planned.symbol,
    decimals,
    amount: units(movement.amount),
    transferFee: units(withheld),
    received: units(movement.amount - withheld),
    transactions: 1,
    format: packing.format,
    fees: sol(planned.fee),
    ...feesAtMost(packing, [[toRow(movement, 0)]]),
    rent: { accounts: planned.rent.accounts, amount: sol(planned.rent.lamports) },
    source: {
      sol: { before: sol(lamports.before), after: sol(lamports.after) },
      token: token && change(token),
    },
    recipient: change(planned.recipient),
    error,
    wouldFail: error === null ? 0 : 1,
    warnings: recipient.warnings.map(toWarning),
  }
}
