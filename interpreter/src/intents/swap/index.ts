/** One order, now. */
import type { SwapPlan } from '@purser/contract/strategies/plan.ts'
import { readAmount } from '../../clauses/amount-of.ts'
import type { Bag } from '../../clauses/bag.ts'
import { isBare } from '../../clauses/bare.ts'
import { readTrade } from '../../clauses/trade.ts'
import { buildDraft, planAmount } from '../envelope.ts'
import type { Intent } from '../intent.ts'
import { isAsked } from '../outcome.ts'
import { buyOrSell, howMuchOf, whatMeans } from '../questions.ts'
import { trade as traded } from '../sentence-parts.ts'
import { missing } from './missing.ts'
import { model } from './model.ts'

export const swap: Intent = {
  type: 'swap',
  name: 'swap',
  vocabulary: { words: {}, rules: [] },
  claim: (bag) => (bag.has('verb', 'amount') ? 10 : bag.has('asset') ? 5 : 0),
  read(bag, settings) {
    const trade = readTrade(bag, settings)
    if (isAsked(trade)) return trade
    // 'Half a SOL' alone has neither an action nor a token.
    if (!bag.has('verb', 'asset', 'announces', 'now') && !namesToken(bag)) return buyOrSell()
    if (isBare(bag)) return buyOrSell()
    // 'Half my JUP in SOL at all times' is more than one order.
    const lasting = LASTING.exec(bag.text.source)
    if (lasting) return whatMeans(lasting[0])
    const { words, read } = bag.text
    const way = words.find(({ text }, at) => WAYS.has(text) && read('token', at).length === 0)
    if (way) return whatMeans(way.text)
    const how = missing(bag, trade)
    if (how) return how
    const whole = bag.says('exit') && !trade.amount
    const amount = whole
      ? { value: '100', unit: 'percent' as const }
      : readAmount(trade, howMuchOf(trade), settings)
    if (isAsked(amount)) return amount
    bag.take('count', 'amount')
    return buildDraft(bag, trade, {
      fields: { strategy_type: 'swap', trade_direction: trade.side, amount: planAmount(amount) },
      assumptions: whole ? ['All of it.'] : [],
    })
  },
  model,
  sentence: (plan: SwapPlan, name) => `${traded(plan, plan.amount, name)}, once`,
}

/** Ways of trading that the desk lacks: beside exits or a chart they only say how somebody calls it. */
const WAYS = new Set(['scalp', 'scalping', 'snipe', 'sniping'])
const LASTING = /\bat all times\b/i
const namesToken = (bag: Bag): boolean =>
  bag.roles.some(({ mentions }) => mentions.some(({ kind }) => kind === 'token'))
