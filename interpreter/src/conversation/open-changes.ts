/** Changes that leave a part open: it is asked for, with choices. */
import { formatUnits, parseUnitsDown, figureWords } from '@purser/contract/money.ts'
import { typeFacts } from '@purser/contract/strategies/plan.ts'
import type { Language } from '../interpret.ts'
import { readInstruction } from '../interpreter.ts'
import type { Interpretation, InterpreterRequest } from '../port.ts'

const PERCENT = String.raw`(\d+(?:\.\d+)?) ?(?:%|percent\b|pct\b)`
const SIDED = String.raw`(?! ?(?:of|in|into|below|above|under|over|up|down|lower|higher|loss|profits?|gains?|stop|off|from|trailing|or|\/|and)\b)`
const EXIT = new RegExp(
  [
    String.raw`\s*,?\s*\b(?:and |then |but )*(?:(?:get (?:me )?out|exit|sell|close|dump)(?: of)?(?: it| this| that| everything| all)?`,
    String.raw` (?:at|@) (?:about |around |like )?|`,
    String.raw`(?:add |with |set |use )?(?:an? )?(?:stop(?: loss)?|sl) or (?:an? )?(?:take profit|tp|target)(?: (?:of|at))? ?)${PERCENT}${SIDED}`,
  ].join(''),
  'i',
)

/**
 * 'Get out at 4%' says neither whether at a loss nor at a gain. Undefined: no such exit, or the rest is no plan with
 * either.
 */
export function askExitSide(language: Language, request: InterpreterRequest): Interpretation | undefined {
  const { instruction } = request
  const found = EXIT.exec(instruction)
  if (!found) return undefined
  const [said, percent = ''] = found
  const isAlone = /^[\s,]*$/.test(instruction.slice(0, found.index))
  const choices = [`stop loss ${percent}%`, `take profit ${percent}%`].map((exit) => ({
    label: exit.charAt(0).toUpperCase() + exit.slice(1),
    reply: instruction
      .replace(said, () => (isAlone ? exit : ` with a ${exit}`))
      .replaceAll('?', ' ')
      .trim(),
  }))
  const readings = choices.map(({ reply }) =>
    readInstruction(language, { ...request, instruction: reply, pending: null }),
  )
  if (!readings.every(({ kind }) => kind === 'plan')) return undefined
  const from = found.index + said.length - said.trimStart().length
  return {
    kind: 'ask',
    code: 'which_first',
    question: `A stop loss or a take profit of ${percent}%?`,
    choices,
    reading: [{ from, to: found.index + said.length, kind: 'unknown' }],
    as: readings.some((one) => 'changes' in one && one.changes) ? 'change' : 'instruction',
  }
}

const RESIZED =
  /^\W*(?:(?:can|could|would) (?:you|we|i) )?(?:please )?(?:(?:make|do|have) )?(?:(?:it|(?:each|every)(?: one| buy| order| purchase| trade)?|them|the (?:buys|orders|amounts?)) )?(?:(?:a (?:bit|little|touch|lot)|slightly|somewhat|much) )?(smaller|bigger|larger)(?: (?:please|pls|orders|buys|amounts?|size))*\W*$/i

/** 'Make it a bit smaller': half or twice the amount are offered. */
export function askSize({
  instruction,
  previousPlan,
  pending,
}: InterpreterRequest): Interpretation | undefined {
  const way = RESIZED.exec(instruction)?.[1]?.toLowerCase()
  if (way === undefined || previousPlan === null || pending) return undefined
  const amount = typeFacts(previousPlan).amount(previousPlan)
  if (amount === null || (amount.unit !== 'SOL' && amount.unit !== 'USDC')) return undefined
  const units = parseUnitsDown(figureWords(amount.value).replaceAll(',', ''), DIGITS)
  const size = `${formatUnits(way === 'smaller' ? units / 2n : units * 2n, DIGITS)} ${amount.unit}`
  return {
    kind: 'ask',
    code: 'other',
    question: `How much should it be? It is ${figureWords(amount.value)} ${amount.unit} now.`,
    choices: [{ label: size, reply: `make it ${size}` }],
    reading: [{ from: 0, to: instruction.length, kind: 'filler' }],
    as: 'change',
    // An amount alone changes the plan by itself.
    asked: null,
  }
}
const DIGITS = 9
