/** Calls `ask` whenever nothing has been heard for `ms`, again and again until stopped. */
export function stillness(ms: number, ask: () => Promise<void>): { heard: () => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false
  const heard = () => {
    clearTimeout(timer)
    if (!stopped) timer = setTimeout(() => void ask().then(heard, heard), ms)
  }
  heard()
  return {
    heard,
    stop: () => {
      stopped = true
      clearTimeout(timer)
    },
  }
}

/**
 * Whether a connection has told all that there was, so that it counts as a good one. The present state comes as a status and
 * one message for each transfer; a heartbeat that follows shows that they went through, a message alone does not.
 */
export function wholeness(): (type: string) => boolean {
  let begun = false
  return (type) => {
    if (type.endsWith('_complete')) return true
    if (type.endsWith('_status')) begun = true
    return begun && type === 'heartbeat'
  }
}
