import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { isDown, sentence, WireFault } from '#wire/fault.ts'
import { newKey } from '#wire/idempotency.ts'
import { walletsKey } from './use-wallets.ts'

export type Change<Input> = {
  run: (input: Input) => void
  busy: boolean
  /** The sentence for the user. */
  error: string | undefined
  fault: unknown
  clear: () => void
}

/**
 * A change to wallets or groups, after which the list is read again whether it worked or not. `otherwise` is said where
 * the server says nothing itself. The same input tried again after no answer came carries the same key: it is done once.
 */
export function useChange<Input, Result>(
  change: (input: Input, key: string) => Promise<Result>,
  otherwise: string,
  done?: (result: Result, input: Input) => void,
): Change<Input> {
  const client = useQueryClient()
  const open = useRef<{ input: string; key: string }>(undefined)
  const mutation = useMutation({
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
    // What is on screen is read again first: who is done sees what changed.
    onSettled: () => client.invalidateQueries({ queryKey: walletsKey }),
    // A input may hold private keys: nothing remembers it after the form is gone.
    gcTime: 0,
  })
  return {
    run: (input) => mutation.mutate(input, { onSuccess: (result) => done?.(result, input) }),
    busy: mutation.isPending,
    error: mutation.error ? sentence(mutation.error, otherwise) : undefined,
    fault: mutation.error,
    clear: mutation.reset,
  }
}
