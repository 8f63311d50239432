/** A cache for a limited time: at most `max` values, of which the least recently used go first. */
import { LRUCache } from 'lru-cache'
import type { Clock } from './clock.ts'

type Monotonic = Pick<Clock, 'monotonic'>
type Key = string | number | object
/** `ttlMs`: how long a value is fresh; without it, until it is evicted. */
type Options = { max: number } & ({ clock: Monotonic; ttlMs?: number } | { clock?: never; ttlMs?: never })
/**
 * `at`: when the value was current, by the same clock; by default now. `ttlMs`, above 0, replaces that of the cache.
 */
type Freshness = { at?: number; ttlMs?: number }

export type Cache<K, V> = {
  /** undefined: there is none, or none that is fresh. */
  get(key: K): V | undefined
  set(key: K, value: V, freshness?: Freshness): V
  /** Deletes the value; if `only` is given, unless another value has taken its place. */
  delete(key: K, only?: V): void
  clear(): void
  /** All fresh values. */
  entries(): [K, V][]
  /** Frees stale values, which else stay in memory until they are evicted. */
  prune(): void
  /** The fresh ones, and stale ones that were not pruned. */
  size(): number
}

/** The library counts the last moment of a value as fresh. Here it is stale by then. */
const OVER_MS = 2 ** -10
/** The library treats a value that starts at 0 as one without an end. */
const START_MS = 1
const TIMELESS: Monotonic = { monotonic: () => 0 }

export function createCache<K extends Key, V>({ clock = TIMELESS, max, ttlMs = 0 }: Options): Cache<K, V> {
  const boxes = new LRUCache<K, { value: V }>({
    // A `max` would make the library allocate all room at once, which takes milliseconds.
    maxSize: max,
    sizeCalculation: () => 1,
    ttl: ttlMs,
    ttlResolution: 0,
    // Deleting the last one costs as much as clearing.
    noDeleteOnStaleGet: true,
    perf: { now: () => clock.monotonic() + START_MS + OVER_MS },
  })
  return {
    get: (key) => boxes.get(key)?.value,
    set(key, value, { at = clock.monotonic(), ttlMs: ownMs = ttlMs } = {}) {
      boxes.set(key, { value }, { ttl: ownMs, start: at + START_MS })
      return value
    },
    delete(key, only) {
      if (only === undefined || boxes.peek(key, { allowStale: true })?.value === only) boxes.delete(key)
    },
    clear: () => boxes.clear(),
    entries: () => Array.from(boxes.entries(), ([key, { value }]): [K, V] => [key, value]),
    prune: () => void boxes.purgeStale(),
    size: () => boxes.size,
  }
}

/**
 * Concurrent callers share one `load`, however long it takes, and its value is fresh for `ttlMs` after it arrives. A
 * rejection reaches only the callers that waited for it. The library's own loads are not used: one that is evicted or
 * deleted meanwhile rejects, or is cached although it was deleted.
 */
export function createLoadingCache<K extends Key, V>({
  clock,
  max,
  ttlMs,
  load,
}: {
  clock: Monotonic
  max: number
  ttlMs: number | ((value: V) => number)
  load(key: K): Promise<V>
}): (key: K) => Promise<V> {
  const loads = createCache<K, Promise<V>>({ clock, max })
  return (key) => {
    const known = loads.get(key)
    if (known !== undefined) return known
    const loading = loads.set(key, load(key))
    loading.then(
      (value) => {
        if (loads.get(key) === loading)
          void loads.set(key, loading, { ttlMs: typeof ttlMs === 'number' ? ttlMs : ttlMs(value) })
      },
      () => loads.delete(key, loading),
    )
    return loading
  }
}
