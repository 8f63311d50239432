/** The limits on a plan: slippage, budget, daily loss, drawdown, cool-down, what happens when it is stopped. */
import { times } from '../text/decimal.ts'
import { type Amount, type Rule, rule, rules } from './roles.ts'

type Found = Readonly<Record<string, unknown>>
const bps = (m: Found) => ({
  bps: m.bps === undefined ? times(String(m.pct ?? m.fig), '100') : String(m.bps),
})
const amount = (m: Found): Amount | undefined => {
  const found = m.amount as Amount
  return found.unit === 'none' || found.unit === 'token' ? undefined : found
}
const percent = (m: Found) => ({ percent: String(m.pct ?? m.fig) })
const seconds = (m: Found) => ({ seconds: Number(m.time) })
const SELL = '(SELL_VERB)'
const ALL = '(ANYTHING)'

/** 'Don't let slippage go past 1 %', 'slippage mustn't be more than 1 %', 'without the slippage getting above 1 %'. */
const PAST =
  '(above / over / beyond / past / exceed / exceeding / exceeds / (more / higher / greater / bigger / worse / larger / further / any higher) than)'
const MOVES =
  '(to / ever / go / goes / going / get / gets / getting / be / being / rise / rising / climb / climbing / run / drift / creep / grow / come / become / reach / end up)*'
const NO_SLIP =
  "(and / but / please / just / , / so)* (((don't / do not / dont / never / not / without) (let / letting / allow / allowing / accept / accepting / have / having / want / see / tolerate / me)? (the / my / any / a)* SLIP) / " +
  "((the / my / any)* SLIP ((should / must / may / can / is / will / shall) (not / never) / shouldn't / mustn't / can't / cannot / isn't / won't / never) (to / ever / allowed / be)*)) " +
  MOVES
const STOPS =
  '(stop / stops / stopping / halt / halts / halting / quit / quits / quitting / end / ends / ending / finish / finishes / finishing / cease / terminate / conclude / call it / call it a day / call it quits / wrap up / wrap it up / shut down / shut it down / kill it / pull the plug / pack it in / done / be done / abort / cancel / switch off / turn it off / switch it off / discontinue)'
const WHAT_RUNS =
  '(it / everything / all / buying / selling / spending / trading / the / whole / thing / lot / bot / strategy / plan / dca / orders / this / that / there / automatically / please / all of it / grid / run / for good / off / down / then / right)*'
const ONCE = '(when / once / after / as soon as / if / whenever / the moment / at / in case / should)'
const WHO_SPENDS =
  "(i / we / you / it / the bot / i've / we've / you've / it's / there's / a total of / a / the / total / have / has / had / is / been / all / of / my / in total)*"
const OF_ALL =
  "(there / there's / is / a / the / my / total / it / hits / reaches / we / i / have / had / of / are / in / at)*"
const DAY_STOP =
  '(stop / end / quit / halt / ends / stops / stopping / exit / shut down / shut it down / pause / do not / never / not / ' +
  "don't / dont / at most / max / no more than / allowed / cease / terminate / finish / limit / kill it / turn it off)"
const DAY_LEAD =
  '(and / but / or / if / when / once / after / it / i / we / the bot / for the day / please / should / can / may / ' +
  'let me / to / want / more / than / over / of / everything / trading / buying / selling / whenever / as soon as)'
const DAY_LOSS =
  'LOSE (at most / max / more than / no more than / over / up to / not more than / above / than)* $amount (or more)? (A_DAY)'

