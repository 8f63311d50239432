/** What the palette offers for what was typed. */
import type { ReactNode } from 'react'

export type Command = {
  id: string
  label: string
  description?: string
  /** Other words by which it is found. */
  words?: string
  icon: ReactNode
  run: () => void
}
export type Section = { title: string; commands: Command[] }

/** A signature in base58; nothing shorter is looked up. */
const SIGNATURE = /^[1-9A-HJ-NP-Za-km-z]{80,88}$/
export const signatureIn = (typed: string): string | undefined =>
  SIGNATURE.test(typed.trim()) ? typed.trim() : undefined

/**
 * Those whose label holds every word that was typed, or whose other words hold all of it as it stands: an address has
 * every letter somewhere. The first are those that begin with it.
 */
export function found(commands: Command[], typed: string, most: number): Command[] {
  const text = typed.trim().toLowerCase()
  const terms = text.split(/\s+/)
  const hits = commands.filter(({ label, words = '' }) => {
    const name = label.toLowerCase()
    return terms.every((term) => name.includes(term)) || words.toLowerCase().includes(text)
  })
  const begins = (one: Command) => one.label.toLowerCase().startsWith(text)
  return [...hits.filter(begins), ...hits.filter((one) => !begins(one))].slice(0, most)
}
