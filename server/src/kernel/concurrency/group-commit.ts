/**
 * Group commit: for work that covers everything done before it began, such as flushing to disk. Callers that arrive
 * during a run share the next one.
 */
export function groupCommit(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null
  let next: Promise<void> | null = null
  const run = (): Promise<void> => {
    const current = work().finally(() => {
      if (running === current) running = null
    })
    running = current
    return current
  }
  return () => {
    if (running === null) return run()
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = null
        return run()
      })
    return next
  }
}
