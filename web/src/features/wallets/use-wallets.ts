import { getWallet, listWallets, type Wallet } from '@purser/contract/wallets.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '#wire/api.ts'
import { lastKnown, walletsCache } from '#wire/caches.ts'

export const walletsKey = ['wallets']
/** Below walletsKey: what changes the list makes the detail be read again. */
export const walletKey = (id: number) => [...walletsKey, id]

/** Wallets and groups, or what was last known of them while the server is away. */
export const useWallets = () =>
  useQuery({
    queryKey: walletsKey,
    queryFn: ({ signal }) => lastKnown(call(listWallets, { signal }), walletsCache),
    // Another tab may have changed them.
    refetchOnWindowFocus: true,
  })

/** One wallet as it is now; until the server has answered as it stood in the list. */
export const useWallet = (listed: Wallet) =>
  useQuery({
    queryKey: walletKey(listed.id),
    queryFn: ({ signal }) => call(getWallet, { params: { id: listed.id }, signal }),
    placeholderData: listed,
  })
