/** A retry with new amounts: only the failed lines, each wallet once. */
import type { FailedLine, Proposal } from '@purser/contract/distributions/distributions.ts'
import { formatUnits, parseUnitsDown } from '@purser/contract/money.ts'
import { type Asset, SOL, textIn, unitsIn } from '../amounts/asset.ts'
import type { FundsRequest } from '../funds-request.ts'

/** More decimals than any mint has. */
const ANY_DECIMALS = 255
/** The requested amounts; empty if everything in the wallet was requested. */
export const firstAmounts = (failed: FailedLine[]): Map<number, string> =>
  new Map(
    failed.map(({ walletId, amount }) => {
      const units = parseUnitsDown(amount, ANY_DECIMALS)
      return [walletId, units === 0n ? '' : formatUnits(units, ANY_DECIMALS)]
    }),
  )

type Edited = { failed: FailedLine[]; amounts: ReadonlyMap<number, string>; asset?: Asset }

/** Lines without an amount are left out. Undefined if none has one. */
export function editedRequest(
  proposal: Proposal,
  { failed, amounts, asset = SOL }: Edited,
): FundsRequest | undefined {
  const lines = failed
    .map(({ walletId, address }) => ({ walletId, address, units: unitsIn(asset, amounts.get(walletId)) }))
    .filter(({ units }) => units > 0n)
  if (lines.length === 0) return undefined
  // The failed lines of an undo are undone again: no more comes back than was paid, whatever is set by hand.
  const again = (of: { operationId: string; as: 'undo' | 'retry' } | undefined) =>
    of?.as === 'retry'
      ? { of: { operationId: of.operationId, as: of.as, edited: true as const } }
      : of && { of }
  const ofSol = lines.map(({ walletId, units }) => ({ walletId, amount: textIn(asset, units) }))
  const custom_amount = Object.fromEntries(lines.map(({ address, units }) => [address, textIn(asset, units)]))
  const addresses = lines.map(({ address }) => address)
  const { distribute, gather, tokenDistribute, tokenGather } = proposal
  if (distribute)
    return { kind: 'distribute', body: { ...distribute, destinations: ofSol, ...again(distribute.of) } }
  if (gather)
    return { kind: 'gather', body: { ...gather, gatherAll: false, sources: ofSol, ...again(gather.of) } }
  if (tokenDistribute) {
    const { total_amount: _, ...body } = tokenDistribute
    return {
      kind: 'token-distribute',
      body: { ...body, target_wallets: addresses, custom_amount, ...again(body.of) },
    }
  }
  if (!tokenGather) return undefined
  const { total_amount: _, ...body } = tokenGather
  return {
    kind: 'token-gather',
    body: { ...body, source_wallets: addresses, custom_amount, ...again(body.of) },
  }
}
