/** A position with barriers: it is sold at the first that is met. Or an existing holding with the same guards. */
import type { Bag } from '../../clauses/bag.ts'
import { rule, rules } from '../../clauses/roles.ts'
import { readAmount } from '../../clauses/amount-of.ts'
import { readTrade } from '../../clauses/trade.ts'
import { readWords } from '../../text/word-table.ts'
import { getName } from '../../text/names.ts'
import type { RelativePrice } from '../../port.ts'
import { buildDraft, lacksDistance, planAmount } from '../envelope.ts'
import type { Intent } from '../intent.ts'
import { readPrice } from '../limit/price.ts'
import { isAsked } from '../outcome.ts'
import { notOffered } from '../not-offered.ts'
import { howMuchOf, refuse, whatMeans } from '../questions.ts'
import { readBarriers } from './barriers.ts'
import { ALL, readSide } from './defaults.ts'
import { missing } from './missing.ts'
import { sentence } from './sentence.ts'
import { AT_ONCE, model } from './model.ts'

const PUT = '(put / set / place / add / attach / want / need / with)? (a|an|the|my)?'
const EXITS = ['stop', 'take', 'trail', 'both_exits', 'time_limit']

const WAITS_FOR_SOL = /\b(?:if|when|once|should|whenever)\s+(?:the\s+price\s+of\s+)?(?:w?sol|solana)\b/i

export const bracket: Intent = {
  type: 'bracket',
  name: 'bracket',
  vocabulary: {
    words: readWords(new URL('./words.txt', import.meta.url)),
    rules: [
      ...rules(
        'announces',
        ['(a|an|put|set|place|use|as)* BRACKET (order / orders / on / for)?'],
        () => ({ type: 'bracket' }),
        0,
      ),
      rule(
        'without',
        '(without|no|with no) (a|any|the)? (STOP_LOSS / TAKE_PROFIT / TRAIL / limits / limit)',
        () => ({}),
        3,
      ),
      rule('lacks', `${PUT} STOP_LOSS (order / orders)?`, () => ({ exit: 'stop' }), 0),
      rule('lacks', `${PUT} TAKE_PROFIT (order / orders)?`, () => ({ exit: 'take' }), 0),
      rule('lacks', `${PUT} TRAIL (order / orders)?`, () => ({ exit: 'trail' }), 0),
      ...rules('guards', ['GUARD'], () => ({}), 1),
    ],
  },
  claim(bag) {
    if (bag.has('rate') && !bag.has(...EXITS)) return 0
    if (bag.has('stop', 'take', 'trail', 'both_exits')) return 50
    if (bag.announces('bracket') || bag.has('guards', 'lacks')) return 45
    const sells = sellsAtChange(bag)
    return sells ? 46 : bag.has('time_limit') && bag.has('verb') && !bag.has('price') ? 44 : 0
  },
  read(bag, settings) {
    percentToExit(bag)
    const side = readSide(bag)
    const trade = readTrade(bag, settings, side ? { side } : {})
    if (isAsked(trade)) return trade
    // 'Sell everything when SOL drops below $100': another token's price.
    const other = bag.roles.find(({ kind, said }) => EXITS.includes(kind) && WAITS_FOR_SOL.test(said))
    if (other && trade.base.kind !== 'SOL') return refuse(notOffered('condition', other.said).sentence)
    const ends = endsUnnamed(bag)
    if (ends) return whatMeans(ends.said)
    // 'Bank it at -10 %': the sign says the opposite of the word.
    const signed = bag.roles.find(
      ({ kind, said }) =>
        (kind === 'take' && /-\s*\d/.test(said)) || (kind === 'stop' && /\+\s*\d/.test(said)),
    )
    if (signed) return whatMeans(signed.said)
    const whole = trade.side === 'sell' && !trade.amount
    const amount = whole ? ALL : readAmount(trade, howMuchOf(trade), settings)
    if (isAsked(amount)) return amount
    bag.takeAnnouncements('bracket', ...(bag.has('price') ? ['limit'] : []))
    for (const role of bag.all('guards')) bag.mark(role, 'trade_direction')
    const relative: RelativePrice[] = []
    const entry = trade.side === 'buy' ? readPrice(bag, trade, 'entry_price_usd', relative) : undefined
    if (entry !== undefined && isAsked(entry)) return entry
    const barriers = readBarriers(bag, trade, relative.length > 0 ? undefined : entry?.price)
    if (isAsked(barriers)) return barriers
    if (Object.keys(barriers.fields).length === 0 || lacksDistance(bag, barriers.fields))
      return missing.barrier()
    return buildDraft(bag, trade, {
      fields: {
        strategy_type: 'bracket',
        trade_direction: trade.side,
        amount: planAmount(amount),
        ...(entry ? { entry_price_usd: entry.price } : {}),
        ...barriers.fields,
      },
      relative,
      exits: barriers.exits,
      ownExits: true,
      assumptions: [
        ...(whole ? [`All ${getName(trade.base)} held is guarded, as no amount was stated.`] : []),
        ...(trade.side === 'buy' && entry === undefined ? [AT_ONCE] : []),
      ],
    })
  },
  model,
  sentence,
}

/**
 * 'Kill the bot if it drops 10 %' ends the running strategy, 'target 20 % WIF' may be a share: neither sells a holding.
 */
function endsUnnamed(bag: Bag) {
  if (bag.has('verb', 'guards', 'lacks', 'amount')) return undefined
  const alone = bag.roles.every(({ kind }) => kind === 'take' || kind === 'asset' || kind === 'aside')
  return bag.roles.find(
    ({ kind, said }) =>
      (kind === 'stop' && /\b(?:bot|strategy|shut|kill|turn|switch|plug|trading)\b/i.test(said)) ||
      (alone && kind === 'take' && /^(?:aim|target|goal)\b(?!.*\b(?:on|my|profit|gain)\b)/i.test(said)),
  )
}

/** 'Sell my WIF if it falls to $1', 'when it gains 25 %': a sale at a change of the price, which is a barrier. */
function sellsAtChange(bag: Bag): boolean {
  const sells = bag.says('sell', 'exit') && !bag.says('buy')
  return (
    sells &&
    bag
      .all('price')
      .some(({ value: { price, move, limit, condition, market } }) =>
        'relative' in price
          ? condition === true && market !== true
          : move === 'down' || (limit === 'below' && condition === true),
      )
  )
}

/** 'Take profit on all my JUP at 30 %': the share without a token belongs to the exit that has none yet. */
function percentToExit(bag: Bag): void {
  const [lacks, ...more] = bag.all('lacks')
  const shares = bag
    .all('amount')
    .filter(({ value }) => value.unit === 'percent' && value.asset === undefined)
  const [share, ...others] = shares
  if (!lacks || !share || more.length > 0 || others.length > 0 || bag.all('amount').length < 2) return
  Object.assign(share, { kind: lacks.value.exit, value: { percent: share.value.value } })
}
