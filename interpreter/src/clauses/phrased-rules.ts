/**
 * Phrases in another order than an instruction: '$45 is what I want to spend on JUP', '2,500 JUP, bought at market',
 * '$0.44 is the most I'll pay'. Each names the same parts as the usual order does.
 */
import { at, IF, SUBJECT } from './price-parts.ts'
import { type Amount, type Rule, rule, rules } from './roles.ts'

type Found = Readonly<Record<string, unknown>>
const ME = "(i / we / i'd / we'd / i'll / we'll / i'm / we're / i am / i would / i will)"
const WISH =
  '(want / like / love / wish / going / willing / ready / prepared / happy / planning / mean / plan / intend / would / will / can / could / to / have / need / set aside / put aside / got / looking / trying)*'
const SPEND = '(spend / put / invest / use / pay / place / part with / commit / drop / throw)'
const WHAT =
  "(what / the amount / how much / all / the sum / the money / that's what / that is what / the total)"
const MARKET =
  '(at / for / @)? (the / a)? (going / current / present / best / live)? (market / mkt / spot / going / current) (price / rate / value)? (now / right now / today / please)?'
const ORDERED = '(an / a / the / my / one / this / another)* (standing / resting / open)* order'
const FILLS =
  '(fill / get filled / be filled / execute / be executed / trigger / go through / work / happen / complete / hit / go / get there)'
const KEPT = '(leave / have / keep / park / rest / let / lodge / hold)'

const money = (m: Found) => {
  const amount = m.amount as Amount
  return ['SOL', 'USDC', 'USD', 'percent'].includes(amount.unit) ? { ...amount, prep: 'with' } : undefined
}
const pair = (m: Found) => ({ first: String(m.a), second: String(m.b) })
const expires = (m: Found) => ({ seconds: Number(m.time) })

