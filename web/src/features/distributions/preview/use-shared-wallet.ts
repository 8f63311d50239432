import type { FundsRequest } from '../funds-request.ts'
import { useHolders } from '../selection/use-holders.ts'

/** The name of the wallet that all transfers share; undefined until the wallets are loaded. */
export function useSharedWallet({ kind, body }: FundsRequest): string | undefined {
  const byId = useHolders().data?.byId
  if (kind === 'distribute') return byId?.get(body.sourceWalletId)?.name
  if (kind === 'gather') return byId?.get(body.destinationWalletId)?.name
  const address = kind === 'token-distribute' ? body.source_wallet : body.target_wallet
  return byId && [...byId.values()].find((holder) => holder.address === address)?.name
}
