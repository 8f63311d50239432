import { getPaymentSettings } from '@purser/contract/payments/payments.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '#wire/api.ts'

/** The settings of payments, under the key of their own page. */
const SETTINGS_KEY = ['payments', 'settings']

/**
 * The wallet in which payments are collected: its funds are owed, so no button selects it along with others. Null while
 * loading, undefined if there is none or it is unknown.
 */
export function useCollectionWallet(): number | null | undefined {
  const query = useQuery({
    queryKey: SETTINGS_KEY,
    queryFn: ({ signal }) => call(getPaymentSettings, { signal }),
  })
  return query.isPending ? null : query.data?.wallet?.id
}
