/** Why the strategy bought, sold or did neither, and what makes up a loss: the reasons on record. */
import type { TerminalLog } from '@purser/contract/agents/agents.ts'
import type { Present } from '../../strategies/index.ts'
import { costWords, timeText } from '../words.ts'
import { type Answer, type AnswerParts, type Asking, card, type Figure, figure } from './asking.ts'
import { NO_STRATEGY } from './final.ts'
import { upcomingText } from './next-order.ts'
import { gainFigures, usdText } from './profit.ts'
import { skipReason } from './skipped.ts'

/** The newest lines among which the last trade and its reason are sought. */
const LINES_READ = 100

type Order = { number?: number; exit?: string | null; doubt?: number }
/** The parts of a line's data that are read here; a user's own lines have none. */
type Data = { order?: Order; why?: string | null; reason?: string; spent?: string; received?: string }
const readData = ({ data }: TerminalLog): Data => data ?? {}

const EXITS: Record<string, string> = {
  stop: 'it was stopped, and it sells then',
  'time limit': 'its time limit was over',
}
const exitReason = (exit: string | null): string =>
  exit === null ? 'it sold all that it held' : (EXITS[exit] ?? `its ${exit} was reached`)

const isSame = (a: Order | undefined, b: Order | undefined) => JSON.stringify(a) === JSON.stringify(b)

/** `lines`: oldest first. The reason is that of the order's placing, or of the limit that sold. */
export function tradeReason(lines: readonly TerminalLog[], trade: TerminalLog, goal: string): string {
  const { order } = readData(trade)
  if (order && 'exit' in order) return exitReason(order.exit ?? null)
  const placed = lines.findLast((line) => line.kind === 'placed' && isSame(readData(line).order, order))
  const why = placed && readData(placed).why
  return why ? why.replace(/\.$/, '') : `its plan says so: ${goal.replace(/\.$/, '')}`
}

const tradeFigures = (trade: TerminalLog, why: string): Figure[] => {
  const { spent = '', received = '' } = readData(trade)
  return [
    figure(trade.kind === 'sold' ? 'Last sale' : 'Last purchase', `${spent} for ${received}`),
    figure('Time', timeText(Date.parse(trade.timestamp))),
    figure('Reason', why),
  ]
}

const pnlText = ({ strategy: { pnl, costs } }: Present): string =>
  pnl === null ? '' : ` P&L is ${usdText(pnl)} after ${costWords(costs)} of costs.`

export async function whyAnswer({ strategies }: AnswerParts, { userId, agentId }: Asking): Promise<Answer> {
  const present = await strategies.books.answers.present(userId, agentId)
  if (!present) return NO_STRATEGY
  const { strategy } = present
  const { goal } = strategy.plan
  const lines = await strategies.lines.logs(userId, strategy.id, LINES_READ)
  const [skipped] = await strategies.books.answers.listSkipped(userId, strategy.id, 1)
  const trade = lines.findLast(({ kind }) => kind === 'sold' || kind === 'bought')
  const failed = lines.findLast(({ kind }) => kind === 'error')
  const isUnfilled = strategy.orders_filled === 0
  const why = trade && tradeReason(lines, trade, goal)
  const missed = skipped && skipReason(skipped, present)
  const gains = gainFigures(present)
  return {
    card: card(
      goal,
      [
        ...(trade && why !== undefined ? tradeFigures(trade, why) : []),
        ...(missed ? [figure('Last skipped order', missed)] : []),
        ...(failed && isUnfilled ? [figure('Last failure', readData(failed).reason ?? 'unknown')] : []),
        ...(isUnfilled ? [] : [...gains.figures, figure('Costs so far', costWords(strategy.costs))]),
      ],
      gains.notes,
    ),
    text:
      trade && why !== undefined
        ? `It last ${trade.kind} because ${why}.${pnlText(present)}`
        : missed
          ? `It has not traded: the last order was skipped because ${missed}.`
          : isUnfilled
            ? `It has not bought or sold anything yet. ${upcomingText(present)}`
            : `The reason of its last trade is not on record any more.${pnlText(present)}`,
  }
}
