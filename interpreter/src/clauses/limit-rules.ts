/** The limits of an order and of a plan: slippage, those of limits/, and the effect of stopping it. */
import { ownReadings } from '../limits/index.ts'
import { times } from '../text/decimal.ts'
import { type Rule, rule, rules } from './roles.ts'

type Found = Readonly<Record<string, unknown>>
const bps = (m: Found) => ({
  bps: m.bps === undefined ? times(String(m.pct ?? m.fig), '100') : String(m.bps),
})
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

  ...ownReadings.flatMap((one) => one.rules),
  // No plan has these limits: they are asked about.
  ...rules(
    'other_limit',
    [
      '(and / with / but)? (AT_MOST / max / only)* $anyint OPEN_NOW OPEN_NOW* (orders / order / positions / position / trades / trade / buys / levels)? (at (a / one / any / the same)* (time / once))?',
      '(and / with / but)? (max / maximum) (number of)? (OPEN_NOW)* (orders / positions / trades / order count / position size / position / exposure / inventory / order size) (LINK / at a time)* ($amount / $pct / $anyint)',
      '(and / with / but)? (AT_MOST / max / only)* (one / $anyint) (order / orders / position / positions / trade / trades) (open)? at (a / one / any / the same)* (time / once)',
    ],
    () => ({}),
    7,
  ),

  // The name decides if the stop itself is mentioned: 'at the end of each day' is another time.
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
