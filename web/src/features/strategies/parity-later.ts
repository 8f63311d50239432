import { lazySoon } from '#ui/lazy-soon.tsx'

/** A tab that is seldom opened first. */
export const ParityCard = lazySoon(() => import('./parity-card.tsx').then((m) => m.ParityCard))
