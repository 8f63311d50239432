/** The result that a plan would have had in the past: the backtest over that time. It offers nothing to execute. */
import { infeasibleText } from '@purser/contract/agents/infeasible-texts.ts'
import { percentText } from '@purser/contract/market/percent-text.ts'
import { type Plan, tradesHoldings } from '@purser/contract/strategies/plan.ts'
import { MINUTE_SECONDS } from '@purser/contract/time.ts'
import type { Topic } from '../../../ports/interpreter.ts'
import { planProblem } from '../feasibility/judge.ts'
import { isUnpriced, pricedAt } from '../interpretation/price-plan.ts'
import { countWords, durationWords, signedUsd } from '../words.ts'
import { type Answer, type AnswerParts, type Asking, card, figure } from './asking.ts'

type Past = Extract<Topic, { about: 'history' }>

const isPartOfFunds = (plan: Plan): boolean =>
  tradesHoldings(plan) || JSON.stringify(plan).includes('"unit":"percent"')

const noHistory = ({ goal }: Plan): Answer => ({
  text: `${goal}\nThe market has no price history for this token, so I cannot tell what this would have made.`,
})

export async function pastAnswer(
  { strategies, wallets }: AnswerParts,
  asked: Past,
  { userId, walletAddresses }: Asking,
): Promise<Answer> {
  const { seconds } = asked
  const began = isUnpriced(asked) ? await strategies.previews.openedAt(asked.plan, seconds) : undefined
  if (began?.price === null) return noHistory(asked.plan)
  const priced = began ? pricedAt(began.price, asked, true) : { plan: asked.plan, assumptions: [] }
  if ('problem' in priced) return { text: priced.problem }
  const { plan } = priced
  const why = await planProblem(strategies.sizing, plan)
  if (why) return { text: infeasibleText({ goal: plan.goal, why }) }
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
  const profit = signedUsd(BigInt(Math.round(made * 1_000_000)))
  return {
    card: card(
      plan.goal,
      [
        figure('Backtest over the last', span),
        figure('Return', percentText(preview.return_percent)),
        figure('P&L', profit),
        figure('Invested', `$${(first?.value ?? 0).toFixed(2)}`),
        figure('Trades', String(preview.trades)),
        figure('Fees, market and network', `$${preview.costs.total_usd.toFixed(2)}`),
        figure('Max drawdown', `${preview.max_drawdown_percent.toFixed(2)}%`),
        figure('Buy and hold', percentText(preview.buy_and_hold_percent)),
      ],
      [
        ...(isShort
          ? [
              `You asked about ${durationWords(seconds)}, but only ${durationWords(known)} of price history is available; the figures cover that period.`,
            ]
          : []),
        isPartOfFunds(plan)
          ? 'It is based on what your wallets hold now.'
          : 'It assumes that your wallets held enough for every order.',
        ...[...asked.assumptions, ...priced.assumptions].map((one) => `Assumed: ${one}`),
        ...preview.assumptions,
      ],
    ),
    text: `Over the last ${span} it would have made ${percentText(preview.return_percent)} with ${countWords(preview.trades, 'trade')}. Past performance does not guarantee future results.`,
  }
}
