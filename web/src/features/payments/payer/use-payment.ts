/** The payment as the server shows it, polled while it is open. */
import { type PayerView, quotePayment, viewPayment } from '@purser/contract/payments/payer.ts'
import type { Amount } from '@purser/contract/values.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '#wire/api.ts'
import { WireFault } from '#wire/fault.ts'
import { never } from '#wire/retry.ts'
import { isPayable, isSettled } from './state-words.ts'

const POLL_MS = 3_000
/** The interval in a hidden tab, and for a link that expired longer ago than SETTLES_MS. */
const SLOW_POLL_MS = 30_000
/** A payment just before the end is still found this long after it. */
const SETTLES_MS = 120_000
/** A payer would rather see that the server is away than wait for it. */
const TIMEOUT_MS = 15_000

/** `ahead`: the server's clock less that of this device, in ms. */
export type Known = { view: PayerView; ahead: number }

/** Measured from the request: a slow answer makes a quote end early on screen, never late. */
async function timed(ask: () => Promise<PayerView>): Promise<Known> {
  const asked = Date.now()
  const view = await ask()
  return { view, ahead: Date.parse(view.now) - asked }
}

const isLongOver = ({ state, expires_at, now }: PayerView): boolean =>
  state === 'expired' && Date.parse(now) - Date.parse(expires_at) > SETTLES_MS

function nextPoll(known: Known | undefined, error: unknown): number | false {
  if (error instanceof WireFault) {
    if (error.status === 404) return false
    if (error.retryAfterSeconds !== undefined) return error.retryAfterSeconds * 1_000
  }
  if (known && isSettled(known.view)) return false
  return document.hidden || (known && isLongOver(known.view)) ? SLOW_POLL_MS : POLL_MS
}

export function usePayment(reference: string) {
  const client = useQueryClient()
  const queryKey = ['payment', reference]
  const options = { params: { reference }, retry: never, timeoutMs: TIMEOUT_MS }
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => timed(() => call(viewPayment, { ...options, signal })),
    refetchInterval: ({ state }) => nextPoll(state.data, state.error),
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: 'always',
    // Each answer has another time.
    structuralSharing: false,
  })
  // A poll that was answered before this quote existed would show the state before it.
  const stopPolls = () => client.cancelQueries({ queryKey })
  const quote = useMutation({
    mutationFn: (_due: Amount) => timed(() => call(quotePayment, { ...options, body: {} })),
    onMutate: stopPolls,
    onSuccess: async (known) => {
      await stopPolls()
      client.setQueryData(queryKey, known)
    },
    onError: () => void client.invalidateQueries({ queryKey }),
  })
  const { mutate, isPending, variables: askedFor } = quote
  const view = query.data?.view
  const due = view?.due_usd ?? 0
  const missing = view !== undefined && isPayable(view) && view.quote === null
  // The first quote, and one for the rest, come by themselves; one that has ended is renewed when the payer asks.
  useEffect(() => {
    if (missing && !isPending && askedFor !== due) mutate(due)
  }, [missing, isPending, askedFor, due, mutate])
  return {
    known: query.data,
    /** The reason why the last answer is missing. */
    error: query.error,
    unknown: query.error instanceof WireFault && query.error.status === 404,
    /** Resolves with the newest state on screen. */
    refresh: (): Promise<unknown> => query.refetch(),
    refreshing: query.isFetching,
    quote: {
      ask: () => mutate(due),
      busy: isPending,
      error: quote.error,
      /** It was requested, and there is none. */
      failed: missing && !isPending && askedFor === due,
    },
  }
}
export type PaymentState = ReturnType<typeof usePayment>
