/** How much a plan can lose, and what happens outside of its prices: of the plan on screen, else of what runs. */
import { priceText } from '@purser/contract/market/price-text.ts'
import type { LossBound, PlanFigures } from '@purser/contract/agents/shown-plans.ts'
import { limitFields } from '@purser/contract/strategies/limits/index.ts'
import { type Plan, typeFacts } from '@purser/contract/strategies/plan.ts'
import { symbolInPlan } from '@purser/contract/tokens/tokens.ts'
import { costWords, currencyAmountWords } from '../words.ts'
import { type Answer, type AnswerParts, type Asking, card, type Figure, figure } from './asking.ts'
import { findFigures } from './last-plan.store.ts'

const NO_PLAN: Answer = {
  text: 'There is no plan yet. Tell me what to trade, and I will show what it could lose.',
}

const BOUNDS: Record<LossBound, string> = {
  stop_loss: 'by its stop loss',
  trailing_stop: 'by its trailing stop',
  max_drawdown: 'by its drawdown limit',
  slippage: 'by its slippage limit',
  all: 'the full amount',
}

export function figuresOnCard(figures: PlanFigures): Figure[] {
  const { spends, each, orders, fees, costs, worst } = figures
  return [
    figure('Worst case', worst ? currencyAmountWords(worst) : 'not limited'),
    figure('Total spend', spends ? currencyAmountWords(spends) : 'no limit'),
    ...(each && orders !== 1 ? [figure('Each order', currencyAmountWords(each))] : []),
    costs ? figure('Costs', costWords(costs)) : figure('Network fees', currencyAmountWords(fees)),
  ]
}

const SLIPS = 'Costs come on top, and in a fast fall a sale can bring less than its limit.'

/** The plan on screen, else that of the agent's strategy; `strategyId` is null for the first. */
async function readPlan(
  { strategies }: AnswerParts,
  { userId, agentId, plan }: Asking,
): Promise<{ plan: Plan; strategyId: string | null } | null> {
  if (plan) return { plan, strategyId: null }
  const present = await strategies.books.answers.present(userId, agentId)
  return present && { plan: present.strategy.plan, strategyId: present.strategy.id }
}

export async function riskAnswer(parts: AnswerParts, asking: Asking): Promise<Answer> {
  const found = await readPlan(parts, asking)
  if (!found) return NO_PLAN
  const figures = await findFigures(parts.db, asking.agentId, found.strategyId)
  if (!figures) return { text: `${found.plan.goal}\nWhat this plan could lose is not on record.` }
  const { worst } = figures
  return {
    card: card(found.plan.goal, figuresOnCard(figures), [SLIPS]),
    text: worst
      ? `The most it can lose is ${currencyAmountWords(worst)}, ${BOUNDS[worst.by]}.`
      : 'Its loss is not limited: it has no stop loss or max drawdown.',
  }
}

/** The limits that sell all that is held, in words. */
const exitsIn = ({ risk = {} }: Plan): Figure[] =>
  limitFields.flatMap((field) => {
    if (field === 'stop_loss_percent' || field === 'max_drawdown_percent') {
      const percent = risk[field]
      const label = field === 'stop_loss_percent' ? 'Stop loss' : 'Max drawdown'
      return percent === undefined ? [] : [figure(label, `${percent}%`)]
    }
    return []
  })

const usd = (price: string | number): string => priceText(Number(price))

function outsideText(plan: Plan): { figures: Figure[]; text: string } {
  const symbol = symbolInPlan(plan)
  const exits = exitsIn(plan)
  const keeps = exits.length > 0 ? 'sells only if one of its limits is reached' : 'has no limit that sells'
  switch (plan.strategy_type) {
    case 'grid':
      return {
        figures: [
          figure('Lowest level', usd(plan.lower_price_usd)),
          figure('Highest level', usd(plan.upper_price_usd)),
        ],
        text: `Below the lowest level it has bought on every level, buys no more and ${keeps}. Above the highest it has sold all and waits until the price comes back.`,
      }
    case 'bracket':
      return {
        figures: [],
        text: 'It holds its position until the stop, the target or the time limit is reached, and sells then.',
      }
    case 'dca': {
      const { min_price_usd: low, max_price_usd: high } = plan
      return {
        figures: [
          ...(low === undefined ? [] : [figure('Lowest price', usd(low))]),
          ...(high === undefined ? [] : [figure('Highest price', usd(high))]),
        ],
        text:
          low === undefined && high === undefined
            ? `Its orders do not depend on the price; it ${keeps}.`
            : `Orders outside of these prices are skipped; it ${keeps}.`,
      }
    }
    case 'limit':
      return {
        figures: [figure('Limit price', usd(plan.limit_price_usd))],
        text: `Its order is filled once the price of ${symbol} reaches the limit price; after that it ${keeps}.`,
      }
    default:
      return {
        figures: [],
        text: typeFacts(plan).goesOn
          ? `It has no price range: it goes on trading, and ${keeps}.`
          : `It has no price range; it ${keeps}.`,
      }
  }
}

export async function outsideAnswer(parts: AnswerParts, asking: Asking): Promise<Answer> {
  const found = await readPlan(parts, asking)
  if (!found) return NO_PLAN
  const { figures, text } = outsideText(found.plan)
  return { card: card(found.plan.goal, [...figures, ...exitsIn(found.plan)]), text }
}
