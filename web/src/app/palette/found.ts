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

/** Those that hold every word that was typed; the first of them are those that begin with it. */
export function found(commands: Command[], typed: string, most: number): Command[] {
  const terms = typed.trim().toLowerCase().split(/\s+/).filter(Boolean)
  const text = (one: Command) => `${one.label} ${one.description ?? ''} ${one.words ?? ''}`.toLowerCase()
  const hits = commands.filter((one) => terms.every((term) => text(one).includes(term)))
  const begins = (one: Command) => one.label.toLowerCase().startsWith(terms[0] ?? '')
  return [...hits.filter(begins), ...hits.filter((one) => !begins(one))].slice(0, most)
}
