/**
 * Has the browser keep the console's own files, so that a page that is loaded while the server is unavailable still opens and
 * shows what the caches have. Browsers allow it over TLS and on this machine alone; elsewhere nothing is kept.
 */

/** The page comes first. */
const IDLE_MS = 5_000

let asked = false

export function keepOfflineCopy(): void {
  if (asked || typeof navigator === 'undefined' || !('serviceWorker' in navigator)) return
  asked = true
  setTimeout(() => void register(), IDLE_MS)
}

async function register(): Promise<void> {
  try {
    await navigator.serviceWorker.register('/sw.js')
    const { active } = await navigator.serviceWorker.ready
    active?.postMessage('keep')
  } catch {
    // Forbidden, or the server is unavailable just now: the next page asks again.
  }
}
