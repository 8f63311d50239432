/** What a plan would have made in the past: the backtest over that time. It offers nothing to execute. */
import { infeasibleText } from '@purser/contract/infeasible-texts.ts'
import { type Plan, tradesHoldings } from '@purser/contract/plan.ts'
import { MINUTE_SECONDS } from '@purser/contract/time.ts'
import type { Topic } from '../../../ports/interpreter.ts'
import { planProblem } from '../feasibility/judge.ts'
import { isUnpriced, pricedAt } from '../interpretation/price-plan.ts'
import { countWords, durationWords, signedUsd } from '../words.ts'
import type { AnswerParts, Asking } from './asking.ts'
import { withSummary } from './final.ts'

type Past = Extract<Topic, { about: 'history' }>

const signed = (percent: number): string => `${percent >= 0 ? '+' : ''}${percent} %`
const isPartOfFunds = (plan: Plan): boolean =>
  tradesHoldings(plan) || JSON.stringify(plan).includes('"unit":"percent"')

const noHistory = ({ goal }: Plan): string =>
  `${goal}\nThe market has no history of this token, so I cannot tell what this would have made.`

export async function pastAnswer(
  { strategies, wallets }: AnswerParts,
  asked: Past,
  { userId, walletAddresses }: Asking,
): Promise<string> {
  const { seconds } = asked
  const began = isUnpriced(asked) ? await strategies.previews.openedAt(asked.plan, seconds) : undefined
  if (began?.price === null) return noHistory(asked.plan)
  const priced = began ? pricedAt(began.price, asked, true) : { plan: asked.plan, assumptions: [] }
  if ('problem' in priced) return priced.problem
  const { plan } = priced
  const why = await planProblem(strategies.sizing, plan)
  if (why) return infeasibleText({ goal: plan.goal, why })
  const owned = await wallets.lookups.getByAddresses(userId, walletAddresses)
  const addresses = owned.map(({ address }) => address)
  const past = await strategies.previews.past(plan, addresses, {
    seconds,
    ...(began ? { now: began.now } : {}),
  })
  if (!past) return noHistory(plan)
  const { preview, known } = past
  const [first, last] = [preview.equity[0], preview.equity.at(-1)]
  const made = (last?.value ?? 0) - (first?.value ?? 0)
  const span = durationWords(past.seconds)
  const isShort = past.seconds + MINUTE_SECONDS < seconds
  return withSummary(
    [
      plan.goal,
      ...(isShort
        ? [
            `You asked about ${durationWords(seconds)}, but there are only ${durationWords(known)} of prices to test this on: the figures are of these.`,
          ]
        : []),
      `Over the last ${span}, until now, this plan would have come to:`,
      `Return: ${signed(preview.return_percent)}, ${signedUsd(BigInt(Math.round(made * 1_000_000)))} on $${(first?.value ?? 0).toFixed(2)} put in.`,
      `Trades: ${preview.trades}.`,
      `Fees: $${preview.fees_usd.toFixed(2)}, the market's and the network's.`,
      `Deepest fall on the way: ${preview.max_drawdown_percent} %. Just holding the token would have come to ${signed(preview.buy_and_hold_percent)}.`,
      isPartOfFunds(plan)
        ? 'It is worked out from what your wallets hold now.'
        : 'It takes for granted that your wallets had held enough for every order.',
      ...[...asked.assumptions, ...priced.assumptions].map((one) => `Assumed: ${one}`),
      ...preview.assumptions,
    ],
    `over the last ${span} it would have made ${signed(preview.return_percent)} with ${countWords(preview.trades, 'trade')}. The past says nothing certain about what comes.`,
  )
}
