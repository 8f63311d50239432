import { lazyWhenIdle } from '#ui/lazy-when-idle.tsx'

/** Loads on demand: the tab is seldom opened first. */
export const ParityCard = lazyWhenIdle(() => import('./parity-card.tsx').then((m) => m.ParityCard))
