/** Plans a send of a token: a distribution of it to one recipient. */
import { assetSymbol, WRAPPED_SOL_MINTS } from '@purser/contract/tokens/tokens.ts'
import { Fault } from '../../../kernel/fault.ts'
import type { OwnedWallet } from '../../wallets/index.ts'
import { toRow } from '../preview.ts'
import { computeWithheld } from '../tokens/amounts.ts'
import { noTokenSigners, tokenSpreadPacking } from '../tokens/kinds.ts'
import * as plan from '../tokens/plan.ts'
import { planTokenDistribute } from '../tokens/plan-distribute.ts'
import type { Recipient } from './check-recipient.ts'
import { type SendIntent, parseAmount } from './intent.ts'
import { toMovement, getName, type PlannedSend } from './plan.ts'

/** Throws wrapped_not_sent, unknown_mint and token_not_movable. */
export function requireSendable(chain: plan.TokenParts['chain'], mint: string) {
  if (WRAPPED_SOL_MINTS.includes(mint)) throw new Fault('wrapped_not_sent')
  return plan.requireMovable(chain, mint)
}

/** Throws insufficient_balance, token_account_unusable, amount_refused, invalid_input and chain_away. */
export async function planTokenSend(
  parts: plan.TokenParts,
  mint: Awaited<ReturnType<typeof requireSendable>>,
  { intent, source, recipient }: { intent: SendIntent; source: OwnedWallet; recipient: Recipient },
): Promise<PlannedSend> {
  const wanted = parseAmount(intent, mint.decimals)
  const to: OwnedWallet = recipient.own ?? {
    id: 0,
    userId: source.userId,
    name: getName(recipient),
    address: recipient.address,
  }
  const [[holder, target], [sol = 0n]] = await Promise.all([
    plan.readHolders(parts, mint, [source, to]),
    parts.transfers.funds.free([source.address]),
  ])
  if (!holder || !target) throw new Error('the wallets were not read')
  plan.requireUsable(holder, { ...mint, startsFrozen: false })
  plan.requireUsable(target, mint)
  const amount = wanted === 'max' ? holder.free : wanted
  if (amount <= 0n) throw plan.lackingTokens(holder, 1n, mint)
  const planned = await planTokenDistribute(
    parts,
    {
      intent: {
        type: 'token-distribute',
        mint: mint.mint,
        middle: source.address,
        lines: [{ address: to.address, amount }],
        closeAccounts: false,
        of: undefined,
      },
      requestHash: intent.requestHash,
      mint,
    },
    { middle: source, others: [to] },
  )
  const { request, rent, middle, others } = planned
  const packing = tokenSpreadPacking(request, { chain: parts.chain, signers: noTokenSigners })
  const opens = request.opens.length
  const lamports = rent * BigInt(opens)
  const withheld = computeWithheld(amount, mint.transferFee)
  const fee = packing.fee(planned.movements.map(toRow))
  const [has, there] = [middle.held?.amount ?? 0n, others[0]?.held?.amount ?? 0n]
  return {
    request,
    movement: toMovement(source, recipient, { mint: mint.mint, amount }),
    spends: planned.spends,
    packing,
    mint: mint.mint,
    symbol: assetSymbol(mint.mint),
    decimals: mint.decimals,
    withheld,
    fee,
    rent: { accounts: opens, lamports },
    source: {
      sol: { before: sol, after: sol - fee - lamports },
      token: { before: has, after: has - amount },
    },
    recipient: { before: there, after: there + amount - withheld },
  }
}
