/** Answers to questions, from real data. None offers anything to execute. */
import type { Topic } from '../../../ports/interpreter.ts'
import { readTokens } from '../explanation/holdings.ts'
import { judge } from '../feasibility/judge.ts'
import { pricePlan } from '../interpretation/price-plan.ts'
import type { AnswerParts, Asking } from './asking.ts'
import { balancesAnswer } from './balances.ts'
import { CAPABILITIES } from './capabilities.ts'
import { nextOrderAnswer } from './next-order.ts'
import { pastAnswer } from './past.ts'
import { priceAnswer } from './price.ts'
import { profitAnswer } from './profit.ts'
import { skippedAnswer } from './skipped.ts'
import { strategyAnswer } from './strategy.ts'

export async function answer(parts: AnswerParts, topic: Topic, asking: Asking): Promise<string> {
  switch (topic.about) {
    case 'price': {
      if (topic.mints.length === 0)
        return 'Which token do you mean? Name it, or set its address in the settings.'
      const names = await parts.tokenNames.labels(asking.userId, topic.mints)
      const answers = topic.mints.map((mint) =>
        priceAnswer(parts.market, { mint, name: names.get(mint) }, asking.now),
      )
      return (await Promise.all(answers)).join('\n\n')
    }
    case 'strategy':
      return strategyAnswer(parts, asking)
    case 'profit':
      return profitAnswer(parts, asking)
    case 'next_order':
      return nextOrderAnswer(parts, asking)
    case 'skipped':
      return skippedAnswer(parts, asking)
    case 'balances':
      return balancesAnswer(parts, asking)
    case 'history':
      return pastAnswer(parts, topic, asking)
    case 'capabilities':
      return CAPABILITIES
    case 'greeting':
      return `Hello. ${CAPABILITIES}`
    case 'settings':
      return 'The token address and the wallet I trade with are in the settings below the chat. Open them with Show Settings.'
    case 'hypothetical': {
      const wallets = await parts.wallets.lookups.getByAddresses(asking.userId, asking.walletAddresses)
      const priced = await pricePlan(parts.market, topic)
      if ('problem' in priced) return priced.problem
      const { explanation } = await judge(
        {
          market: parts.market,
          sizing: parts.strategies.sizing,
          lookUp: parts.lookUp,
          tokens: () => readTokens(parts.balances, wallets),
        },
        priced.plan,
        wallets,
      )
      const assumed = [...topic.assumptions, ...priced.assumptions]
      return [
        `If you did: ${explanation}`,
        ...(assumed.length > 0 ? [`Assumed: ${assumed.join(' ')}`] : []),
        'Summary: this only answers your question; nothing was started. Tell me to do it, and I will show the plan for you to confirm.',
      ].join('\n')
    }
    case 'risk':
    case 'below_range':
    case 'fees':
    case 'orders':
    case 'trades':
    case 'why':
    case 'trend':
    case 'advice':
    case 'explain':
    case 'unknown':
      return `I did not understand that. ${CAPABILITIES}`
  }
}
