import { useSyncExternalStore } from 'react'

type Pane = 'profit' | 'position'
type Panes = Readonly<Record<Pane, boolean>>

/** The state lives as long as the page: another strategy's chart has the same panes open. */
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

/** The open panes below the candles. */
export const usePanes = () => ({ open: useSyncExternalStore(subscribe, () => open), toggle })
