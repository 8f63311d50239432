/** Names of the user's agents in a text. */

const NUMBERS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const CALLED = '(?:agent|bot|strategy)'
const LETTER = String.raw`[\p{L}\p{N}]`

export type FoundAgent<A> = { agent: A; from: number; to: number }

/**
 * The one agent that a text names; undefined: none, or several. 'Alpha 2' does not name Alpha. A name for which
 * `isWord` holds counts only behind 'agent': an agent may be called Jup, or Last.
 */
export function findAgent<A extends { name: string }>(
  text: string,
  agents: readonly A[],
  isWord: (name: string) => boolean = () => false,
): FoundAgent<A> | undefined {
  const found = agents.flatMap((agent): FoundAgent<A>[] => {
    const match = toPattern(agent.name, isWord(agent.name.toLowerCase())).exec(text)
    return match ? [{ agent, from: match.index, to: match.index + match[0].length }] : []
  })
  const whole = found.filter(
    (one) =>
      !found.some((other) => other.from <= one.from && one.to <= other.to && length(one) < length(other)),
  )
  return whole.length === 1 ? whole[0] : undefined
}
const length = ({ from, to }: { from: number; to: number }): number => to - from

/** 'Agent 2' is 'bot two' as well. */
function toPattern(name: string, isLed: boolean): RegExp {
  const words = name
    .trim()
    .split(/[\s_-]+/)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
  const number = /^agent (\d+)$/i.exec(name)?.[1]
  const spelled = number === undefined ? undefined : NUMBERS[Number(number)]
  const ways = [
    isLed ? `${CALLED} ${words.join(String.raw`[\s_-]+`)}` : words.join(String.raw`[\s_-]+`),
    ...(number === undefined ? [] : [`${CALLED} (?:number )?(?:${number}${spelled ? `|${spelled}` : ''})`]),
  ]
  return new RegExp(`(?<!${LETTER})(?:${ways.join('|')})(?!${LETTER})`, 'iu')
}

/** 'Agent 7', where there is none. */
export const findNumbered = (text: string): string | undefined => /\b(?:agent|bot) \d+\b/i.exec(text)?.[0]
