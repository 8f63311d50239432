import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useOnce } from '#wire/use-once.ts'
import { paymentsKey } from './use-payments.ts'

/**
 * A change to payments, whether it worked or not followed by fetching them anew. Asking the same again after no answer
 * reuses its idempotency key: it happens once.
 */
export function usePaymentChange<Input, Result>(
  change: (input: Input, key: string) => Promise<Result>,
  done?: (result: Result, input: Input) => void,
) {
  const client = useQueryClient()
  const once = useOnce()
  return useMutation({
    mutationFn: (input: Input) => once(input, (key) => change(input, key)),
    onSettled: () => client.invalidateQueries({ queryKey: paymentsKey }),
    onSuccess: (result, input) => done?.(result, input),
  })
}
export type PaymentChange<Input> = {
  mutate: (input: Input) => void
  isPending: boolean
  error: unknown
}