export const phrasedRules: Rule[] = [
  rule('amount', `$amount (is / 's / are / would be) ${WHAT} (that)? ${ME} ${WISH} ${SPEND}`, money, 8),
  rule('amount', `${WHAT} (that)? ${ME} ${WISH} ${SPEND} (is / 's / are / would be / :) $amount`, money, 8),
  rule(
    'verb',
    `${WHAT} (that)? ${ME} ${WISH} ${SPEND} (in / into / on / towards) (it / this)? (is / 's)?`,
    () => ({ verb: 'put' }),
    1,
  ),
  ...rules(
    'verb',
    [
      `(to be / all)? (bought / purchased / acquired) ${MARKET}`,
      `(to be / all)? (bought / purchased) (now / right now / right away / immediately / at once / today / straight away)`,
    ],
    () => ({ verb: 'buy' }),
    5,
  ),
  ...rules(
    'verb',
    [
      `(to be / all)? (sold / dumped) ${MARKET}`,
      `(to be / all)? sold (now / right now / right away / immediately / at once / today / straight away)`,
    ],
    () => ({ verb: 'sell' }),
    5,
  ),
  // The highest price of one.
  ...rules(
    'price',
    [
      `$price (a token / each / per token / apiece / a coin / a piece)? (is / 's / would be) (the / my)* (most / maximum / max / limit / highest / ceiling / top) (price)? (that)? ${ME}? ${WISH} (pay / paying / spend / accept / go / offer / bid)? (for (it / them / one / #token))?`,
      `(the / my)* (most / maximum / max / highest) (that)? ${ME} ${WISH} (pay / paying / bid / offer) (for (it / them / one / OWN* #token))? (is / 's / would be / :) $price`,
    ],
    at('at'),
    9,
  ),
  ...rules(
    'price',
    [
      `$price (a token / each / per token / apiece / a coin / a piece)? (is / 's / would be) (the / my)* (least / minimum / min / lowest / floor) (price)? (that)? ${ME}? ${WISH} (take / taking / accept / get / sell / sell at / sell for / go)? (for (it / them / one / #token))?`,
      `(the / my)* (least / minimum / lowest) (that)? ${ME} ${WISH} (take / accept / sell for) (for (it / them / one / OWN* #token))? (is / 's / would be / :) $price`,
    ],
    at('at'),
    9,
  ),
  rule(
    'now',
    `${KEPT} ${ORDERED} (in place / open / in the book / on the book / standing / resting / working / there / waiting / sitting)* (to / for / that / which)`,
    () => ({}),
    6,
  ),
  ...(
    [
      ['(purchase / buy / buy order)', 'buy'],
      ['(sale / sell / sell order)', 'sell'],
    ] as const
  ).map(([words, verb]) =>
    rule(
      'verb',
      `(queue / line / tee / set / pencil) (up / in)? (me / us)? (a / an / the / one / my)* ${words} (of / for)?`,
      () => ({ verb }),
      5,
    ),
  ),
  ...rules(
    'expiry',
    [
      `(and / , / with / please)* (give / allow / grant / leave) (it / that / this / the order) $time to ${FILLS}`,
      `(and / , / please)* (it / this / the order / that)? (has / gets / have) $time to ${FILLS}`,
      `(and / , / please)* (good / valid / open / live / alive / active / in force) (for)? (the)? (next)? $time (long / only / then it lapses / and then lapse)?`,
      `(and / , / please)* (if / when) (it / that / this / the order) (is not / isn't / has not been / hasn't been / has not / hasn't / does not / doesn't) (filled / executed / fill / triggered) (in / within / after) $time (, / then / cancel / cancel it / drop it / forget it / kill it)*`,
    ],
    expires,
    7,
  ),
  // 'The one or the other, whichever comes first'
  rule(
    'two_prices',
    '(at / on / for)? (either / one of)? (at / of)? $price:a (or / or at / or else / or else at) $price:b (, / whichever comes first / whichever is first / whichever happens first / whichever is hit first / whatever comes first)*',
    pair,
    3,
  ),
  rule(
    'asset',
    '(of / in / into / for / on)* (either / one of / any of) OWN* $asset (or / , / and)?',
    (m) => ({ asset: m.asset, prep: '' }),
    5,
  ),
  rule('aside', '(both / either) (of)? (, / -)?', () => ({}), -6),
  rule(
    'asset',
    "(i'm / i am / im / we're / we are) (currently / now / already / still)* (holding / sitting on / long) (some / my / a bag of / a lot of / of / on / onto)* $token (already / now / here)*",
    (m) => ({ asset: m.token, prep: '' }),
    5,
  ),
  rule(
    'keeps',
    '(hold / hang / holding / hanging) (on / onto) (to)? OWN* $token HELD*',
    (m) => ({ asset: m.token, prep: '' }),
    3,
  ),
  rule(
    'time_limit',
    '(for / another / at most / max)* $int more $unit (at most / max / at the latest / tops / at the very most / no longer)',
    (m) => ({ seconds: Number(m.int) * Number(m.unit) }),
    6,
  ),
  rule(
    'take',
    `(i'm / i am / get me / get / cash / bail / all / sell / and / then)* out (when / once / if / as soon as) ${SUBJECT} IS* (does / makes / hits / a / an)* $fig (x / xs / x's)`,
    (m) => (Number(m.fig) > 1 ? { percent: String(Math.round((Number(m.fig) - 1) * 100)) } : undefined),
    7,
  ),
  rule('before_that', 'before (that / then)', () => ({}), 0),
  rule(
    'take',
    `${IF} ${SUBJECT} IS* (up / gained / has gained / ahead / risen / in profit / in the green / it's up / is up) (by)? $pct (overall / in total / altogether / all in all / in all / on the whole) (, / then / and)* (take (the / my)? (profit / profits) / sell (it / all / everything / the lot / of)* / cash out / close (it / out)? / exit / get out)`,
    (m) => ({ percent: String(m.pct) }),
    8,
  ),
  ...rules(
    'rate',
    [
      '(, / and / each / all)* (spaced / timed) (out)? (by / at)? $time (apart / from each other / between)?',
      '(, / and / each / all)* (spread / placed / set) (out)? $time (apart / from each other)',
      '(, / and)* in (each / every) $time',
      '(balance / rebalance / adjust / check / correct / even it out / level it) (it)? (again / anew / afresh) (EVERY / each / every) $time',
    ],
    (m) => ({ seconds: Number(m.time) }),
    6,
  ),
  rule(
    'count',
    '(, / and)* $int (in all / all told / of them in all / of them in total / of them altogether)',
    (m) => ({ n: String(m.int) }),
    5,
  ),
  rule(
    'verb',
    '(start / keep / begin)? (average / averaging / dollar cost averaging) (me / us) (in / into)',
    () => ({ verb: 'buy' }),
    4,
  ),
  rule(
    'trail',
    '(trail / trailing / follow) OWN* (it / #token HELD* / #token) (with / by / using / at) (a / an)? $pct (trailing)? stop (loss)?',
    (m) => ({ percent: String(m.pct) }),
    7,
  ),
  rule(
    'divided',
    '(to be / be / being / is / are) (divided / split / spread) (up / out / evenly / equally)*',
    () => ({ how: 'split' }),
    3,
  ),
  rule(
    'duration',
    '(to be / be)? (divided / split / spread / sliced) (up / out / evenly / equally)* (in / within / through / across / over) $time',
    (m) => ({ seconds: Number(m.time), style: 'over' }),
    5,
  ),
]
