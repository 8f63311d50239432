import { useSyncExternalStore } from 'react'

type Pane = 'profit' | 'position'
type Panes = Readonly<Record<Pane, boolean>>

/** For as long as the page lives: another strategy's chart has the same panes open. */
let open: Panes = { profit: true, position: true }
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
const toggle = (pane: Pane) => {
  open = { ...open, [pane]: !open[pane] }
  for (const listener of listeners) listener()
}

/** Which panes below the candles are open. */
export const usePanes = () => ({ open: useSyncExternalStore(subscribe, () => open), toggle })
