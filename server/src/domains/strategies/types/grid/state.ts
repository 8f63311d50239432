/** The state of a grid. */
/** null: unarmed; []: armed; [tokens, cost in quote]: held. */
export type Cell = null | [] | [string, string]
/** One cell for each pair of lines, and the indexes of those of the order in flight. Stored. */
export type GridState = { type: 'grid'; cells: Cell[]; working: number[] }
