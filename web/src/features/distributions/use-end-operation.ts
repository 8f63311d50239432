import { resolveOperation } from '@purser/contract/activity.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '#wire/api.ts'
import { isDown, WireFault } from '#wire/fault.ts'
import { newKey } from '#wire/idempotency.ts'
import { operationKey, operationsKey } from './run-store.ts'

/** Takes the mailed code. A retry after no answer reuses the idempotency key: it executes once. */
export function useEndOperation(id: string, done: () => void) {
  const client = useQueryClient()
  const open = useRef<{ code: string; key: string }>(undefined)
  return useMutation({
    mutationFn: (code: string) => {
      if (open.current?.code !== code) open.current = { code, key: newKey() }
      const { key } = open.current
      return call(resolveOperation, { params: { id }, body: { outcome: 'not_sent', code }, key })
    },
    onSuccess: (detail) => {
      client.setQueryData(operationKey(id), detail)
      done()
    },
    onError: (error) => {
      if (error instanceof WireFault && error.status > 0 && error.status < 500 && !isDown(error))
        open.current = undefined
    },
    onSettled: () => client.invalidateQueries({ queryKey: operationsKey }),
    gcTime: 0,
  })
}
