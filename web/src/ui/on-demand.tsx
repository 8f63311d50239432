import { type ComponentType, lazy, type LazyExoticComponent, useEffect, useRef } from 'react'
import { checkConnection } from '#wire/connection.ts'

/**
 * A component that is loaded at its first use. One that cannot be loaded, because the server is unavailable or has
 * another build of the console by now, is replaced: the page around it stays, with all text typed into it.
 */
export function onDemand<P extends object>(
  load: () => Promise<ComponentType<P>>,
  instead: ComponentType<P> = PartNotLoaded,
): LazyExoticComponent<ComponentType<P>> {
  return lazy(async () => {
    try {
      return { default: await load() }
    } catch {
      checkConnection()
      // It is never tried again in this document: its style sheets would count as loaded.
      return { default: instead }
    }
  })
}

const NOT_LOADED = 'This could not be loaded. Once the server answers, reload the page and try again.'

/** Says so each time that it is opened. */
function PartNotLoaded(props: object) {
  const asked = Object.values(props)
    .filter((value) => typeof value !== 'object')
    .join()
  const said = useRef<string>(undefined)
  useEffect(() => {
    if (said.current === asked) return
    said.current = asked
    // The toast is a separate part: pages without toasts do not load it.
    void import('./toast.ts').then(
      ({ toast }) => toast(NOT_LOADED),
      () => {},
    )
  }, [asked])
  return null
}
