/** A request without the transfers that its preview says would fail. */
import { formatUnits, parseUnitsDown } from '@purser/contract/money.ts'
import type {
  TokenDistributeBody,
  TokenGatherBody,
} from '@purser/contract/distributions/token-distributions.ts'
import type { FundsPreview, FundsRequest } from '../funds-request.ts'

type Custom = TokenDistributeBody['custom_amount']

/** Amounts of these wallets, and their sum, if the request names amounts. */
function amountsOf(custom: Custom, addresses: string[], decimals: number) {
  if (!custom) return {}
  const kept = addresses.flatMap((address) => {
    const amount = custom[address]
    return amount === undefined ? [] : [[address, amount] as const]
  })
  const total = kept.reduce((sum, [, amount]) => sum + parseUnitsDown(amount, decimals), 0n)
  return { custom_amount: Object.fromEntries(kept), total_amount: formatUnits(total, decimals) }
}

/** Undefined if nothing would be left. */
export function withoutFailing(request: FundsRequest, preview: FundsPreview): FundsRequest | undefined {
  const failing = preview.transfers.filter(({ error }) => error !== null)
  if (failing.length === 0 || failing.length === preview.transfers.length) return undefined
  const ids = new Set(failing.map(({ walletId }) => walletId))
  if (request.kind === 'distribute') {
    const destinations = request.body.destinations.filter(({ walletId }) => !ids.has(walletId))
    return { kind: request.kind, body: { ...request.body, destinations } }
  }
  if (request.kind === 'gather') {
    const idOf = (source: number | { walletId: number }) =>
      typeof source === 'number' ? source : source.walletId
    const sources = request.body.sources.filter((source) => !ids.has(idOf(source)))
    return { kind: request.kind, body: { ...request.body, sources } }
  }
  if (!('mint' in preview)) return undefined
  const addresses = new Set(preview.transfers.flatMap((one) => (one.error === null ? [one.address] : [])))
  const { decimals } = preview
  if (request.kind === 'token-distribute') {
    const { custom_amount: custom, ...rest } = request.body
    // The server splits a total without amounts anew: the omitted part would go to the others.
    if (!custom) return undefined
    const target_wallets = rest.target_wallets.filter((address) => addresses.has(address))
    return {
      kind: request.kind,
      body: { ...rest, target_wallets, ...amountsOf(custom, target_wallets, decimals) },
    }
  }
  const { custom_amount: custom, total_amount: _, ...rest } = request.body satisfies TokenGatherBody
  const source_wallets = rest.source_wallets.filter((address) => addresses.has(address))
  return {
    kind: request.kind,
    body: { ...rest, source_wallets, ...amountsOf(custom, source_wallets, decimals) },
  }
}
