/** Lets the time of this process run faster, for what waits by the clock on a chain that is only modelled. */

/** Timers, Date.now and performance.now, `factor` times as fast; answers how to undo it. */
export function hasten(factor: number): () => void {
  const { setTimeout, setInterval } = globalThis
  const { now } = Date
  const [began, mark] = [now(), performance.now()]
  const real = performance.now.bind(performance)
  Object.assign(globalThis, {
    setTimeout: (work: () => void, ms = 0, ...args: unknown[]) =>
      setTimeout(work, ms / factor, ...(args as [])),
    setInterval: (work: () => void, ms = 0, ...args: unknown[]) =>
      setInterval(work, ms / factor, ...(args as [])),
  })
  Date.now = () => began + Math.floor((now() - began) * factor)
  performance.now = () => mark + (real() - mark) * factor
  return () => {
    Object.assign(globalThis, { setTimeout, setInterval })
    Date.now = now
    performance.now = real
  }
}
