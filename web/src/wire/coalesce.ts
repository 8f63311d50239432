/** Runs once for all calls within `ms` after the first; `cancel` drops a run that is still to come. */
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
