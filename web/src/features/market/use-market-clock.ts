import { getMarketClock, type MarketClock, setMarketClock } from '@purser/contract/market/market.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#wire/api.ts'
import { type Change, useKeyedChange } from '#wire/use-keyed-change.ts'

const clockKey = ['market-clock']
/** A change in another console is seen this soon. */
const POLL_MS = 5_000

/** A clock, and the time when this console read it. */
export type ReadClock = MarketClock & { readAt: number }

/** Read by the shell on every page of the local network, so that one poll serves all. Hidden pages do not poll. */
export function useMarketClock() {
  return useQuery({
    queryKey: clockKey,
    queryFn: async ({ signal }): Promise<ReadClock> => {
      const clock = await call(getMarketClock, { signal })
      return { ...clock, readAt: Date.now() }
    },
    refetchInterval: POLL_MS,
    refetchOnWindowFocus: true,
  })
}

export function useSetSpeed(): Change<number> {
  const client = useQueryClient()
  return useKeyedChange({
    change: (speed: number, key) => call(setMarketClock, { body: { speed }, key }),
    fallback: 'The speed of the market could not be changed.',
    changes: clockKey,
    // Charts show nothing of a time that was taken back.
    done: () => void client.invalidateQueries({ queryKey: ['candles'] }),
  })
}
