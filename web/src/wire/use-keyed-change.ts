import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { sentence } from './fault.ts'
import { useOnce } from './use-once.ts'

export type Change<Input> = {
  run: (input: Input) => void
  busy: boolean
  /** The message for the user. */
  error: string | undefined
  fault: unknown
  clear: () => void
}

type Options<Input, Result> = {
  change: (input: Input, key: string) => Promise<Result>
  /** The message if the server sends none. */
  fallback: string
  /** The query key that is refetched, whether it worked or not. */
  changes: QueryKey
  done?: ((result: Result, input: Input) => void) | undefined
}

/** A change that happens once: retrying the same input after no answer reuses its idempotency key. */
export function useKeyedChange<Input, Result>(options: Options<Input, Result>): Change<Input> {
  const { change, fallback, changes, done } = options
  const client = useQueryClient()
  const once = useOnce()
  const mutation = useMutation({
    mutationFn: (input: Input) => once(input, (key) => change(input, key)),
    // Refetched before `done`, so that the change is on screen then.
    onSettled: () => client.invalidateQueries({ queryKey: changes }),
    // The input may hold private keys: it is not kept after the form unmounts.
    gcTime: 0,
  })
  return {
    run: (input) => mutation.mutate(input, { onSuccess: (result) => done?.(result, input) }),
    busy: mutation.isPending,
    error: mutation.error ? sentence(mutation.error, fallback) : undefined,
    fault: mutation.error,
    clear: mutation.reset,
  }
}
