/** The name on screen: empty becomes 'Unnamed Agent'; one with an at-sign or a possessive is cut to its 'Agent N'. */
export function agentName(name: string): string {
  const trimmed = name.trim()
  if (trimmed === '') return 'Unnamed Agent'
  if (!/@|['’]s\b/.test(trimmed)) return trimmed
  return /\bAgent \d+/i.exec(trimmed)?.[0] ?? trimmed
}

/** 'Agent N' with the smallest free N. */
export function nextAgentName(names: string[]): string {
  const used = new Set(names.map((name) => name.trim()))
  let n = 1
  while (used.has(`Agent ${n}`)) n++
  return `Agent ${n}`
}
