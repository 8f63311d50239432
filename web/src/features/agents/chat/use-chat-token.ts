import type { Plan } from '@purser/contract/strategies/plan.ts'
import { useCallback, useState } from 'react'
import { draftCache } from '#wire/storage/caches.ts'
import { splitAddresses } from './request-parse.ts'

/** The settings of a chat: the token and, while no wallet is known, addresses. The chart shows the token. */
export function useChatToken(agentId: number) {
  const [draft] = useState(() => draftCache.read(agentId))
  const [token, setToken] = useState(draft?.tokenAddress ?? '')
  const [typedWallets, setTypedWallets] = useState(draft?.walletAddresses.join(', ') ?? '')
  const [settings, setSettings] = useState(false)
  /** The last plan, until it is executed or dropped. */
  const [offered, setOffered] = useState<Plan>()
  const openSettings = useCallback(() => setSettings(true), [])
  const onOffered = useCallback((plan: Plan | undefined) => setOffered(plan), [])
  return {
    token,
    setToken,
    typedWallets,
    setTypedWallets,
    splitWallets: splitAddresses(typedWallets),
    settings,
    setSettings,
    openSettings,
    offered,
    onOffered,
  }
}
export type ChatToken = ReturnType<typeof useChatToken>
