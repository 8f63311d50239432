import { useRef } from 'react'
import { isAnswered } from './fault.ts'
import { newKey } from './idempotency.ts'

/** Runs a change under one idempotency key for each input: a repeat after no answer reuses its key. */
export function useOnce() {
  const open = useRef<{ input: string; key: string }>(undefined)
  return async <Result>(input: unknown, change: (key: string) => Promise<Result>): Promise<Result> => {
    const text = JSON.stringify(input) ?? ''
    if (open.current?.input !== text) open.current = { input: text, key: newKey() }
    try {
      const result = await change(open.current.key)
      open.current = undefined
      return result
    } catch (error) {
      if (isAnswered(error)) open.current = undefined
      throw error
    }
  }
}
