import { useCallback, useSyncExternalStore } from 'react'

const TICK_MS = 250

/** Whole seconds until `until` (ms since 1970), 0 once it is past; rerenders while it counts down. */
export function useCountdown(until: number | undefined): number {
  const ticking = useCallback(
    (tick: () => void) => {
      const timer = until === undefined ? undefined : setInterval(tick, TICK_MS)
      return () => clearInterval(timer)
    },
    [until],
  )
  const secondsLeft = () => (until === undefined ? 0 : Math.max(0, Math.ceil((until - Date.now()) / 1000)))
  return useSyncExternalStore(ticking, secondsLeft)
}

/** '0:42', '14:05', '23:10:00'. */
export function clockText(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)]
  const two = (n: number) => String(n).padStart(2, '0')
  const rest = two(seconds % 60)
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`
}
