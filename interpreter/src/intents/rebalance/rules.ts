import { compare, plus } from '../../text/decimal.ts'
import type { Asset } from '../../text/names.ts'
import { rule, rules, type Rule } from '../../clauses/roles.ts'

type Found = Readonly<Record<string, unknown>>
const target = (m: Found) => ({
  percent: String(m.pct ?? m.fig),
  ...(m.token ? { asset: m.token as Asset } : {}),
})
/** '60/40': the first belongs to the token. */
const split = (m: Found) =>
  compare(plus(String(m.a), String(m.b)), '100') === 0
    ? { percent: String(m.a), other: String(m.b) }
    : undefined
const KEEPS = '(KEEP_AT)'
const WALLET = '((of|in)? (my|the|our|all)? (of)? (WALLET))*'
const STAYS =
  'stays / stayed / remains / remained / sits / sat / is kept / were kept / was kept / were held / was held / is held / ' +
  'to stay / to remain / to be / goes / would stay / should stay / will stay'
const LEAD =
  '(and / to / it / that / always / please / at / about / around / i want / want / like / have / be / of / my / the / a / so / should / must / should be / for / , / exactly / roughly)*'

export const rebalanceRules: Rule[] = [
  rule(
    'announces',
    '(a|the|and|then|please|run|do|portfolio|auto)* REBALANCE (it / them / back / strategy / bot ' +
      '/ my / the / this / that / portfolio / wallet / holdings / position / of / with / on / plan ' +
      '/ automatically / me / everything / between / into / for / my wallet / my portfolio / only)*',
    () => ({ type: 'rebalance' }),
    1,
  ),
  rule(
    'announces',
    '(a|the|my|its)? target (share|weight|allocation|of|is|at|:)*',
    () => ({ type: 'rebalance' }),
    3,
  ),
  rule(
    'announces',
    '(split / divide) (my / the / our)* WALLET WALLET* (up / into / in / as / so that / between / like this / : / to)*',
    () => ({ type: 'rebalance' }),
    5,
  ),
  rule(
    'announces',
    '(keep / hold / maintain / keeping / holding / have) (a / an / some)* (fixed / certain / constant / set / steady / specific / given / stable / defined)* (share / part / percentage / portion / slice / weight / proportion / percent) of (my / the / our)* WALLET WALLET* (in)?',
    () => ({ type: 'rebalance' }),
    6,
  ),
  rule('announces', `${LEAD} KEEP_AT`, () => ({ type: 'rebalance' }), -4),
  ...rules(
    'target',
    [
      `${LEAD} ${KEEPS} (LEAD_TO)* $pct ${WALLET} (in / of / as / on / invested in / held in / to)`,
      `${LEAD} ${KEEPS} (LEAD_TO)* $pct ${WALLET}`,
      `${LEAD} ${KEEPS} (LEAD_TO)* (constant / fixed / steady / stable / set / flat / permanent / consistent / solid / full / round) (LEAD_TO)* $pct ${WALLET} (in / of / as / on / to / into / for)?`,
      `${LEAD} ${KEEPS} ${WALLET} (at / in / to)* $pct`,
      '(a / an / the / my / at)* (constant / fixed / steady / stable / permanent / standing / flat) (share of / allocation of / weight of)? $pct (allocation / share / weight / exposure / position / stake / holding)* (to / of / in / on / into)?',
      `(to / at / of / = / : / back to / target / target of / target is / target at / a target of / target share / share of / weight of / weight / allocation of / allocation / goal / goal of / ratio / ratio of / a share of / target weight / target allocation / a weight of / an allocation of / stay at / stays at / remain at / remains at / make up / makes up / be / hold at / held at / kept at / sits at)* (about / around / exactly)* $pct ${WALLET}`,
      `$pct ${WALLET} (in / should be / as / must be / is)`,
      `$pct ${WALLET} (${STAYS}) (in)`,
      '(a|the)? $pct (target / share / weight / allocation / target share / target weight / goal / ' +
        `ratio / portion / target allocation / exposure / slice) ${WALLET} (in / of / for)?`,
      `$pct (in|is|as)? (OWN)* $token`,
      `$pct of $token`,
      `OWN* $token (at|to|:|=|is|weight|share|be|back|by|should|on|with)* $pct ${WALLET}`,
      `${LEAD} ${KEEPS} (OWN)* $token (at|to|:|=|is|weight|share|be|back|always|should|on|stay)* $pct ${WALLET}`,
    ],
    target,
    7,
  ),
  ...rules(
    'target',
    [
      `${LEAD} (KEEP_AT)? (in|a|an|at|to|of|the|mix|with|=|:|on|ratio)* $anyfig:a (SLASH / - / : / to ` +
        '/ and / and a) $anyfig:b (PERCENT)? (split / mix / ratio / balance / weights / weighting / ' +
        'portfolio / between / of / allocation / with / in / against)*',
      '$pct:a (SLASH / - / : / to / and) $pct:b (split / mix / ratio / between / of)*',
    ],
    split,
    9,
  ),
  ...rules(
    'target',
    [
      `${LEAD} (KEEP_AT)? (at / to / in / be)* (half and half / fifty fifty / half half / equal parts / equally)`,
      '(half and half / fifty fifty / half half / fifty - fifty / fifty and fifty / equal parts / an equal split / an even split) (split / mix / balance / weight / weights / allocation / portfolio)* (between / of / across / in / among / with)',
      `${LEAD} (KEEP_AT) half (of|my|the|all)* (WALLET)* (in)?`,
      `(half / at half / to half) (of|my|the)* (WALLET) (${STAYS})? (in)?`,
    ],
    () => ({ percent: '50' }),
    9,
  ),
  rule(
    'target',
    `${LEAD} (KEEP_AT) (a|one)? quarter (of|my|the|all)* (WALLET)* (in)?`,
    () => ({ percent: '25' }),
    9,
  ),
  rule('target', '(a|one)? quarter (of|my|the)* (WALLET) (in)?', () => ({ percent: '25' }), 9),
  ...(
    [
      ['half', '50'],
      ['quarter', '25'],
      ['third', '33.3333333'],
    ] as const
  ).map(([part, percent]) =>
    rule(
      'target',
      `${LEAD} KEEP_AT (a|one)? ${part} (of|my|the|all)* WALLET WALLET* in`,
      () => ({ percent }),
      10,
    ),
  ),
  rule(
    'target',
    `${LEAD} (KEEP_AT)? (a|one)? third (of|my|the|all)* (WALLET) (in)?`,
    () => ({ percent: '33.3333333' }),
    9,
  ),
  // 'Half JUP half SOL, keep it that way'
  rule('kept_so', '(and / , / please / just / to)* KEPT_SO', () => ({}), 4),
  rule(
    'target',
    'half (of it / in)? $token:a (, / and / SLASH / - / the other)* half (of it / in)? $token:b (, / at all times)*',
    (m) => {
      const [one, two] = [m.a as Asset, m.b as Asset]
      const isPair = one.kind !== two.kind
      return isPair ? { percent: '50' } : undefined
    },
    9,
  ),
  // 'Always 40 percent JUP in wallet': the one wallet, or the several, that are meant anyway.
  {
    ...rule(
      'asset',
      '$token (in / inside) (wallet / wallets / portfolio)',
      (m) => ({ asset: m.token, prep: '' }),
      3,
    ),
    closes: true,
  },
  ...rules(
    'rest',
    [
      '(and / , / with / the / plus / while)* (the / other / my)* (half / rest / remainder / remaining part / balance) (stays / stay / be / to be / of it / goes / go / is / kept / held / left / sits)* (in / as / into / on)? $token:asset',
    ],
    (m) => ((m.asset as Asset).kind === 'token' ? undefined : { asset: m.asset }),
    8,
  ),
  ...rules(
    'threshold',
    [
      '(only|but|and|,|or|trade|trading|act|acting|it|do|so|please|rebalance|rebalancing|then|' +
        'correct|correcting|adjust|just|trigger|buy|sell|fix|fix it|fix that|back)* (when|if|whenever|once|as soon ' +
        'as|after|on|at|with|using|only when|only if|with a|any time|anytime|each time|every time)* ' +
        "(SUBJECT / IS / it / it's / its / the / a|an /" +
        ' weight / share / allocation / balance / mix / ratio / has ' +
        '/ by / position / gets / #token / my / they / portfolio / of / we / holding / holdings / ' +
        'split / goes / have)* DRIFT (of|by|is|:|=|more ' +
        'than|over|at|least|above|exceeds|a|than|the|target|at least|beyond|from|to|about|bigger ' +
        'than|greater than|larger|larger ' +
        'than|it|goal|reaches|reach|hits|more|tolerance|max|set|allowed|band|threshold)* $pct (or ' +
        'more / points / percentage points / off / either way / drift / from / the / target / from ' +
        'target / away / in either direction / deviation / from the target / or so / from it / of ' +
        'target|should|triggers|trigger|triggering|to|it|a|rebalance)*',
      "(only|but|and|,|or|fix|fix it|step in|step|top up|trade|it|it's|its|do|with|using|a|an|" +
        'the|when|if|whenever|once|has|by|is|more|' +
        'than|over|at|least|please|there|gets|outside|of|within|allow|allowing|tolerating|accept|' +
        'rebalance|they|tolerate|act|on|moves|move|moved|after|goes|every|are|for|portfolio|' +
        'IT_DRIFTS)* $pct (of|or|more|and|percent)* DRIFT (from|the|target|is|reached|either|way|in|' +
        'direction|it|of|that|goal|or|more|on|side|around|both|weight|sides)*',
    ],
    (m) => ({ percent: String(m.pct) }),
    12,
  ),
  rule(
    'threshold',
    '(with|a|and|the)* (threshold / tolerance / drift / band / deviation / dev / thr / th / thresh / tol) ' +
      '(of|:|=|is|at)* $fig',
    (m) => ({ percent: String(m.fig) }),
    1,
  ),
]
