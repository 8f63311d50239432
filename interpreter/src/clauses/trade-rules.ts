/** The parts of a trade: verbs, amounts, tokens, and the price to wait for. */
import type { Asset } from '../text/names.ts'
import { type Amount, type Rule, rule, rules } from './roles.ts'

const verb = (pattern: string, name: string, bonus = 0): Rule =>
  rule('verb', pattern, () => ({ verb: name }), bonus)
const withPrep = (prep: string) => (m: Readonly<Record<string, unknown>>) => ({
  ...(m.amount as Amount),
  prep,
})

export const tradeRules: Rule[] = [
  verb('(to / to be / be)? BUY', 'buy', 2),
  verb('(to / to be / be)? SELL', 'sell', 2),
  verb('(to / to be / be)? EXIT', 'exit', 3),
  verb('(to / to be / be)? CONVERT', 'convert', 1),
  verb('OWN* #token out', 'exit'),
  verb(
    '(open / take / start / build / enter / establish) (a / an / my)? (long)? #token (position / long / bag)',
    'buy',
    3,
  ),
  verb(
    '(reduce / lower / cut / trim / decrease / cut down / scale back) OWN* exposure (to / in) OWN* #token',
    'sell',
    6,
  ),
  verb('(keep / keep on) BUY', 'buy', 3),
  verb('(keep / keep on) SELL', 'sell', 3),
  rule('now', '(keep / leave) (an / the / my / one)* order open (to / that / for)*', () => ({}), 4),
  verb('(to / to be / be)? PUT', 'put'),
  verb('(to)? add (some / more / a bit of)? #token (to (my / our / the) HELD HELD*)?', 'buy', 3),
  verb('WANT', 'want'),
  // Nobody can promise this, and no plan holds it.
  rule(
    'goal',
    '(make / earn / win / get) (me / us)? (some / a lot of / more / good / lots of / easy / quick / a)* (money / profit / profits / gains / rich / fortune)',
    () => ({}),
    5,
  ),
  verb('(to / to be / be)? SCALE', 'stack', 1),
  verb('(to / to be / be)? DCA_WORD', 'dca', 2),
  verb('(to / to be / be)? DCA_OUT', 'dca_out', 3),
  verb('(to / to be / be)? STACK', 'stack', 1),
  rule('amount', '$amount', withPrep(''), 0),
  rule('amount', 'WITH OWN* $amount', withPrep('with'), -1),
  rule('amount', 'WITH (: / = / is / -) OWN* $amount', withPrep('with'), 1),
  rule('amount', '(of|for|at) OWN* $amount', withPrep('for'), -1),
  rule(
    'amount',
    '(completely / entirely / fully / totally / in full)',
    () => ({ value: '100', unit: 'percent', prep: '' }),
    0,
  ),
  // 'Open a 3 SOL position in WIF and protect it': it is bought first.
  rule(
    'opened',
    '(open / enter / start / build / take / establish / initiate / make) (a / an / up a) $amount (position / long / long position / stake / bag / entry)',
    (m) => {
      const amount = m.amount as Amount
      return ['SOL', 'USDC', 'USD'].includes(amount.unit) ? amount : undefined
    },
    6,
  ),
  rule(
    'now',
    '(at / for) (the)? best (possible / available)* price (available / possible / you can get / there is)?',
    () => ({}),
    2,
  ),
  // No token in particular: the question is which one.
  ...rules(
    'any_token',
    [
      '(something / anything) (good / nice / cheap / promising / hot / interesting / trending / else / safe / risky)?',
      '(a / some / any / one) ANY_KIND* ANY_TOKEN (out there / of your choice / you like / please)?',
      '(whatever / whichever / any) (token / coin / one)? (you / u) (like / want / think / choose / prefer / pick)',
    ],
    () => ({}),
    -2,
  ),
  rule('only', '(but / and / though / , but)? only', () => ({}), 0),
  rule(
    'now',
    '(place / put / make / set / set up / create / open / give / enter / submit / leave / leave me / work / rest)? ' +
      '(a|an|the|one|me|my)* order (, / please / kindly / if you would / pls / thanks)* (to|for|that|which)',
    () => ({}),
    4,
  ),
  rule('amount', 'worth of? $amount', withPrep('for'), -1),
  // 'Use my USDC, all of it, to buy …'
  rule(
    'amount',
    '(use / spend / take / with / put / using / spending)? OWN* $token , $amount:share (, )?',
    (m) => {
      const share = m.share as Amount
      return share.unit === 'percent' && share.asset?.kind === 'it'
        ? { ...share, asset: m.token as Asset, prep: 'with' }
        : undefined
    },
    5,
  ),
  // 'USDC 500 -> WIF', 'USDC 25 BONK'
  rule(
    'pair',
    '$token:paid $anyfig INTO* OWN* $token:bought',
    (m) => {
      const paid = m.paid as Asset
      return paid.kind === 'token' || paid.kind === 'it' || (m.bought as Asset).kind !== 'token'
        ? undefined
        : { value: String(m.anyfig), unit: paid.kind, prep: 'with', bought: m.bought }
    },
    6,
  ),
  rule(
    'amount',
    '(to / for / in / at) (the / a)* (value / tune / amount / sum / equivalent) of $amount',
    withPrep('worth'),
    3,
  ),
  rule('amount', '$amount (worth / in value / of value)', withPrep('worth'), 1),
  rule('amount', "$amount ('s / ' / 's)? worth", withPrep('worth'), 1),
  rule(
    'amount',
    '(put / place / use)? $amount (inside / in it / into it / inside it / to work / in there)',
    withPrep('with'),
    1,
  ),
  rule('amount', '(- / minus / negative) $amount', (m) => ({ ...(m.amount as Amount), negative: true }), 2),
  ...rules(
    'vague',
    [
      'a? (some / bit / little / few / lot / lots / bunch / handful / ton / part / piece / portion / chunk)',
      'a? little? bit of?',
      'some (of / more / amount / money / funds / cash / sol)?',
      'a? (part / piece / portion / chunk / bit / little / lot / lots / bunch / handful / few) of?',
      'a? (decent / small / reasonable / good / nice / tiny / big / fair / large / modest / sensible / suitable) (amount / bit / bag / position / chunk / piece / sum) of?',
      'most of?',
      'a (bag / stack / pile / load / position) of',
      'several',
      'many',
      'as much as possible',
      'a touch of',
      'a? few (bucks / dollars / coins / sol / usdc)',
      'plenty of?',
      'a taste of',
      'a fraction of',
      'some? (money / cash / funds / dough / capital)',
      'more',
    ],
    () => ({ code: 'amount' }),
    -2,
  ),
  // 'Not too much', '1 or 2 SOL': the amount is asked for.
  ...rules(
    'vague',
    [
      '(but / and / , / just)* not (too / very / so / that / all that / terribly / overly)* (much / many)',
      '(but / and / , / just)* not (a / an) (whole / awful / huge)? (lot / fortune / great deal)',
    ],
    () => ({ code: 'amount' }),
    2,
  ),
  rule(
    'vague',
    '($anyfig / $amount:first) (or / or maybe / or perhaps / or so , or) $amount',
    (m) => {
      const { unit } = m.amount as Amount
      return ['SOL', 'USDC', 'USD', 'token'].includes(unit) ? { code: 'amount' } : undefined
    },
    3,
  ),
  ...rules(
    'vague',
    [
      'EVERY VAGUE_TIME $unit',
      '(a)? VAGUE_TIME times (PER / EVERY / a / an / per / each) $unit',
      '(a)? VAGUE_TIME times (HOURLY / DAILY / WEEKLY / MONTHLY)',
      'EVERY so often',
      'EVERY now and (then / again)',
      'EVERY (wee / little / odd)* while',
      'now and (then / again)',
      'from time to time',
      'regularly',
      'occasionally',
      'often',
      'frequently',
      'periodically',
      'every once in a while',
      'again and again',
      'over and over',
      'over and over again',
      'repeatedly',
      'on a regular basis',
    ],
    () => ({ code: 'interval' }),
    1,
  ),
  rule('asset', '$asset', (m) => ({ asset: m.asset, prep: '' }), 0),
  rule('asset', 'OWN OWN* $asset HELD*', (m) => ({ asset: m.asset, prep: '' }), -1),
  rule('asset', '(my|our|the) HELD HELD*', () => ({ asset: { kind: 'it' }, prep: '' }), -2),
  rule('asset', '$token HELD HELD*', (m) => ({ asset: m.token, prep: '' }), -1),
  rule('asset', 'INTO INTO* OWN* $asset HELD*', (m) => ({ asset: m.asset, prep: 'into' }), -1),
  rule('asset', 'AGAINST OWN* $token HELD*', (m) => against(m.token as Asset), 1),
  rule('asset', '(against / versus / vs) OWN* $token', (m) => against(m.token as Asset), 12),
  rule(
    'asset',
    '$token as (the / my / a)? quote (currency / asset / token)?',
    (m) => against(m.token as Asset),
    1,
  ),
  rule('asset', '(in / with) $token (terms / as base)', (m) => against(m.token as Asset), 1),
  rule('now', 'NOW', () => ({}), 0),
  ...rules(
    'now',
    [
      '(at / by / for / on / with / into / @ / using / , / market order)* (whatever / whichever)? (the / its / a)? ' +
        '(present / current / going / prevailing / live / actual / running / today / todays / available / best / best available / real time / momentary)* ' +
        '(market / mkt / spot / going / present / current / live / actual / prevailing / running / momentary) ' +
        '(price / rate / prices / rates / value / mkt / market / level / order) ' +
        '(is / right / now / today / currently / available / there / fine / ok / okay / good / at the moment / works / please / it is / will do / for me)*',
      'at TODAYS (market)? (price / rate / prices) (is / fine / ok / okay / please)*',
      '(at / for) (whatever / whichever / any) (the|market)* (price / rate) ' +
        '(is / it is / there is / right now / now / at the moment / currently / it has / it trades at)*',
      '(at / into / by / on) (the / a)? (market / mkt) (is / fine / ok / okay / please)*',
    ],
    () => ({}),
    1,
  ),
  rule('amount', 'by OWN* $amount', withPrep(''), -2),
  rule(
    'amount',
    '$amount (investment / in investment / principal / notional / of capital / in capital / capital / of principal / stake)',
    withPrep('with'),
    1,
  ),
  ...rules(
    'each',
    [
      'EACH',
      '(in|into|for|on|per)* each|every|one #token (trade|order|buy|purchase|sell)',
      '(for / on / in / with) EACH',
      'as? EACH size',
      'SLASH ORDER',
    ],
    () => ({}),
    2,
  ),
  rule('each', 'ORDER size', () => ({}), 0),
  ...rules('total', ['TOTAL', '(is / be)? the total'], () => ({}), 0),
]

/** SOL and USDC are the payment; any other token there would be a second one. */
const against = (asset: Asset) => (asset.kind === 'token' ? undefined : { asset, prep: 'against' })
