/** Work that many wait for at once, such as flushing to the disk: whoever comes while it is under way shares the next. */
export function joined(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null
  let next: Promise<void> | null = null
  const run = (): Promise<void> => {
    const mine = work().finally(() => {
      if (running === mine) running = null
    })
    running = mine
    return mine
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
