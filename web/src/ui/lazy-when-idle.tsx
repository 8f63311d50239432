import { type ComponentType, useState } from 'react'
import { onDemand } from './on-demand.tsx'

/** Until then the network and the processor are for what the page itself shows. */
const FIRST_LOAD_MS = 5_000

/**
 * A part outside the page's own script: it loads once the page has loaded and is idle, so that it opens at once on
 * request, and without the server, too. Put it within a Suspense, for users who are faster.
 */
export function lazyWhenIdle<P extends object>(load: () => Promise<ComponentType<P>>) {
  let Loaded: ComponentType<P> | undefined
  let loading: Promise<ComponentType<P>> | undefined
  const once = () => (loading ??= load().then((part) => (Loaded = part)))
  // If a browser does not report when it is idle, the part loads on request.
  const whenIdle = () => globalThis.requestIdleCallback?.(() => void once().catch(() => undefined))
  setTimeout(whenIdle, Math.max(0, FIRST_LOAD_MS - performance.now()))
  const Later = onDemand(once) as unknown as ComponentType<P>
  // There is no pause once it is loaded: a popup takes the focus at the very moment it opens.
  return function Part(props: P) {
    // It stays the same while it is shown: another would begin anew, without the typed text and under a click.
    const [Shown] = useState<ComponentType<P>>(() => Loaded ?? Later)
    return <Shown {...props} />
  }
}
