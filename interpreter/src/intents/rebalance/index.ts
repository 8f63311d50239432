/** Keeps a token at a share of token plus quote. */
import type { RebalancePlan } from '@purser/contract/strategies/plan.ts'
import { type Asset, getName } from '../../text/names.ts'
import { readTrade } from '../../clauses/trade.ts'
import { readWords } from '../../text/word-table.ts'
import { buildDraft } from '../envelope.ts'
import type { Intent } from '../intent.ts'
import { isAsked } from '../outcome.ts'
import { saidTwice } from '../questions.ts'
import { period } from '../sentence-amounts.ts'
import { lasting } from '../sentence-parts.ts'
import { defaults } from './defaults.ts'
import { missing } from './missing.ts'
import { rebalanceRules } from './rules.ts'
import { readTarget } from './target.ts'
import { model } from './model.ts'

/** '4 % of my BONK' is a share of the holding, not of the wallet. */
const OF_HELD = new RegExp(
  [
    String.raw`\b(?:of|from) (?:my|our) (?!wallet|portfolio|funds|money|stack|stash|holdings|balance|capital|`,
    'savings|assets|account|crypto)',
  ].join(''),
  'i',
)

const INTO = new Set(['into', 'to', 'onto'])
/** Phrases for a kept share, rather than an amount that goes there each time. */
const STAYS = new RegExp(
  [
    '^(?:re-?bal|keep|kept|hold|held|maintain|stay|target|share|weight|alloc|always|balanc(?:e[ds]|ing)|split|',
    'mix|ratio|check|adjust|times)',
  ].join(''),
)

export const rebalance: Intent = {
  type: 'rebalance',
  name: 'rebalance',
  vocabulary: {
    words: readWords(new URL('./words.txt', import.meta.url)),
    rules: rebalanceRules,
    where:
      'REBALANCE / KEPT_SO / at all times / ' +
      'KEEPS (LEAD_TO)* (share|percentage|portion|slice) of (my|the|our)* WALLET / ' +
      'KEEPS (LEAD_TO)* part of (my|the|our)* WALLET WALLET* in / ' +
      'KEEPS (LEAD_TO|#token|ALWAYS)* (#pct / #part / #fig SLASH) / #pct (of)? ' +
      '(my|the|all|our)* (wallet|portfolio|wallets|stack|funds|total) / fifty fifty / DRIFT_WORD / ' +
      '(portfolio|weight|weights|mix|allocation) / (fixed|certain|constant|steady|set) ' +
      '(share|part|percentage|portion|weight|proportion) / #fig SLASH #fig ' +
      '(PERCENT|split|mix|ratio|#token|between|in|of) / #anyfig SLASH #anyfig #token SLASH #token / ' +
      '#pct (of)? #token (and|,|plus|/|-)* #pct (of)? #token / (band|tolerance) (of)? #pct / ' +
      '#token (at|=|:)? #pct (vs|versus|against) / #fig SLASH #fig ' +
      '(PERCENT|split|mix|ratio|#token|between|in|of)',
  },
  claim: (bag) =>
    !bag.inPlay('rebalance') ||
    bag.says('buy', 'sell', 'exit', 'dca') ||
    bag.inPlay('rsi') ||
    bag.inPlay('ma_cross') ||
    (bag.has('stop', 'take', 'trail') && !bag.announces('rebalance') && !bag.has('threshold', 'rate'))
      ? 0
      : bag.announces('rebalance')
        ? 98
        : bag.has('threshold') || bag.all('target').some(({ said }) => !OF_HELD.test(said))
          ? 97
          : 0,
  read(bag, settings) {
    const target = readTarget(bag)
    if (isAsked(target)) return target
    const trade = readTrade(bag, settings, { both: true })
    if (isAsked(trade)) return trade
    // Beside the share of the token there is no other amount: 'half in WIF and a third in SOL'.
    if (trade.amount && bag.fieldOf(trade.amount) !== 'target_percent') return saidTwice(trade.amount.said)
    // A kept share would be sold down to its level.
    const goes = bag.roles.some(
      ({ kind, lead, said }) =>
        (kind === 'asset' && INTO.has(lead)) || (kind === 'target' && / (?:in)?to$/i.test(said)),
    )
    const stays = bag.announces('rebalance') || bag.text.words.some(({ text }) => STAYS.test(text))
    if (goes && target !== undefined && !stays && !bag.has('threshold', 'kept_so'))
      return missing.goesOrStays(getName(trade.base), target)
    bag.takeAnnouncements('rebalance')
    const rest = bag.all('rest') as unknown as { value: { asset: Asset } }[]
    for (const role of rest) {
      if (role.value.asset.kind !== trade.quote) return missing.sum()
      bag.mark(role as never, 'quote')
    }
    if (target === undefined) return missing.target()
    const threshold = bag.take('threshold', 'threshold_percent') as { percent: string } | undefined
    const [bare] = bag.all('duration').filter(({ value }) => value.style === 'bare')
    const said = bag.take('rate', 'interval_seconds')
    if (!said && bare) bag.mark(bare, 'interval_seconds')
    const rate = said ?? bare?.value
    return buildDraft(bag, trade, {
      fields: {
        strategy_type: 'rebalance',
        trade_direction: 'both',
        target_percent: target,
        threshold_percent: threshold ? Number(threshold.percent) : defaults.threshold,
        interval_seconds: rate?.seconds ?? defaults.interval,
      },
      assumptions: defaults.said({ threshold: threshold !== undefined, interval: rate !== undefined }),
      runs: true,
    })
  },
  model,
  sentence: (plan: RebalancePlan, name) =>
    `Rebalance ${name} against ${plan.quote} to ${plan.target_percent}% every ${period(plan.interval_seconds)} when it is off by ${plan.threshold_percent}%${lasting(plan)}`,
}
