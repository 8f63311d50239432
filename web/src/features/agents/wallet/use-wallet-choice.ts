import { listWallets, type Wallet, type WalletGroup } from '@purser/contract/wallets/wallets.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { inView, useWallets, walletsKey } from '#features/wallets/index.ts'
import { call } from '#wire/api.ts'
import { connectedWallet, draftCache, tradesWith } from '#wire/storage/caches.ts'
import { isDown } from '#wire/fault.ts'
import { pickWallet } from './pick-wallet.ts'

/** A group to trade with, and its present wallets. */
export type GroupChoice = { id: number; name: string; color: string; count: number; wallets: Wallet[] }

/** The wallets of the user and the choice to trade with: one of them, or a group. */
export type WalletChoice = {
  wallets: Wallet[]
  /** The wallets are loaded; there may be none. */
  known: boolean
  groups: WalletGroup[]
  /** Undefined while a group is chosen. */
  chosen: Wallet | undefined
  group: GroupChoice | undefined
  choose: (wallet: Wallet) => void
  chooseGroup: (group: WalletGroup) => void
  /** Switches from the group back to the wallet. */
  clearGroup: () => void
  error: string | undefined
}

const NONE: Wallet[] = []
const NO_GROUPS: WalletGroup[] = []
type Pick = { address?: string | undefined; groupId: number | null }

/**
 * The choice of the selected agent: chosen here (also before a reload), saved with its last strategy, connected before,
 * default, or first.
 */
export function useWalletChoice(agentId: number | undefined) {
  const client = useQueryClient()
  const query = useWallets()
  const [picked, setPicked] = useState<Record<number, Pick>>({})
  const [error, setError] = useState<string>()
  const saved = useMemo(() => {
    const draft = agentId === undefined ? undefined : draftCache.read(agentId)
    return { groupId: draft?.groupId ?? null, addresses: [draft?.walletAddresses[0], connectedWallet.read()] }
  }, [agentId])
  const wallets = query.data?.value.wallets ?? NONE
  const groups = query.data?.value.groups ?? NO_GROUPS
  const here = agentId === undefined ? undefined : (picked[agentId] ?? tradesWith.read(agentId))
  const groupId = here ? here.groupId : saved.groupId
  const found = groups.find((one) => one.id === groupId)
  const members = useMemo(() => (found ? inView(wallets, found.id) : NONE), [wallets, found])
  const group: GroupChoice | undefined = found && {
    id: found.id,
    name: found.name,
    color: found.color,
    count: members.length,
    wallets: members,
  }
  const single = wallets.length > 0 ? pickWallet(wallets, [here?.address, ...saved.addresses]) : undefined
  const put = (pick: Pick) => {
    setError(undefined)
    if (agentId === undefined) return
    const next = { ...here, ...pick }
    tradesWith.write(agentId, next)
    setPicked((before) => ({ ...before, [agentId]: next }))
  }
  const chooseGroup = async (one: WalletGroup) => {
    try {
      // Refetched: another tab may have changed its members.
      const fresh = await call(listWallets, { query: { groupId: one.id } })
      if (fresh.wallets.length !== inView(wallets, one.id).length)
        await client.invalidateQueries({ queryKey: walletsKey, exact: true })
    } catch (cause) {
      // While the server is unavailable the known members are used.
      if (!isDown(cause)) return setError('Failed to select group.')
    }
    put({ groupId: one.id })
  }
  const choice: WalletChoice = {
    wallets,
    known: query.data !== undefined,
    groups,
    chosen: group ? undefined : single,
    group,
    choose: ({ address }) => put({ address, groupId: null }),
    chooseGroup: (one) => void chooseGroup(one),
    clearGroup: () => put({ groupId: null }),
    error: error ?? (query.isError && !query.data ? 'Failed to load wallets.' : undefined),
  }
  const failure =
    query.isError && !query.data ? { error: query.error, retry: () => void query.refetch() } : undefined
  return { choice, failure, staleAt: query.data?.stale ? query.data.at : undefined }
}
