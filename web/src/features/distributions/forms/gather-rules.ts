/**
 * The form of a gather depends on the moved asset for these: the most that each can give, its checks, and its request.
 */
import { solText } from '#ui/formats/amount-text.ts'
import { type Asset, SOL, textIn } from '../amounts/asset.ts'
import { checkGather, keepOf, mostFrom } from './check-gather.ts'
import type { Line } from './distribute-rules.ts'
import type { FundsRequest } from '../funds-request.ts'
import type { Holder } from '../selection/holders.ts'
import type { Eligible, IneligibleText } from '../selection/selection.ts'

export type GatherRules = {
  asset: Asset
  key: string
  eligible: Eligible
  lacks: IneligibleText
  /** The amount of a wallet, and the most that may be typed for it. */
  mostFrom: (holder: Holder, custom: boolean) => bigint
  check: (input: { custom: boolean; chosen: boolean; count: number; amounts: bigint[] }) => string | undefined
  request: (destination: Holder, lines: Line[], custom: boolean) => FundsRequest
}

/** `empty`: nothing stays in the sources. `rent`: the rent minimum in lamports, once it is known. */
export function solGatherRules({ empty, rent }: { empty: boolean; rent: bigint | undefined }): GatherRules {
  const keep = keepOf(empty, rent)
  return {
    asset: SOL,
    key: 'SOL',
    eligible: (holder) => holder.lamports > keep,
    lacks: (_, who) =>
      empty ? `None of ${who} holds SOL.` : `None of ${who} has more than ${solText(keep)} SOL.`,
    mostFrom: (holder) => mostFrom(holder.lamports, keep),
    check: checkGather,
    request: (destination, lines, custom) => ({
      kind: 'gather',
      body: {
        destinationWalletId: destination.id,
        gatherAll: !custom,
        sources: lines.map(({ holder, units }) =>
          custom ? { walletId: holder.id, amount: textIn(SOL, units) } : holder.id,
        ),
        ...(empty ? { emptyWallets: true } : {}),
      },
    }),
  }
}
