/** An offline cache in the browser's storage: a value with the time when it was loaded. */
import * as z from 'zod/mini'
import { whenDown } from '../connection.ts'
import { isDown } from '../fault.ts'
import { read, remove, write } from './storage.ts'

const known = <S extends z.ZodMiniType>(schema: S) => z.object({ at: z.number(), value: schema })
/** A value, the time when it was loaded (ms), and whether it is cached because the server is unavailable. */
export type Known<T> = { at: number; value: T; stale: boolean }

export type Cache<T> = {
  read(): { at: number; value: T } | undefined
  /** `at`: the time when it was loaded, now by default. */
  write(value: T, at?: number): void
  clear(): void
}
export function cache<S extends z.ZodMiniType>(key: string, schema: S): Cache<z.output<S>> {
  return {
    read: () => read(key, known(schema)) as { at: number; value: z.output<S> } | undefined,
    write: (value, at = Date.now()) => void write(key, { at, value }),
    clear: () => remove(key),
  }
}

/**
 * Returns the server's answer; while it is unavailable the cached value, else `fallback`, else it throws the fault. A
 * cached value does not wait for the call's retries once the server is known to be down: everything is requested anew
 * on its return.
 */
export async function lastKnown<T>(answer: Promise<T>, cache: Cache<T>, fallback?: T): Promise<Known<T>> {
  const down = whenDown()
  const fresh = answer.then((value): Known<T> => {
    cache.write(value)
    return { at: Date.now(), value, stale: false }
  })
  const lastAnswer = down.reached.then((): Known<T> | Promise<Known<T>> => {
    const cached = cache.read()
    return cached ? { ...cached, stale: true } : fresh
  })
  try {
    return await Promise.race([fresh, lastAnswer])
  } catch (error) {
    if (!isDown(error)) throw error
    const cached = cache.read()
    if (cached) return { ...cached, stale: true }
    if (fallback !== undefined) return { at: 0, value: fallback, stale: true }
    throw error
  } finally {
    down.stop()
  }
}
