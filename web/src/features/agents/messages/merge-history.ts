import { redactKeys } from '#wire/storage/redact.ts'
import type { ScreenMessage } from './screen-message.ts'

/**
 * Merges the loaded history with the messages on screen, so that none is lost: a message on screen keeps its file and
 * its card, which are stored nowhere, and one that was sent while it loaded stays at the end.
 */
export function mergeHistory(
  loaded: ScreenMessage[],
  shown: readonly ScreenMessage[],
  isNew: (message: ScreenMessage) => boolean,
): ScreenMessage[] {
  const left = new Set(shown)
  const merged = loaded.map((message) => {
    // Stored messages have no key of this page, and no secret keys.
    const same = shown.find(
      (one) => left.has(one) && one.role === message.role && redactKeys(one.content) === message.content,
    )
    if (!same) return message
    left.delete(same)
    const { plan = message.plan, question = message.question } = same
    if (plan === same.plan && question === same.question) return same
    return { ...same, ...(plan ? { plan } : {}), ...(question ? { question } : {}) }
  })
  return [...merged, ...shown.filter((message) => left.has(message) && isNew(message))]
}
