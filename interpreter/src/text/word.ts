/** A piece of a text with its place. */
export type Word = {
  kind: 'word' | 'number' | 'mint' | 'mark'
  /** Lower case; for a number its decimal text. */
  text: string
  from: number
  to: number
  /** No blank before it. */
  glued: boolean
}
