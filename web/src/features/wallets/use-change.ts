import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { isDown, sentence, WireFault } from '#wire/fault.ts'
import { newKey } from '#wire/idempotency.ts'
import { walletsKey } from './use-wallets.ts'

export type Change<Wish> = {
  run: (wish: Wish) => void
  busy: boolean
  /** The sentence for the user. */
  error: string | undefined
  fault: unknown
  clear: () => void
}

/**
 * A change to wallets or groups, after which the list is read again whether it worked or not. `otherwise` is said where
 * the server says nothing itself. The same wish tried again after no answer came carries the same key: it is done once.
 */
export function useChange<Wish, Result>(
  change: (wish: Wish, key: string) => Promise<Result>,
  otherwise: string,
  done?: (result: Result, wish: Wish) => void,
): Change<Wish> {
  const client = useQueryClient()
  const open = useRef<{ wish: string; key: string }>(undefined)
  const mutation = useMutation({
    mutationFn: async (wish: Wish) => {
      const text = JSON.stringify(wish) ?? ''
      if (open.current?.wish !== text) open.current = { wish: text, key: newKey() }
      const result = await change(wish, open.current.key)
      open.current = undefined
      return result
    },
    onError: (error) => {
      const answered = error instanceof WireFault && error.status > 0 && error.status < 500 && !isDown(error)
      if (answered) open.current = undefined
    },
    // What is on screen is read again first: who is done sees what changed.
    onSettled: () => client.invalidateQueries({ queryKey: walletsKey }),
    // A wish may hold private keys: nothing remembers it after the form is gone.
    gcTime: 0,
  })
  return {
    run: (wish) => mutation.mutate(wish, { onSuccess: (result) => done?.(result, wish) }),
    busy: mutation.isPending,
    error: mutation.error ? sentence(mutation.error, otherwise) : undefined,
    fault: mutation.error,
    clear: mutation.reset,
  }
}
