import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { isDown, WireFault } from '#wire/fault.ts'
import { newKey } from '#wire/idempotency.ts'
import { authorizationKey } from './use-authorization.ts'
import { namedTokensKey } from './use-named-tokens.ts'

/**
 * A change to tokens or grants; what lists them is fetched anew. Asking the same again after no answer reuses its
 * idempotency key: it happens once.
 */
export function useTokenChange<Input, Result>(
  change: (input: Input, key: string) => Promise<Result>,
  done?: (result: Result) => void,
) {
  const client = useQueryClient()
  const open = useRef<{ input: string; key: string }>(undefined)
  return useMutation({
    mutationFn: async (input: Input) => {
      const text = JSON.stringify(input) ?? ''
      if (open.current?.input !== text) open.current = { input: text, key: newKey() }
      const result = await change(input, open.current.key)
      open.current = undefined
      return result
    },
    onError: (error) => {
      const answered = error instanceof WireFault && error.status > 0 && error.status < 500 && !isDown(error)
      if (answered) open.current = undefined
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: authorizationKey }),
        client.invalidateQueries({ queryKey: namedTokensKey }),
      ]),
    onSuccess: (result) => done?.(result),
  })
}
