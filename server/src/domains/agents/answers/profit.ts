/** How much was made: by the agent's strategy, and by all of the user's. */
import { percentText } from '@purser/contract/market/percent-text.ts'
import { figureWords, parseUnitsDown, USD_DECIMALS } from '@purser/contract/money.ts'
import type { Present, Strategies } from '../../strategies/index.ts'
import { listAgentIds } from '../agents.store.ts'
import { countWords, signedUsd } from '../words.ts'
import { type Answer, type AnswerParts, type Asking, card, type Figure, figure } from './asking.ts'
import { NO_STRATEGY } from './final.ts'

type Totals = Awaited<ReturnType<Strategies['books']['answers']['totals']>>

export const usdText = (pnl: string | number): string => {
  const text = String(pnl)
  const units = parseUnitsDown(text.replace('-', ''), USD_DECIMALS)
  return signedUsd(text.startsWith('-') ? -units : units)
}
/** '+0.002', '-0.002', '0'. */
const gainText = (amount: string): string => {
  const text = figureWords(amount)
  return text === '0' || text.startsWith('-') ? text : `+${text}`
}

type Gains = Pick<Present, 'gains'> & {
  strategy: Pick<Present['strategy'], 'pnl' | 'return_percent' | 'realised'> & {
    plan: Pick<Present['strategy']['plan'], 'trade_direction'>
  }
  token: Pick<Present['token'], 'symbol'>
  quote: Pick<Present['quote'], 'symbol'>
}

const noPnl = ({ strategy }: Pick<Gains, 'strategy'>): string =>
  strategy.plan.trade_direction === 'sell'
    ? 'It only sells what you already held, and the cost of that is unknown, so it has no P&L of its own.'
    : 'It has not bought anything yet, so there is no P&L.'

/** Realized, unrealized and both, of the present run; `notes` say what is missing. */
export function gainFigures(present: Gains): { figures: Figure[]; notes: string[] } {
  const { strategy, gains, token, quote } = present
  const { pnl, return_percent: percent, realised } = strategy
  if (realised === null) return { figures: [], notes: [noPnl(present)] }
  const holds = gains.held !== '0'
  return {
    figures: [
      figure('Realized P&L', gainText(gains.realised), quote.symbol),
      ...(!holds
        ? [figure('Unrealized P&L', 'none')]
        : gains.unrealised === null
          ? [figure('Unrealized P&L', 'unknown')]
          : [figure('Unrealized P&L', gainText(gains.unrealised), quote.symbol)]),
      ...(holds ? [figure('Holds', figureWords(gains.held), token.symbol)] : []),
      ...(pnl === null ? [] : [figure('Total P&L after fees', usdText(pnl))]),
      ...(pnl === null || percent === null ? [] : [figure('Return', percentText(percent))]),
    ],
    notes: !holds
      ? []
      : gains.unrealised === null
        ? [`The market has no price for ${token.symbol}.`]
        : gains.atEnd
          ? ['At the market price when it ended.']
          : [],
  }
}

function totalFigures({ strategies, quotes, usd }: Totals): Figure[] {
  if (strategies === 0) return []
  return [
    ...quotes.flatMap(({ symbol, realised, unrealised }) => [
      figure('All agents: realized', gainText(realised), symbol),
      unrealised === null
        ? figure('All agents: unrealized', `unknown (${symbol})`)
        : figure('All agents: unrealized', gainText(unrealised), symbol),
    ]),
    figure('All agents: total P&L after fees', usd === null ? 'unknown' : signedUsd(usd)),
  ]
}

function totalNote({ strategies, more, usd }: Totals, since: string): string {
  if (strategies === 0) return `All agents: none has bought anything ${since}.`
  const count = countWords(strategies, 'strategy')
  const counted = more ? `your newest ${count} that bought something` : `your ${count} that bought something`
  return `All agents: ${counted}, each since its last start.${usd === null ? ' A price is missing.' : ''}`
}

const strategyText = (present: Present): string => {
  const { pnl } = present.strategy
  if (pnl !== null) return `This agent's P&L is ${usdText(pnl)} after fees`
  return present.strategy.plan.trade_direction === 'sell'
    ? 'This agent only sells what you already held'
    : 'This agent has no P&L yet'
}

export async function profitAnswer(
  { db, strategies }: AnswerParts,
  { userId, agentId }: Asking,
): Promise<Answer> {
  const present = await strategies.books.answers.present(userId, agentId)
  const totals = await strategies.books.answers.totals(userId, await listAgentIds(db, userId))
  if (!present && totals.strategies === 0) return { text: `${NO_STRATEGY.text} ${totalNote(totals, 'yet')}` }
  const own = present ? gainFigures(present) : { figures: [], notes: [] }
  const total = totals.usd === null ? 'unknown' : signedUsd(totals.usd)
  return {
    card: card(
      'P&L',
      [...own.figures, ...totalFigures(totals)],
      [...own.notes, totalNote(totals, 'since its last start')],
    ),
    text: [
      present ? strategyText(present) : 'This agent has not run a strategy yet',
      totals.strategies === 0 ? '.' : `; the total of all agents is ${total}.`,
    ].join(''),
  }
}
