import { listDeliveries, listWebhooks } from '@purser/contract/webhooks.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { call } from '#wire/api.ts'
import { paymentsKey } from '../use-payments.ts'

/** It is below the key of payments: a change of one of them refetches these too. */
const webhooksKey = [...paymentsKey, 'webhooks']
const PAGE = 25
/** The interval while a delivery waits: it is tried soon. */
const WAITING_MS = 3_000
const QUIET_MS = 10_000

export const useWebhooks = () =>
  useQuery({
    queryKey: webhooksKey,
    queryFn: ({ signal }) => call(listWebhooks, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.webhooks.some(({ last_delivery: last }) => last?.status === 'waiting')
        ? WAITING_MS
        : QUIET_MS,
  })

export const useDeliveries = (webhookId: number) =>
  useInfiniteQuery({
    queryKey: [...webhooksKey, webhookId, 'deliveries'],
    queryFn: ({ pageParam, signal }) =>
      call(listDeliveries, {
        params: { id: webhookId },
        query: { limit: PAGE, ...(pageParam === 0 ? {} : { before: pageParam }) },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: (page) => page.next,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ deliveries }) => deliveries.some(({ status }) => status === 'waiting'))
        ? WAITING_MS
        : QUIET_MS,
  })
