/** A piece of a text with its place. */
export type Word = {
  kind: 'word' | 'number' | 'mint' | 'mark'
  /** In lower case; of a number its decimal text. */
  text: string
  from: number
  to: number
  /** No blank before it. */
  glued: boolean
}
