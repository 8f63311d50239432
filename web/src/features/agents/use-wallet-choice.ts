import type { Wallet } from '@purser/contract/wallets.ts'
import { useMemo, useState } from 'react'
import { pickWallet, useWallets } from '#features/wallets/index.ts'
import { connectedWallet, draftCache } from '#wire/caches.ts'
import type { WalletChoice } from './chat-settings.tsx'

const NONE: Wallet[] = []

/** The wallet of the selected agent: chosen here, saved with its last strategy, connected before, default, or first. */
export function useWalletChoice(agentId: number | undefined) {
  const query = useWallets()
  const [picked, setPicked] = useState<Record<number, Wallet>>({})
  const saved = useMemo(
    () => [
      agentId === undefined ? undefined : draftCache.read(agentId)?.walletAddresses[0],
      connectedWallet.read(),
    ],
    [agentId],
  )
  const wallets = query.data?.value.wallets ?? NONE
  const here = agentId === undefined ? undefined : picked[agentId]
  const chosen = wallets.length > 0 ? pickWallet(wallets, [here?.address, ...saved]) : undefined
  const choose = (wallet: Wallet) => {
    if (agentId !== undefined) setPicked((before) => ({ ...before, [agentId]: wallet }))
  }
  const choice: WalletChoice = { wallets, chosen, choose }
  const failure =
    query.isError && !query.data ? { error: query.error, retry: () => void query.refetch() } : undefined
  return { choice, failure, staleAt: query.data?.stale ? query.data.at : undefined }
}
