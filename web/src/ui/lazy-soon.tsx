import { type ComponentType, useState } from 'react'
import { onDemand } from './on-demand.tsx'

/**
 * A part that the page's own script does not carry: it comes once the page has come to rest, so that it opens at once when
 * it is wanted, and without the server, too. Within a Suspense, for whoever is faster.
 */
export function lazySoon<P extends object>(load: () => Promise<ComponentType<P>>) {
  let Loaded: ComponentType<P> | undefined
  let loading: Promise<ComponentType<P>> | undefined
  const once = () => (loading ??= load().then((part) => (Loaded = part)))
  // Where a browser does not tell when it rests, it comes when it is wanted.
  globalThis.requestIdleCallback?.(() => void once().catch(() => undefined))
  const Later = onDemand(once) as unknown as ComponentType<P>
  // Without a pause once it is there: what opens takes the focus into it at that very moment.
  return function Part(props: P) {
    // The same for as long as it is shown: another would begin anew, without what was typed and under a click.
    const [Shown] = useState<ComponentType<P>>(() => Loaded ?? Later)
    return <Shown {...props} />
  }
}
