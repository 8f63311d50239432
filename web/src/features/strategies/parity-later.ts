import { lazySoon } from '#ui/lazy-soon.tsx'

/** Loads on demand: the tab is seldom opened first. */
export const ParityCard = lazySoon(() => import('./parity-card.tsx').then((m) => m.ParityCard))
