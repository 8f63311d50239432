/** What a question comes to that may never be answered. */

/** `false` where it fails; null where it is not answered within `ms`. Never rejects. What is late is not waited for. */
export async function inTime(ms: number, ask: () => Promise<boolean>): Promise<boolean | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms)
  })
  const answer = (async () => ask())().catch(() => false)
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}
