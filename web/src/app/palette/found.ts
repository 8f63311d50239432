/** The commands that the palette offers for the typed text. */
import type { ReactNode } from 'react'

export type Command = {
  id: string
  label: string
  description?: string
  /** Other words that find it. */
  words?: string
  icon: ReactNode
  run: () => void
}
export type Section = { title: string; commands: Command[] }

/** A signature in base58; shorter texts are not looked up. */
const SIGNATURE = /^[1-9A-HJ-NP-Za-km-z]{80,88}$/
export const signatureIn = (typed: string): string | undefined =>
  SIGNATURE.test(typed.trim()) ? typed.trim() : undefined

/**
 * Finds commands whose label holds every typed word, or whose other words hold the whole text: an address has every
 * letter somewhere. Those that begin with it come first.
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
