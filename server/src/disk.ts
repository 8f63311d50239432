/** Checks the free space on the disk of DATA_DIR, without which nothing is signed and the embedded database crashes. */
import { statfs } from 'node:fs/promises'

/** Below this the desk reports it, while there is time to free space. */
const LOW_BYTES = 200_000_000
const MEGABYTE = 1_000_000

/** The bytes that the process may still use; null: the system does not say. */
export async function freeBytes(dir: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(dir)
    return bavail * bsize
  } catch {
    return null
  }
}

/** For /readyz; null: there is enough, or the figure is not known. */
export function lowDisk(free: number | null): { free_mb: number } | null {
  return free === null || free >= LOW_BYTES ? null : { free_mb: Math.floor(free / MEGABYTE) }
}
