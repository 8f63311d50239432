import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useOnce } from '#wire/use-once.ts'
import { authorizationKey } from './use-authorization.ts'
import { namedTokensKey } from '../use-named-tokens.ts'

/**
 * A change to tokens or grants; their lists are fetched anew. A repeat after no answer reuses its idempotency key: it
 * happens once.
 */
export function useTokenChange<Input, Result>(
  change: (input: Input, key: string) => Promise<Result>,
  done?: (result: Result) => void,
) {
  const client = useQueryClient()
  const once = useOnce()
  return useMutation({
    mutationFn: (input: Input) => once(input, (key) => change(input, key)),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: authorizationKey }),
        client.invalidateQueries({ queryKey: namedTokensKey }),
      ]),
    onSuccess: (result) => done?.(result),
  })
}
