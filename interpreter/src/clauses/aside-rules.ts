/** Remarks beside the instruction: on the user's English, their mood, their expectations. They never have a figure. */
import { type Rule, rule, rules } from './roles.ts'

const I_AM = "(i'm / im / i am / we are / we're / i feel / feeling / i was)"
const VERY =
  '(a bit / a little / very / so / quite / really / pretty / rather / somewhat / too / kind of / just)*'

export const asideRules: Rule[] = [
  rule('aside', '(and / but / so / oh)? ASIDE (please / again)?', () => ({}), 2),
  ...rules(
    'aside',
    [
      `(sorry / excuse / pardon / forgive / apologies) (for / about)? (my / the)? (bad / poor / broken / terrible)? LANGUAGE (please / it is bad / is bad)?`,
      `(my / the) LANGUAGE (is / isn't / ain't / is not / are) (not)? (so / very / that / too / really / at all)* (good / great / perfect / bad / poor / the best / well / terrible / rusty / not the best / very good)`,
      `LANGUAGE (is / isn't / is not) (not)? my (first / mother / native / second) (language / tongue)`,
      `(i / we) (do not / don't / dont) (speak / write / know) LANGUAGE (so / very / too / that)* (well / good / much)?`,
      `${I_AM} (not)? (a)? native (speaker)?`,
      `(bad / poor / broken) LANGUAGE (sorry)?`,
    ],
    () => ({}),
    4,
  ),
  ...rules(
    'aside',
    [
      `(and / but / so / now / because / since / as / cause)* (now)? ${I_AM} ${VERY} FEELING (about it / on it / today / now / here / at this / on #token / about #token)?`,
      `(and / but / so / because / since / as)* (i / we) (think / guess / believe / feel / expect / bet / suspect / assume) (it / this / the price / the market / that / prices / #token)* (goes / will go / is going / moves / will move / is / stays / will be / is moving / looks) OUTLOOK (soon / for a while / from here / again / for now / over time / next / eventually)* (so / and)?`,
    ],
    () => ({}),
    5,
  ),
  ...rules(
    'asset',
    [
      "(i / we / i've / ive) (bought / own / hold / have / got) (some / my)? $token EARLIER EARLIER*",
      '(out of / of / from)? (what / whatever) (i / we) (hold / have / own / got) (in / of)? $token',
    ],
    (m) => ({ asset: m.token, prep: '' }),
    4,
  ),
  rule(
    'holding',
    "(since / as)? (i / we) (currently / still / now)? (hold / own / have / 've got / have got / am holding) $amount (already / now / here / in my wallet)*",
    (m) => m.amount,
    4,
  ),
  // 'I need $90 back': the sold token is named beside it.
  rule(
    'amount',
    '(i / we) (need / want / could use / require) $amount (back / in cash / in my account / out of it / out / cash)',
    (m) => ({ ...(m.amount as object), prep: '' }),
    4,
  ),
  rule(
    'both_ways',
    '(to / and / by)* (trade / trading / go / work / working / play)? (both ways / both directions / in both directions / on both sides / long and short / buy and sell / buying and selling)',
    () => ({}),
    1,
  ),
]
