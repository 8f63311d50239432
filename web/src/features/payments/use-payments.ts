import { PAYMENTS_REFRESH_MS } from '@purser/contract/limits.ts'
import {
  countPayments,
  getPayment,
  listApprovedPayments,
  listPendingPayments,
  type Payment,
} from '@purser/contract/payments/payments.ts'
import { isFinalStatus } from '@purser/contract/transfers/transfers.ts'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { call } from '#wire/api.ts'

export const paymentsKey = ['payments']

export const PENDING_STATES = ['pending', 'paid', 'attention', 'expired'] as const
export type PendingFilter = { state: '' | (typeof PENDING_STATES)[number]; search: string }
export type ApprovedFilter = { distribution: '' | 'open' | 'completed'; search: string }
export const NO_PENDING_FILTER: PendingFilter = { state: '', search: '' }
export const NO_APPROVED_FILTER: ApprovedFilter = { distribution: '', search: '' }

const PENDING_PAGE = 200
/** They are cards, each with a table. */
const APPROVED_PAGE = 25
/** The interval while money is on its way, in case the channel is closed. */
const MOVING_MS = 2_000

const isMoving = ({ distributions, refunds, arriving_sol }: Payment): boolean =>
  Number(arriving_sol) > 0 ||
  distributions.some(({ status }) => status === 'executing') ||
  refunds.some(({ status }) => !isFinalStatus(status))

type List = {
  name: 'pending' | 'approved'
  filter: PendingFilter | ApprovedFilter
  page: number
  load: (
    query: { limit: number; before?: number; search?: string },
    signal: AbortSignal,
  ) => Promise<Payment[]>
}

const usePages = ({ name, filter, page, load }: List) =>
  useInfiniteQuery({
    queryKey: [...paymentsKey, name, filter],
    queryFn: ({ pageParam, signal }) => {
      const search = filter.search.trim()
      return load(
        {
          limit: page,
          ...(pageParam === 0 ? {} : { before: pageParam }),
          ...(search === '' ? {} : { search }),
        },
        signal,
      )
    },
    initialPageParam: 0,
    getNextPageParam: (last) => (last.length < page ? undefined : last.at(-1)?.id),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.pages.some((payments) => payments.some(isMoving)) ? MOVING_MS : PAYMENTS_REFRESH_MS,
    refetchOnWindowFocus: true,
  })
export type PaymentsQuery = ReturnType<typeof usePages>

/** Payments that are not approved, newest first. */
export const usePendingPayments = (filter: PendingFilter) =>
  usePages({
    name: 'pending',
    filter,
    page: PENDING_PAGE,
    load: (query, signal) =>
      call(listPendingPayments, {
        query: { ...query, ...(filter.state === '' ? {} : { state: filter.state }) },
        signal,
      }),
  })

export const useApprovedPayments = (filter: ApprovedFilter) =>
  usePages({
    name: 'approved',
    filter,
    page: APPROVED_PAGE,
    load: (query, signal) =>
      call(listApprovedPayments, {
        query: { ...query, ...(filter.distribution === '' ? {} : { distribution: filter.distribution }) },
        signal,
      }),
  })

/** The number of payments in each state; it follows the lists. */
export const usePaymentCounts = () =>
  useQuery({
    queryKey: [...paymentsKey, 'counts'],
    queryFn: ({ signal }) => call(countPayments, { signal }),
    refetchInterval: PAYMENTS_REFRESH_MS,
    refetchOnWindowFocus: true,
  })

const FUNDS_AGAIN_MS = 5_000

/** One payment, with the amounts that its wallet can pay now. */
export const usePayment = (id: number | undefined) =>
  useQuery({
    queryKey: [...paymentsKey, 'one', id],
    queryFn: ({ signal }) => call(getPayment, { params: { id: id ?? 0 }, signal }),
    enabled: id !== undefined,
    // The balance of the wallet could not be read.
    refetchInterval: ({ state }) => (state.data?.funds === null ? FUNDS_AGAIN_MS : PAYMENTS_REFRESH_MS),
  })
