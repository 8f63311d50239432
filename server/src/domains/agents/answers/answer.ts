/** Answers to questions, from real data. None offers anything to execute. */
import type { Topic } from '../../../ports/interpreter.ts'
import { readTokens } from '../explanation/holdings.ts'
import { judge } from '../feasibility/judge.ts'
import { pricePlan } from '../interpretation/price-plan.ts'
import { type Answer, type AnswerParts, type Asking, card } from './asking.ts'
import { balancesAnswer } from './balances.ts'
import { CAPABILITIES } from './capabilities.ts'
import { exitsAnswer } from './exits.ts'
import { explainAnswer } from './explain-term.ts'
import { feesAnswer } from './fees.ts'
import { nextOrderAnswer } from './next-order.ts'
import { ordersAnswer } from './orders.ts'
import { pastAnswer } from './past.ts'
import { priceAnswer, trendAnswer } from './price.ts'
import { profitAnswer } from './profit.ts'
import { figuresOnCard, outsideAnswer, riskAnswer } from './risk.ts'
import { settingsAnswer } from './settings.ts'
import { skippedAnswer } from './skipped.ts'
import { strategyAnswer } from './strategy.ts'
import { tradesAnswer } from './trades.ts'
import { whyAnswer } from './why.ts'

type Hypothetical = Extract<Topic, { about: 'hypothetical' }>

async function hypotheticalAnswer(
  parts: AnswerParts,
  topic: Hypothetical,
  { userId, walletAddresses }: Asking,
): Promise<Answer> {
  const wallets = await parts.wallets.lookups.getByAddresses(userId, walletAddresses)
  const priced = await pricePlan(parts.market, topic)
  if ('problem' in priced) return { text: priced.problem }
  const { explanation, feasible, figures } = await judge(
    {
      market: parts.market,
      sizing: parts.strategies.sizing,
      lookUp: parts.lookUp,
      tokens: () => readTokens(parts.balances, wallets),
    },
    priced.plan,
    wallets,
  )
  if (!feasible) return { text: explanation }
  const assumed = [...topic.assumptions, ...priced.assumptions].map((one) => `Assumed: ${one}`)
  return {
    card: card(priced.plan.goal, figures ? figuresOnCard(figures) : [], [explanation, ...assumed]),
    text: 'Nothing was started. Tell me to do it, and I will show the plan for you to confirm.',
  }
}

export async function answer(parts: AnswerParts, topic: Topic, asking: Asking): Promise<Answer> {
  switch (topic.about) {
    case 'price':
      return priceAnswer(parts, topic.mints, asking)
    case 'trend':
    case 'advice':
      return trendAnswer(parts, { mints: topic.mints, isAdvice: topic.about === 'advice' }, asking)
    case 'strategy':
      return strategyAnswer(parts, asking)
    case 'profit':
      return profitAnswer(parts, asking)
    case 'fees':
      return feesAnswer(parts, topic, asking)
    case 'orders':
      return ordersAnswer(parts, asking)
    case 'trades':
      return tradesAnswer(parts, asking)
    case 'why':
      return whyAnswer(parts, asking)
    case 'next_order':
      return nextOrderAnswer(parts, asking)
    case 'skipped':
      return skippedAnswer(parts, asking)
    case 'balances':
      return balancesAnswer(parts, asking)
    case 'risk':
      return riskAnswer(parts, asking)
    case 'exits':
      return exitsAnswer(parts, asking)
    case 'below_range':
      return outsideAnswer(parts, asking)
    case 'settings':
      return settingsAnswer(parts, asking)
    case 'explain':
      return explainAnswer(topic.term)
    case 'history':
      return pastAnswer(parts, topic, asking)
    case 'hypothetical':
      return hypotheticalAnswer(parts, topic, asking)
    case 'capabilities':
      return { text: CAPABILITIES }
    case 'greeting':
      return { text: `Hello. ${CAPABILITIES}` }
    case 'unknown':
      return { text: 'I did not understand that.' }
  }
}
