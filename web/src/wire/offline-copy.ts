/**
 * Has the browser keep the console's own files, so that a page that is loaded while the server is unavailable still
 * opens and shows the caches. Browsers allow it only over TLS and on this machine; elsewhere nothing is kept.
 */

/** The page loads first. */
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
    // It is forbidden, or the server is unavailable: the next page tries again.
  }
}
