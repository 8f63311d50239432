import { resolveOperation } from '@purser/contract/activity.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#wire/api.ts'
import { useOnce } from '#wire/use-once.ts'
import { operationKey, operationsKey } from '../run/run-store.ts'

/** Sends the mailed code. A retry after no answer reuses the idempotency key: it executes once. */
export function useEndOperation(id: string, done: () => void) {
  const client = useQueryClient()
  const once = useOnce()
  return useMutation({
    mutationFn: (code: string) =>
      once(code, (key) =>
        call(resolveOperation, { params: { id }, body: { outcome: 'not_sent', code }, key }),
      ),
    onSuccess: (detail) => {
      client.setQueryData(operationKey(id), detail)
      done()
    },
    onSettled: () => client.invalidateQueries({ queryKey: operationsKey }),
    gcTime: 0,
  })
}
