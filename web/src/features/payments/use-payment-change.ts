import { type MutateOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useOnce } from '#wire/use-once.ts'
import { paymentsKey } from './use-payments.ts'

/**
 * A change to payments; they are fetched anew after it, whether it worked or not. A request in progress is not sent a
 * second time, and a repeat after no answer reuses its idempotency key: it happens once.
 */
export function usePaymentChange<Input, Result>(
  change: (input: Input, key: string) => Promise<Result>,
  done?: (result: Result, input: Input) => void,
) {
  const client = useQueryClient()
  const once = useOnce()
  const running = useRef(new Set<string>())
  const mutation = useMutation({
    mutationFn: (input: Input) => once(input, (key) => change(input, key)),
    onSettled: (_result, _error, input) => {
      running.current.delete(JSON.stringify(input))
      return client.invalidateQueries({ queryKey: paymentsKey })
    },
    onSuccess: (result, input) => done?.(result, input),
    // An answer may hold a secret: it is not kept after its form is gone.
    gcTime: 0,
  })
  return {
    ...mutation,
    mutate(input: Input, options: MutateOptions<Result, Error, Input> = {}): void {
      const text = JSON.stringify(input)
      // A second click before the first is on screen.
      if (running.current.has(text)) return
      running.current.add(text)
      mutation.mutate(input, options)
    },
  }
}
