import { listDeliveries, listWebhooks } from '@purser/contract/webhooks.ts'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#wire/api.ts'
import { useOnce } from '#wire/use-once.ts'
import { paymentsKey } from '../use-payments.ts'

/** Below that of payments: what happens to one of them is told. */
const webhooksKey = [...paymentsKey, 'webhooks']
const PAGE = 25
/** A delivery that waits is soon tried. */
const WAITING_MS = 3_000
const QUIET_MS = 30_000

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

/** A change to webhooks; asking the same again after no answer reuses its idempotency key. */
export function useWebhookChange<Input, Result>(
  change: (input: Input, key: string) => Promise<Result>,
  done?: (result: Result) => void,
) {
  const client = useQueryClient()
  const once = useOnce()
  return useMutation({
    mutationFn: (input: Input) => once(input, (key) => change(input, key)),
    onSettled: () => client.invalidateQueries({ queryKey: webhooksKey }),
    onSuccess: (result) => done?.(result),
    // An answer may hold a secret: it is not kept after the dialog is gone.
    gcTime: 0,
  })
}
