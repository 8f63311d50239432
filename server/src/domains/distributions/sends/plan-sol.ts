/** Plans a send of SOL. */
import { formatUnits, SOL_DECIMALS } from '@purser/contract/money.ts'
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import { Fault } from '../../../kernel/fault.ts'
import type { Spend } from '../../transfers/index.ts'
import type { OwnedWallet } from '../../wallets/index.ts'
import type { PlanParts } from '../plan-distribute.ts'
import { distributePacking, type DistributeRequest, noSigners } from '../sol-kinds.ts'
import { readTerms, spreadFees } from '../sol-packing.ts'
import type { Recipient } from './check-recipient.ts'
import { type SendIntent, parseAmount } from './intent.ts'
import { toMovement, type PlannedSend } from './plan.ts'
import { solAmount } from './sol-amount.ts'

const text = (lamports: bigint) => formatUnits(lamports < 0n ? 0n : lamports, SOL_DECIMALS)

/** Throws insufficient_balance, amount_refused and chain_away. */
export async function planSolSend(
  { chain, transfers }: PlanParts,
  { intent, source, recipient }: { intent: SendIntent; source: OwnedWallet; recipient: Recipient },
): Promise<PlannedSend> {
  const wanted = parseAmount(intent, SOL_DECIMALS)
  const [rent, [free = 0n], terms, [there]] = await Promise.all([
    chain.rentExempt(0),
    transfers.funds.free([source.address]),
    readTerms(transfers, 'spread', source.address),
    chain.balances([recipient.address]),
  ])
  const fee = spreadFees(1, terms.size, terms.price)
  const lacking = (has: bigint, needs: bigint) =>
    new Fault('insufficient_balance', {
      wallet: source.name,
      has: text(has),
      needs: text(needs),
      unit: 'SOL',
    })
  const planned = solAmount(wanted, { free, fee, rent }, source.name)
  if ('short' in planned) throw lacking(free, planned.short)
  if ('refused' in planned) throw new Fault('amount_refused', planned.refused)
  const { amount, left } = planned
  const before = there?.lamports ?? 0n
  if (before + amount < rent)
    throw new Fault('amount_refused', { code: 'new_account', rent: text(rent), to: recipient.address })
  const later = terms.later(1, left - rent)
  const request: DistributeRequest = {
    requestHash: intent.requestHash,
    format: terms.format,
    price: terms.price.toString(),
    ...later.request,
    initial: free.toString(),
    source: source.address,
    sourceWalletId: source.id,
  }
  const spend: Spend = {
    address: source.address,
    mint: SOL_MINT,
    amount: amount + fee + later.extra,
    walletName: source.name,
    decimals: SOL_DECIMALS,
    symbol: 'SOL',
    exclusive: true,
    lacking: (now) => lacking(now, amount + fee + later.extra),
  }
  const opens = before === 0n
  return {
    request,
    movement: toMovement(source, recipient, { mint: SOL_MINT, amount }),
    spends: [spend],
    packing: distributePacking(request, noSigners),
    mint: null,
    symbol: 'SOL',
    decimals: SOL_DECIMALS,
    withheld: 0n,
    fee,
    rent: { accounts: opens ? 1 : 0, lamports: opens ? rent : 0n },
    source: { sol: { before: free, after: left }, token: null },
    recipient: { before, after: before + amount },
  }
}
