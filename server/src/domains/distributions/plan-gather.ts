/** Plans a gather: the amount of each source, the payer of the fees, and the fees. */
import { GATHER_KEEP_LAMPORTS } from '@purser/contract/limits.ts'
import { lineRefusalTexts } from '@purser/contract/transfers/line-refusals.ts'
import { formatUnits, SOL_DECIMALS } from '@purser/contract/money.ts'
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import { Fault } from '../../kernel/fault.ts'
import { toChunks } from '../../kernel/chunks.ts'
import type { Movement, Spend } from '../transfers/index.ts'
import type { OwnedWallet } from '../wallets/index.ts'
import type { Planned, PlanParts } from './plan-distribute.ts'
import type { GatherRequest } from './sol-kinds.ts'
import { collectFee, choosePayer, planGather as planAmounts, readTerms } from './sol-packing.ts'
import { type GatherIntent, hashRequest } from './intent.ts'

function requireFree(
  { free, amount }: { free: bigint; amount: bigint | null },
  keep: bigint,
  wallet: string,
): void {
  if (amount === null || amount + keep <= free) return
  const has = formatUnits(free < 0n ? 0n : free, SOL_DECIMALS)
  const needs = formatUnits(amount + keep, SOL_DECIMALS)
  throw new Fault('insufficient_balance', { wallet, has, needs, unit: 'SOL' })
}

/** Throws insufficient_balance for an amount that a source cannot give, nothing_to_gather, and chain_away. */
export async function planGather(
  { chain, transfers }: PlanParts,
  intent: GatherIntent,
  destination: OwnedWallet,
  sources: OwnedWallet[],
): Promise<Planned<GatherRequest>> {
  const [rent, { format, price, size, computeLater }, [into = 0n, ...frees]] = await Promise.all([
    chain.rentExempt(0),
    readTerms(transfers, 'collect', destination.address),
    transfers.funds.free([destination.address, ...sources.map((source) => source.address)]),
  ])
  const keep = intent.emptyWallets ? 0n : rent > GATHER_KEEP_LAMPORTS ? rent : GATHER_KEEP_LAMPORTS
  const payer = choosePayer({ free: into, rent, sources: sources.length, size, price })
  const wanted = sources.map((_, i) => ({
    free: frees[i] ?? 0n,
    amount: intent.lines[i]?.amount ?? null,
  }))
  wanted.forEach((want, i) => requireFree(want, keep, sources[i]?.name ?? ''))
  const plan = planAmounts({ sources: wanted, keep, size, payer, price })
  if (plan.amounts.every((amount) => amount === null)) throw new Fault('nothing_to_gather')
  const movements = sources.map((source, i): Movement => {
    const amount = plan.amounts[i] ?? null
    return {
      walletId: source.id,
      walletName: source.name,
      source: source.address,
      destination: destination.address,
      mint: SOL_MINT,
      amount: amount ?? 0n,
      ...(amount === null
        ? { error: lineRefusalTexts.nothing_beyond_keep, refusal: 'nothing_beyond_keep' as const }
        : {}),
    }
  })
  const going = sources.flatMap((source, i) => (plan.amounts[i] == null ? [] : [{ source, i }]))
  // Incoming funds never pay for it: a transaction that does not land brings nothing.
  const later =
    payer === 'destination'
      ? computeLater(
          (at) => toChunks(going, size).reduce((sum, chunk) => sum + collectFee(chunk.length, payer, at), 0n),
          into - rent - plan.fees,
        )
      : { request: {}, extra: 0n }
  const gatherAll = intent.lines.every((line) => line.amount === null)
  const request: GatherRequest = {
    requestHash: hashRequest('gather', intent),
    format,
    price: price.toString(),
    ...later.request,
    // Amounts that have left and still count as in flight can make it negative.
    initial: (into > 0n ? into : 0n).toString(),
    destination: destination.address,
    destinationWalletId: destination.id,
    payer,
    gatherAll,
    emptyWallets: intent.emptyWallets,
    ...(payer === 'source' && gatherAll
      ? { gross: plan.gross.map((amount) => amount?.toString() ?? null) }
      : {}),
  }
  const of = ({ address, name }: OwnedWallet) => ({
    address,
    mint: SOL_MINT,
    walletName: name,
    decimals: SOL_DECIMALS,
    symbol: 'SOL',
  })
  const spends = toChunks(going, size).flatMap((chunk) =>
    chunk.map(({ source, i }, at): Spend => {
      const fee = payer === 'source' && at === 0 ? collectFee(chunk.length, payer, price) : 0n
      return { ...of(source), amount: (plan.amounts[i] ?? 0n) + fee, exclusive: true }
    }),
  )
  if (payer === 'destination') spends.push({ ...of(destination), amount: plan.fees + later.extra })
  return { request, movements, spends, rent }
}
