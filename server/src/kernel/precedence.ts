/**
 * Whether a signed-in person waits for what is running: their reads get a database connection before background work
 * does. What a request has started and outlives its answer has no precedence any more.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

const answers = new AsyncLocalStorage<{ isAwaited: boolean }>()

export async function withPrecedence<T>(work: () => Promise<T>): Promise<T> {
  const answer = { isAwaited: true }
  try {
    return await answers.run(answer, work)
  } finally {
    answer.isAwaited = false
  }
}

export const hasPrecedence = (): boolean => answers.getStore()?.isAwaited === true
