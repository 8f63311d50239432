import { getWallet, listWallets, type Wallet } from '@purser/contract/wallets/wallets.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '#wire/api.ts'
import { lastKnown } from '#wire/storage/cache.ts'
import { walletsCache } from '#wire/storage/caches.ts'

export const walletsKey = ['wallets']
/** It is below walletsKey: invalidating the list invalidates details too. */
export const walletKey = (id: number) => [...walletsKey, id]

/** Wallets and groups; the cached ones while the server is unavailable. */
export const useWallets = () =>
  useQuery({
    queryKey: walletsKey,
    queryFn: ({ signal }) => lastKnown(call(listWallets, { signal }), walletsCache),
    // Another tab may have changed them.
    refetchOnWindowFocus: true,
  })

/** One wallet; until it is loaded, its entry in the list. */
export const useWallet = (listed: Wallet) =>
  useQuery({
    queryKey: walletKey(listed.id),
    queryFn: ({ signal }) => call(getWallet, { params: { id: listed.id }, signal }),
    placeholderData: listed,
  })
