/** Changes that leave a part open: it is asked for, with choices. */
import { formatUnits, parseUnitsDown, figureWords } from '@purser/contract/money.ts'
import { type Plan, typeFacts } from '@purser/contract/strategies/plan.ts'
import type { Language } from '../interpret.ts'
import { readInstruction } from '../interpreter.ts'
import type { Interpretation, InterpreterRequest } from '../port.ts'

const PERCENT = String.raw`(\d+(?:\.\d+)?) ?(?:%|percent\b|pct\b)`
/** At the end of the message: what follows may say the side, or belong to a sale of its own. */
const EXIT = new RegExp(
  [
    String.raw`\s*,?\s*\b(?:and |then |but )*(?:(?:get (?:me )?out|exit|sell|close|dump)(?: of)?(?: it| this| that| everything| all)?`,
    String.raw` (?:at|@) (?:about |around |like )?|`,
    String.raw`(?:add |with |set |use )?(?:an? )?(?:stop(?: loss)?|sl) or (?:an? )?(?:take profit|tp|target)(?: (?:of|at))? ?)${PERCENT}(?: (?:please|pls|then|thanks))*\W*$`,
  ].join(''),
  'i',
)
/** A condition, another way, or a habit before it. */
const BEARS =
  /\b(?:if|when|once|whenever|unless|until|after|in case|or|always|usually|never|not|don'?t|only)\b/i
/** Nothing but politeness before it: the choices are the exits alone. */
const POLITE =
  /^\W*(?:(?:can|could|would|will) (?:you|it|we)|please|pls|i(?:'d| would) like (?:it |you )?to|i want(?: it| you)? to|let'?s|and|then|ok(?:ay)?|just|it should|also)?(?:\W+(?:please|just|also))*\W*$/i

/**
 * 'Get out at 4%' says neither whether at a loss nor at a gain. Undefined: no such exit, or the rest is no plan with
 * either.
 */
export function askExitSide(language: Language, request: InterpreterRequest): Interpretation | undefined {
  const { instruction } = request
  const found = EXIT.exec(instruction)
  const before = instruction.slice(0, found?.index)
  if (!found || BEARS.test(before)) return undefined
  const [phrase, percent = ''] = found
  const choices = [`stop loss ${percent}%`, `take profit ${percent}%`].map((exit) => ({
    label: exit.charAt(0).toUpperCase() + exit.slice(1),
    reply: POLITE.test(before) ? exit : `${before.trim()} with a ${exit}`,
  }))
  const readings = choices.map(({ reply }) =>
    readInstruction(language, { ...request, instruction: reply, pending: null }),
  )
  const plannable = choices.filter((_, at) => readings[at]?.kind === 'plan')
  const [only] = plannable
  if (!only || (plannable.length === 1 && request.previousPlan === null)) return undefined
  const [first = '', second = ''] = choices.map(({ label }) => label.replace(/ \S+$/, '').toLowerCase())
  const isStop = only === choices[0]
  const from = found.index + phrase.length - phrase.trimStart().length
  return {
    kind: 'ask',
    code: 'which_first',
    question:
      plannable.length === 1
        ? `It has a ${isStop ? second : first} of ${percent}% already. Should it have a ${isStop ? first : second} of ${percent}% as well?`
        : `A ${first} or a ${second} of ${percent}%?`,
    choices: plannable,
    reading: [{ from, to: found.index + phrase.length, kind: 'filler' }],
    as: readings.some((one) => 'changes' in one && one.changes) ? 'change' : 'instruction',
  }
}

const SIZE = String.raw`^\W*(?:(?:can|could|would) (?:you|we|i) )?(?:please )?(?:(?:make|do|have) )?(?:(?:it|(?:each|every)(?: one| buy| order| purchase| trade)?|them|the (?:buys|orders|amounts?)) )?(?:(?:a (?:bit|little|touch|lot)|slightly|somewhat|much) )?(smaller|bigger|larger)`
const RESIZED = new RegExp(String.raw`${SIZE}(?: (?:please|pls|orders|buys|amounts?|size))*\W*$`, 'i')
const SIZED = new RegExp(
  String.raw`${SIZE}(?: (?:please|pls))?\s*[,:;…–-]+\s*(?:like |say |maybe |about |to )?([\d.]*\d) ?(sol|usdc)?\W*$`,
  'i',
)

/** The amount of the plan shown in base units; null: it is none of SOL or USDC. */
function readSize(plan: Plan | null): { units: bigint; unit: string } | null {
  const amount = plan && typeFacts(plan).amount(plan)
  if (!amount || (amount.unit !== 'SOL' && amount.unit !== 'USDC')) return null
  return { units: parseUnitsDown(figureWords(amount.value).replaceAll(',', ''), DIGITS), unit: amount.unit }
}
const DIGITS = 9

/** 'Make each one a bit smaller, 0.03' as 'make it 0.03 SOL'; undefined where 0.03 is not smaller. */
export function withSize({ instruction, previousPlan }: InterpreterRequest): string | undefined {
  const [, way = '', figure = '', unit] = SIZED.exec(instruction) ?? []
  const size = readSize(previousPlan)
  if (figure === '' || size === null || (unit !== undefined && unit.toUpperCase() !== size.unit))
    return undefined
  const units = parseUnitsDown(figure, DIGITS)
  const agrees = way.toLowerCase() === 'smaller' ? units < size.units : units > size.units
  return agrees && units > 0n ? `make it ${figure} ${size.unit}` : undefined
}

/** 'Make it a bit smaller', or a figure that is not: half or twice the amount are offered. */
export function askSize({
  instruction,
  previousPlan,
  pending,
}: InterpreterRequest): Interpretation | undefined {
  const way = (RESIZED.exec(instruction) ?? SIZED.exec(instruction))?.[1]?.toLowerCase()
  const size = readSize(previousPlan)
  if (way === undefined || size === null || pending) return undefined
  const other = formatUnits(way === 'smaller' ? size.units / 2n : size.units * 2n, DIGITS)
  if (other === '0') return undefined
  return {
    kind: 'ask',
    code: 'other',
    question: `How much should it be? It is ${formatUnits(size.units, DIGITS)} ${size.unit} now.`,
    choices: [{ label: `${other} ${size.unit}`, reply: `make it ${other} ${size.unit}` }],
    reading: [{ from: 0, to: instruction.length, kind: 'filler' }],
    as: 'change',
    // An amount alone changes the plan by itself.
    asked: null,
  }
}
