/** The sentences that are answered instead of a plan. */
import type { Interpretation } from '../../../ports/interpreter.ts'
import { type Label, labels } from './vocabulary.ts'

const TODAY =
  'I can do a one-off swap, recurring orders (DCA), a total in equal slices (TWAP), limit orders, a grid, a stop loss and take profit, RSI and moving average strategies, and rebalancing. For example: "buy 0.1 SOL of BONK every hour for 3 days".'

export const ask = (question: string): Interpretation => ({ kind: 'ask', question })
export const refuse = (sentence: string): Interpretation => ({ kind: 'refused', sentence })

const quoted = (text: string) => `"${text.trim().replace(/\s+/g, ' ').slice(0, 120)}"`

export const notOffered = (label: Label, clause: string): Interpretation =>
  refuse(
    `${quoted(clause)} asks for ${labels[label]}, which is not offered, so I have planned nothing. ${TODAY}`,
  )

export const notUnderstood = (clause: string): Interpretation =>
  refuse(`I do not understand ${quoted(clause)}, so I have planned nothing. ${TODAY}`)

export const onlyOwnWallets = (): Interpretation =>
  refuse(
    'An agent only trades within your own wallets: it cannot send or withdraw funds, show keys or set aside its rules.',
  )

export const negated = (clause: string): Interpretation =>
  refuse(`${quoted(clause)} says what not to do; please write what I should do. ${TODAY}`)

export const control = (): Interpretation =>
  refuse(
    'A running strategy is stopped, paused or resumed with its buttons in the terminal, not in a new instruction.',
  )

export const noPlanYet = (): Interpretation =>
  ask('Which plan should I change? None has been shown here yet; please write the whole instruction.')

export const outOfRange = (what: string): Interpretation => refuse(what)

export const whatToChange = (): Interpretation =>
  ask(
    'What should I change? The plan shown already is as you say; name a field and its new value, such as "make it every two hours".',
  )
