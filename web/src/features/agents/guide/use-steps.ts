/** The progress of a new account towards its first strategy, by the server's data. */
import { listBalances } from '@purser/contract/balances/balances.ts'
import { parseUnitsDown, SOL_DECIMALS } from '@purser/contract/money.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useWallets } from '#features/wallets/index.ts'
import { call } from '#wire/api.ts'
import { useCurrentStrategies } from '../list/use-current-strategies.ts'
import { useAgents } from '../use-agents.ts'

/** Wallets that are checked for funds. */
const LOOKED_AT = 100
/** Funds may come from outside. */
const POLL_MS = 10_000
export const fundsKey = ['balances', 'first-steps']

export type Steps = {
  wallet: boolean
  funds: boolean
  agent: boolean
  strategy: boolean
  /** The wallet to fund: the default one. */
  address: string | undefined
}

/** Undefined while unknown. */
export function useSteps(enabled: boolean): Steps | undefined {
  const wallets = useWallets().data?.value.wallets
  const agents = useAgents().data?.value
  const strategies = useCurrentStrategies().data?.byAgent
  const ids = (wallets ?? []).slice(0, LOOKED_AT).map(({ id }) => id)
  const started = (strategies?.size ?? 0) > 0
  const funds = useQuery({
    queryKey: [...fundsKey, ids],
    queryFn: async ({ signal }) => {
      if (ids.length === 0) return false
      const { balances } = await call(listBalances, { body: { walletIds: ids }, signal })
      return balances.some(({ sol: { balance } }) => parseUnitsDown(balance ?? 0, SOL_DECIMALS) > 0n)
    },
    enabled: enabled && wallets !== undefined && strategies !== undefined && !started,
    // The steps and the focus in them stay while a first wallet is checked.
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data === true ? false : POLL_MS),
  }).data
  if (!wallets || !agents || !strategies) return undefined
  if (!started && ids.length > 0 && funds === undefined) return undefined
  const chosen = wallets.find((wallet) => wallet.is_default) ?? wallets[0]
  return {
    wallet: wallets.length > 0,
    funds: funds === true || started,
    agent: agents.length > 0,
    strategy: started,
    address: chosen?.address,
  }
}