export const limitRules: Rule[] = [
  ...rules(
    'slippage',
    [
      'WITH? (a|the|my)? SLIP (AT_MOST / LINK / max)* $pct OR_LESS*',
      'WITH? (a|the|my)? SLIP (AT_MOST / LINK / max)* $anyfig:bps BPS OR_LESS*',
      '(at / with)? (AT_MOST)* (a|an|the|WITH)* (AT_MOST)* $pct (of|max|maximum)? SLIP OR_LESS*',
      '(AT_MOST)* (a|an|the|WITH)* (AT_MOST)* $anyfig:bps BPS (of|max|maximum)? SLIP? OR_LESS*',
      '(only if / only when / if / but only if / as long as / when / provided) (the|my)? SLIP (is ' +
        '/ stays / remains / AT_MOST)* $pct OR_LESS*',
      "(don't / do not / never / not) (let / allow / accept / exceed / go over / tolerate) (the|" +
        'my)? SLIP? (go / be / exceed / get)* (above / over / beyond / more than / ' +
        'exceed)? $pct (of|for|in)* SLIP?',
      `${NO_SLIP} ${PAST} $pct`,
      `${NO_SLIP} ${PAST} $anyfig:bps BPS`,
      '(no more than / not more than / at most / max / less than) $pct (of)? SLIP',
      'SLIP (no / not) (more / higher / greater / over / above) (than)? $pct',
      'SETS_LIMIT (a|an|the|my|your|any|all|for|on)* (AT_MOST)* SLIP (AT_MOST / LINK / max)* $pct OR_LESS*',
      'SETS_LIMIT (a|an|the|my|your|any|all|for|on)* (AT_MOST)* SLIP (AT_MOST / LINK / max)* $anyfig:bps BPS OR_LESS*',
      'SETS_LIMIT (AT_MOST / a / an)* $pct (of|max|maximum)? SLIP OR_LESS*',
      'SLIP (AT_MOST / LINK / max)* half a? percent',
    ],
    (m) => (m.pct === undefined && m.bps === undefined ? { bps: '50' } : bps(m)),
    6,
  ),
  rule('bare_slippage', 'WITH? (a|the|my)? SLIP (LINK)* $fig', () => ({}), 4),
  rule('slippage', '(AT_MOST)* half (a|of a|of one)? percent (of)? SLIP', () => ({ bps: '50' }), 6),

  ...rules(
    'max_spend',
    [
      '(and / but / with / a|the|my / please / , )* MAX_SPEND (LINK / amount)* $amount SPENT SPENT*',
      '$amount (as|of)? (a|the|my)? (max / maximum / total / overall)? (budget / total budget / ' +
        'cap / spending limit / spend limit / max spend / total cap / spending cap / ceiling) SPENT?',
      '(until / till / til / stop when / stop once / stop after / once / and stop when / and stop ' +
        'once / and stop after / ending once / stopping once / stopping when / stopping after) (it / ' +
        "i / you / we / i've / you've / we've)? " +
        '(has / have / had)? (spent / used / invested / put in / spending) (a ' +
        'total of / a|the|total)* $amount SPENT*',
      '(until / till / til / as long as) (my / the / a / this)* (budget / allowance / pot / money) (of)? $amount (is / has been / runs / has / lasts) (used / used up / spent / exhausted / gone / out / run out)*',
      // 'Halt once 5 SOL have been spent', 'quit when I've put in $200', 'once 5 SOL are gone, stop'
      `(and / then / but / , / please)* ${STOPS} ${WHAT_RUNS} ${ONCE} ${WHO_SPENDS} (spent / used / invested / put in / gone through / paid / sunk / spending / using / investing / putting in / spend / use / invest / put) (a total of / a / the / total)* $amount SPENT*`,
      `(and / then / but / , / please)* ${STOPS} ${WHAT_RUNS} ${ONCE} ${WHO_SPENDS} $amount (worth)? SPENT SPENT*`,
      `(and / then / but / , / please)* ${ONCE} ${WHO_SPENDS} $amount SPENT SPENT* (, / then / please / just)* ${STOPS} ${WHAT_RUNS}`,
      `(and / then / but / , / please)* ${ONCE} ${WHO_SPENDS} (spent / used / invested / put in / gone through / paid / sunk) (a total of / a / the / total)* $amount SPENT* (, / then / please / just)* ${STOPS} ${WHAT_RUNS}`,
      '(or / and)? (until / till / when / stop when / stop once / once / stop after / stopping ' +
        'once / stopping when / after) (a total of|a|the|total)? $amount SPENT SPENT*',
      "(and / but)? (do not / don't / dont / never / not / without) (ever / to)? (spend / " +
        'spending / use / using / invest / investing / put in / putting in / go / commit)? (more / ' +
        'over / above / beyond / exceed / exceeding) (than / of)? (a total of|total)? $amount SPENT*',
    ],
    amount,
    6,
  ),
  rule(
    'max_spend',
    '(budget / total budget / overall budget / max spend / spending limit / max total / spend limit / max budget / budget total / total spend / max total spend / spending cap / spend cap / total cap / overall cap / cap total / spend no more than / spend at most / spending at most / spending no more than / never spend more than / no more than a total of / maximum spend / maximum budget / maximum total / total max / total maximum / total limit / overall limit / cap the total at / cap total spend at / cap it at / capped at / spend up to / spending up to / spend max / spend limit of / not spend more than / hard cap / hard cap of / at most a total of / limit spending to / max outlay / total outlay / maximum investment / max investment / cap spending at / limit total spending to / limit the total to / cap my spending at / cap spend at / invest at most / use at most / invest no more than / use no more than / spending ceiling / in total at most / total at most / up to a total of / up to a maximum of / altogether at most / overall at most / not exceed a total of / limit total spend to / total spending / total spend) (LINK / AT_MOST / amount)* $amount SPENT*',
    amount,
    5,
  ),

  {
    ...rule(
      'capped',
      '(max / maximum / cap / hard cap / ceiling) (of / at / : / =)* $amount',
      (m) => {
        const found = amount(m)
        return found?.unit === 'percent' ? undefined : found
      },
      4,
    ),
    opens: true,
    closes: true,
  },
  rule(
    'max_spend',
    '(and / but / with / , / please / for)* TOTAL_SPEND (LINK / AT_MOST / amount)* $amount SPENT*',
    amount,
    6,
  ),

  // 'Stop at 5 SOL' may as well be a price: what it is the rest of the text decides.
  rule(
    'stop_spend',
    '(and / but / then / , )* (stop / stops / stopping / end / ending / finish / quit / halt) ' +
      '(it / there / buying / spending)? (at / after) (a total of / a / the / total)* $amount ' +
      '(in total / total / spent / overall / all in / altogether)*',
    (m) => {
      const found = m.amount as Amount
      return found.unit === 'SOL' || found.unit === 'USDC' ? found : undefined
    },
    4,
  ),
  ...rules(
    'daily_loss',
    [
      '(a|the|my|with|and|of|limit|max)* DAILY_LOSS (LINK / AT_MOST / limit / max / of / cap)* $amount',
      '$amount (max / maximum)? DAILY_LOSS (limit / max / cap / at most)?',
      // 'Buy if it drops 5 % today' is a condition: only what ends or forbids is a limit.
      `${DAY_LEAD}* ${DAY_STOP} (${DAY_LEAD} / ${DAY_STOP})* ${DAY_LOSS}`,
      'SETS_LIMIT (a|an|the|my|your|any|all|for|on)* (AT_MOST)* DAILY_LOSS ' +
        '(LINK / AT_MOST / limit / max / of / cap)* $amount',
      `${DAY_LEAD}* ${DAY_LOSS} (, / then / please / it / just / - / -> / : / it should / must)* ${DAY_STOP}`,
      '(no more than / at most / not more than / max / maximum / up to) $amount (of|in|as)? (loss ' +
        '/ losses / lost) A_DAY',
      '(lose / losing / loss) (no more than / at most / not more than / max / maximum / up to) $amount A_DAY',
      '$amount (of|max|maximum|in)? (loss / losses / loss limit / max loss / lost) (limit / cap / ' +
        'at most / max)? A_DAY',
      '(losses / loss) (A_DAY) (of|to|at|limited|limit|max|capped|at most|are|is)* $amount',
    ],
    amount,
    8,
  ),

  ...rules(
    'drawdown',
    [
      '(a|the|my|our|with|and|at|or|if|when|stop|end|it|ends|stops|quit|once|exit|halt|in case of|shut ' +
        'it down|shut down|on|of|limit|in case|close|everything|bail|get ' +
        'out|out|after|stopping|ending)* DRAWDOWN (LINK / AT_MOST / max / than / more / exceeds / ' +
        'over / gets / goes / reaches / hits / passes / past / above / beyond)* $pct',
      'SETS_LIMIT (a|an|the|my|your|any|all|for|on)* (AT_MOST)* DRAWDOWN (LINK / AT_MOST / max)* $pct',
      // 'Quit the whole thing at 20 % drawdown'
      `(and / then / but / , / please)* ${STOPS} ${WHAT_RUNS} (on / upon / ${ONCE}) ${OF_ALL} DRAWDOWN (LINK / AT_MOST / max / than / more / exceeds / over / reaches / hits / passes / is)* $pct`,
      `(and / then / but / , / please)* ${STOPS} ${WHAT_RUNS} (on / upon / ${ONCE}) ${OF_ALL} $pct (max / maximum / of)? DRAWDOWN`,
      `(and / then / but / , / please)* (on / upon / ${ONCE}) ${OF_ALL} (DRAWDOWN (LINK / AT_MOST / max / than / more / exceeds / over / reaches / hits / passes / is)* $pct / $pct (of)? DRAWDOWN) (, / then / please / just)* ${STOPS} ${WHAT_RUNS}`,
      '(a|the|my|with|and|at|or|max|maximum|of|most|stop|on|everything|it|all|if|when|once|after)* ' +
        '$pct (max / maximum / of)? DRAWDOWN ' +
        '(limit / max / cap / stop / at most / maximum)?',
      '(stop / end / quit / halt / ends / stops / exit / close / stopping) (it / everything / the ' +
        'bot / trading / the strategy)? (when / if / once / after) (it / i / we / the strategy / my ' +
        'money / the value / its value / the portfolio)? (is / has / am / are)? (DOWN) (by / more ' +
        'than)* $pct (from|below|off|of|under) (its / the / my)? (peak / top / high / highest / ' +
        'highest value / best / high water mark / maximum)',
    ],
    percent,
    7,
  ),
  rule('drawdown', '(max|with|and)* DRAWDOWN (LINK / AT_MOST)* $fig', percent, 3),

  ...rules(
    'cooldown',
    [
      '(a|the|my|with|and|then|take|use|have|please|of|for|at least|,)* COOLDOWN (LINK / at least)* $time AFTER_LOSS?',
      '(a|the|my|with|and|then|take|use|have|please|of|for|at least|,)* (COOLDOWN / PAUSE) (LINK / ' +
        'at least)* $time AFTER_LOSS',
      '(a|the|my|with|and|then|take|use|have|of)* $time (of)? (COOLDOWN) AFTER_LOSS?',
      'SETS_LIMIT (a|an|the|my|your|any|for|on)* COOLDOWN (LINK / at least)* $time AFTER_LOSS?',
      '(and)? AFTER_LOSS (, )? (COOLDOWN / PAUSE / wait / pause / rest / stop / do nothing / sit out) (LINK / at least)* $time',
      '(and)? AFTER_LOSS (a|the|,|take|with|have)* $time (of)? (COOLDOWN / break / pause / rest / ' +
        'wait / timeout / off)',
      '(and)? (COOLDOWN / PAUSE) AFTER_LOSS (of|for|:|is|=)* $time',
    ],
    seconds,
    7,
  ),

  // By its name, where the stop itself is said: 'at the end of each day' is another time.
  {
    ...rule(
      'on_stop',
      `(and / then / please / , / but)* ${SELL} OWN* #token HELD* (again / off / then / back)? ` +
        `((when / once / as soon as / if / after) (it is|it's|the)? STOPPED)`,
      () => ({ what: 'sell' }),
      8,
    ),
    closes: true,
  },
  ...rules(
    'on_stop',
    [
      `(and / then / please / , / but)* ${SELL} ${ALL}* (again / off / then / back)? (to sol / to ` +
        `usdc / for sol)? (ON_STOP (it is|it's|the)? STOPPED)`,
      `(and / then / please / , / but)* (ON_STOP (it is|it's|the)? STOPPED) (, / then / please / : ` +
        `/ - / it should / should / i want you to / to / just / also)* ${SELL} ${ALL}* (again / off ` +
        '/ then / back)?',
      `(and / then)? (on stop / when stopped / on_stop / onstop / at stop / stop action / stop mode / at the end / in the end / at end / when done / once done / after that) (: / = / , / is / to / ->)* ${SELL} ${ALL}*`,
      `(and / then)? ${ALL} (should be / must be / is to be / gets / is / to be / will be / shall be)* (sold / liquidated / dumped) (ON_STOP STOPPED)`,
      `(and / then)? (ON_STOP STOPPED) (, )? ${ALL} (should be / must be / is to be / gets / is / to be / will be / shall be)* (sold / liquidated / dumped)`,
      `(sell / liquidate / dump / exit / close) (everything / all / it / all of it) (on stop / at stop / on exit / at the end / in the end / at end / upon stop / afterwards / when i stop it / at stopping)`,
      `(sell / liquidate / dump / exit / close / exiting / selling / liquidating) on (stop / stopping / end / exit)`,
      `(sell / liquidate / dump) when (stopped / done / finished / it stops / it ends)`,
      'stop and sell',
      "(and / then)? (be / is / gets / to be)? (all)? sold (ON_STOP (it is|it's|the)? STOPPED)",
    ],
    () => ({ what: 'sell' }),
    8,
  ),
  ...rules(
    'on_stop',
    [
      `(and / then / please / , / but)* (KEEP) ${ALL}* (ON_STOP (it is|it's|the)? STOPPED)`,
      `(and / then / please / , / but)* (ON_STOP (it is|it's|the)? STOPPED) (, / then / please / just)* (KEEP) ${ALL}*`,
      `(on stop / when stopped / on_stop) (: / = / , )* (keep / hold)`,
      `(and / then)? (keep / hold) (the tokens / what it bought / the coins / what was bought) (at the end / in the end / afterwards)?`,
    ],
    () => ({ what: 'keep' }),
    8,
  ),
]
