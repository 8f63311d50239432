/** Runs once for all calls of `soon` within `ms`; `cancel` drops a pending run. */
export function coalesce(run: () => void, ms: number): { soon: () => void; cancel: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  const soon = () => {
    timer ??= setTimeout(() => {
      timer = undefined
      run()
    }, ms)
  }
  const cancel = () => {
    clearTimeout(timer)
    timer = undefined
  }
  return { soon, cancel }
}
