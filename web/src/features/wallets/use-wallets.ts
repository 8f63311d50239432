import { listWallets } from '@purser/contract/wallets.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '#wire/api.ts'
import { lastKnown, walletsCache } from '#wire/caches.ts'

export const walletsKey = ['wallets']

/** Wallets and groups, or what was last known of them while the server is away. */
export const useWallets = () =>
  useQuery({
    queryKey: walletsKey,
    queryFn: ({ signal }) => lastKnown(call(listWallets, { signal }), walletsCache),
  })
