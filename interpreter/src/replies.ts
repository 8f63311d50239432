/** The sentences that are returned instead of a plan. */
import type { Interpretation } from './port.ts'
import { quoteText } from './intents/questions.ts'

const TODAY =
  'I can do a one-off swap, recurring orders (DCA), a total in equal slices (TWAP), limit orders, a grid, a stop loss and take profit, RSI and moving average strategies, and rebalancing. For example: "buy 0.1 SOL of BONK every hour for 3 days".'

type Refused = Extract<Interpretation, { kind: 'refused' }>
type Ask = Extract<Interpretation, { kind: 'ask' }>
const refuse = (sentence: string): Refused => ({ kind: 'refused', sentence })
const ask = (question: string): Ask => ({ kind: 'ask', code: 'other', question, choices: [] })

export const onlyOwnWallets = () =>
  refuse(
    'An agent only trades within your own wallets: it cannot send or withdraw funds, show keys or set aside its rules.',
  )
export const refuseNegated = (clause: string) =>
  refuse(`${quoteText(clause)} says what not to do. Please write what I should do. ${TODAY}`)
export const refuseReported = (clause: string) =>
  refuse(
    `${quoteText(clause)} describes what somebody does or did. Please write what I should do, such as "buy 1 SOL of BONK".`,
  )
export const control = () => refuse("Use Pause, Stop or Close position in the agent's bar.")
export const notUnderstood = (clause: string) =>
  refuse(`I do not understand ${quoteText(clause)}, so I have not made a plan. ${TODAY}`)
export const noPlanYet = () =>
  ask('Which plan should I change? None has been shown here yet; please write the whole instruction.')
export const tooLong = () =>
  refuse('That is too long for me to read, so I have not made a plan. Please say it in fewer words.')
export const whatToChange = () =>
  ask(
    'What should I change? The plan shown already is as you say; name a field and its new value, such as "make it every two hours".',
  )
export const ofWhich = (shown: string, own: string): Ask => ({
  kind: 'ask',
  code: 'token',
  question: `Which token do you mean, ${shown} of the plan shown or ${own} of the settings? Please write the whole instruction with its token.`,
  choices: [],
})
export const wrongCurrency = (token: string, quote: string, unit: string) =>
  ask(
    `How much should I trade? ${token} is traded against ${quote} here, so state ${quote}, USD, tokens or percent instead of ${unit}.`,
  )
