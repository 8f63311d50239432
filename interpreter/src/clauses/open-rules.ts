/**
 * Phrases that no plan holds, though their words look like a part of one: a change of the price by an amount, a profit
 * in money, a past action, hours of the day. No intent takes these kinds, so they are asked about.
 */
import { IF, MOVE_DOWN, MOVE_UP, SUBJECT } from './price-parts.ts'
import { type Rule, rule, rules } from './roles.ts'

const open = () => ({})
const WHO =
  "(i / we / you / u / he / she / somebody / someone / my friend / a friend / friend / i've / ive / we've / you've)"
const BOT = "(it / they / the bot / bot / the agent / agent / the strategy / purser / they've / it's)"
const HAVE =
  '(have / has / had / just / already / recently / previously / only / once / accidentally / mistakenly)*'
const DEED =
  '(bought / sold / purchased / acquired / dumped / aped / swapped / exchanged / unloaded / offloaded)'
const ENDING =
  '(sell / close / exit / out / stop / get out / bail / dump / liquidate / cut / end / quit / take profit / take profits / cash out)'
const REST =
  '(it / all / everything / them / the position / my position / the lot / the bag / , / and / then)*'
const WHEN =
  '(if / when / once / whenever / as soon as / in case / should / after / at / on / with / until / by / for)'
const MONEY = '(about / around / more than / over / at least / some / a / another / of / by / to)* $amount'
const MADE =
  '(made / make / makes / making / earn / earned / earns / gain / gained / win / won / netted / pocketed / lost / lose / loses / losing)'
const RESULT =
  '(profit / profits / gain / gains / loss / losses / winnings / earnings / pnl / p&l / return / plus / minus)'

/** SOL, USDC or dollars: not '20 %', and no bare figure. */
const inMoney = (m: Readonly<Record<string, unknown>>) => {
  const { unit } = m.amount as { unit: string }
  return unit === 'SOL' || unit === 'USDC' || unit === 'USD' ? {} : undefined
}

const HOURS = 24

export const openRules: Rule[] = [
  // 'Drops 10 cents' is no price of 10 cents.
  ...rules(
    'delta',
    [`${IF} ${SUBJECT} ${MOVE_DOWN} $usd`, `${IF} ${SUBJECT} ${MOVE_UP} $usd`].flatMap((one) => [
      one,
      one.replace('$usd', 'by (about / around / at least / more than / another / a)* $price'),
    ]),
    open,
    6,
  ),
  // 'When I am up 50 dollars', 'once my profit is 2 SOL'
  ...rules(
    'money_exit',
    [
      `${ENDING}? ${REST} ${WHEN} (i / we / it / you / that / this)* (have / has / am / are / is / was)* ${MADE} ${MONEY}`,
      `${ENDING}? ${REST} ${WHEN} (i'm / im / i am / we are / we're / i've / i have gone / i) (up / down) ${MONEY} (or more)?`,
      `${ENDING}? ${REST} ${WHEN} (i've / ive / we've / i'm / im) ${MADE}? ${MONEY}`,
      `${ENDING}? ${REST} ${WHEN} (my / the / our / a / total / its / overall)* ${RESULT} (is / are / of / reaches / hits / gets to / exceeds / passes / at / becomes / has reached / goes over / over / above)* ${MONEY}`,
      `${ENDING} ${REST} ${WHEN}? ${MONEY} (of / in)? ${RESULT}`,
    ],
    inMoney,
    10,
  ),
  ...rules(
    'past',
    [
      `${WHO} ${HAVE} ${DEED}`,
      `(just / already / recently / previously) ${DEED}`,
      // 'What it bought' is a holding; 'it bought 1 SOL of WIF' reports a trade.
      `${BOT} ${HAVE} ${DEED} $amount`,
    ],
    open,
    8,
  ),
  { ...rule('past', DEED, open, 4), opens: true },
  // 'Drops 5 % in an hour' is the speed of the fall, 'within the next hour' the expiry of the order.
  ...rules(
    'velocity',
    [MOVE_DOWN, MOVE_UP].map(
      (moves) =>
        `${IF} ${SUBJECT} ${moves} (by / more than / at least / over / about / another / a)* $pct ` +
        '(A_DAY / HOURLY / DAILY / WEEKLY / (in / within / per / inside / during / over) (a / an / one / a single / any / each / the last / the past)? ($unit / $time))',
    ),
    open,
    12,
  ),
  // 'Ten orders daily': ten a day, or ten in all.
  rule(
    'paced_count',
    '$int (orders / buys / sells / purchases / trades / sales / swaps) (HOURLY / DAILY / WEEKLY)',
    open,
    5,
  ),
  // 'No more than 3 times a day' bounds a pace and counts nothing.
  ...rules(
    'most_often',
    [
      '(no more than / not more than / at most / max / maximum / never more than / up to / not more often than / no more often than / only) ' +
        '(once / twice / thrice / $int (ORDERS / times / x)?) (PER / EVERY / a / an / per / each) $unit',
      '(no more than / not more than / at most / max / maximum / never more than / up to / not more often than / no more often than) ' +
        '(once / twice / thrice / $int (ORDERS / times / x)?) (HOURLY / DAILY / WEEKLY / MONTHLY)',
    ],
    open,
    8,
  ),
  // Funds that come from elsewhere, and growth by a share of the holding: neither is an order of that amount.
  rule(
    'funded',
    '(top up / fill / fill up / fund / load / load up / refill / replenish) (my / the / our)* (wallet / wallets / account / balance / group / sol balance)',
    open,
    6,
  ),
  rule(
    'grown',
    '(top up / increase / grow / add to / boost / raise / build up) OWN* #token HELD* (by / with)? $pct',
    open,
    7,
  ),
  // 'Buy 1 SOL now and another one when it hits $2'
  rule(
    'one_more',
    '(and / then / plus) (then / also)? (another / one more) (one / lot / batch / order / buy / purchase)',
    open,
    -1,
  ),
  // 'Sell half now and the other half at $2'
  rule(
    'one_more',
    '(and / then / plus / ,)* (then / also)? (the / my) (other / second / remaining) (half / third / quarter / part / portion / bit)',
    open,
    -1,
  ),
  rule('clock', 'after $int', (m) => (Number(m.int) <= HOURS ? {} : undefined), 3),
]
