import { listBalances, listTokenBalances } from '@purser/contract/balances/balances.ts'
import { BALANCE_POLL_MS } from '@purser/contract/limits.ts'
import { parseUnits } from '@purser/contract/money.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '#wire/api.ts'
import { chunked } from '#wire/chunked.ts'
import { heldTokensKey } from '../query-keys.ts'
import { heldOf, type HeldToken, type HeldTokens } from './held-tokens.ts'

/** Wallets per call: few enough that the page renders between two answers. */
const CHUNK = 500
/** The server is still searching the tokens of some wallets: requested again after this, twice that, and so on. */
const INCOMPLETE_MS = 3_000

/** `incomplete`: incomplete answers in a row. */
type LoadedTokens = { held: HeldTokens; complete: boolean; incomplete: number }

/** Every token that the wallets hold, refetched every 30 s. */
export const useHeldTokens = (walletIds: number[]) =>
  useQuery({
    queryKey: [...heldTokensKey, 'all', walletIds],
    enabled: walletIds.length > 0,
    queryFn: async ({ signal, client, queryKey }): Promise<LoadedTokens> => {
      const held = new Map<number, HeldToken[]>()
      let complete = true
      for (const ids of chunked(walletIds, CHUNK)) {
        const { balances } = await call(listBalances, { body: { walletIds: ids }, signal })
        for (const [id, tokens] of heldOf(balances)) held.set(id, tokens)
        complete &&= balances.every((record) => record.complete)
      }
      const before = client.getQueryData<LoadedTokens>(queryKey)?.incomplete ?? 0
      return { held, complete, incomplete: complete ? 0 : before + 1 }
    },
    refetchInterval: ({ state: { data } }) =>
      data?.complete === false
        ? Math.min(BALANCE_POLL_MS, INCOMPLETE_MS * 2 ** (data.incomplete - 1))
        : BALANCE_POLL_MS,
    // Structural sharing does not support bigint.
    structuralSharing: false,
  })

/** The movable amounts of one token, by wallet. */
export const useTokenUnits = (
  mint: string | undefined,
  wallets: readonly { id: number; address: string }[],
) =>
  useQuery({
    queryKey: [...heldTokensKey, 'of', mint, wallets.map(({ id }) => id)],
    enabled: mint !== undefined && wallets.length > 0,
    queryFn: async ({ signal }): Promise<ReadonlyMap<number, bigint>> => {
      const units = new Map<number, bigint>()
      for (const chunk of chunked(wallets, CHUNK)) {
        const walletAddresses = chunk.map(({ address }) => address)
        const { balances } = await call(listTokenBalances, {
          body: { walletAddresses, tokenAddress: mint ?? '' },
          signal,
        })
        for (const [i, { balance, decimals }] of balances.entries()) {
          const wallet = chunk[i]
          if (wallet) units.set(wallet.id, parseUnits(balance, decimals))
        }
      }
      return units
    },
    refetchInterval: BALANCE_POLL_MS,
    structuralSharing: false,
  })
