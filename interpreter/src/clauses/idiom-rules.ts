/**
 * Idioms that say what to trade in a frame of several words: 'take half off the table', 'squirrel 0.1 SOL away in
 * BONK', 'let 500 JUP go'. Their verbs mean nothing outside the frame, so they forbid no token's name. A frame holds
 * its amount and its token; an empty one means nothing, and is asked about.
 */
import { times } from '../text/decimal.ts'
import type { Asset } from '../text/names.ts'
import { type Amount, type Rule, rule, rules } from './roles.ts'

type Found = Readonly<Record<string, unknown>>
export type Idiom = {
  verb: 'buy' | 'sell' | 'exit' | 'stack'
  amount?: Amount & { prep: string }
  token?: Asset
  price?: string
  seconds?: number
}

const ANOTHER =
  '(another / an extra / an additional / a further / one more / some more / a fresh / a cheeky / a quick)*'
const UNTIL = "(until / till / til / untill / ' til)"
const LATER =
  "(it / its / it's / it is / they / they're / they are / i / i've / ive / i have / i'm / im / we / we've / we have / there / " +
  "there's / theres / there is / all / all of it / all of them / everything / the whole lot / my / the / #token / bag / stack / " +
  'position / pile / lot / is / are / has / have / been / totally / completely / absolutely / finally)*'

const MONEY = new Set<unknown>(['SOL', 'USDC'])
const isToken = (asset: unknown): boolean => (asset as Asset | undefined)?.kind === 'token'

/** Money, or a share of it: '500 JUP' put into something would be sold. */
function spent(m: Found): (Amount & { prep: string }) | undefined {
  const amount = m.amount as Amount
  const isShare = amount.unit === 'percent' && MONEY.has(amount.asset?.kind)
  return ['SOL', 'USDC', 'USD'].includes(amount.unit) || isShare ? { ...amount, prep: 'with' } : undefined
}
/** A number of a token, or a share of one that is named: 'half should go' may be half of the money. */
function given(m: Found): (Amount & { prep: string }) | undefined {
  const amount = m.amount as Amount
  return isToken(amount.asset) ? { ...amount, prep: '' } : undefined
}
const share = (m: Found): string => (m.pct === undefined ? times(String(m.part), '100') : String(m.pct))

function bought(verb: 'buy' | 'stack') {
  return (m: Found): Idiom | undefined => {
    const amount = spent(m)
    const token = m.token as Asset
    return amount && (isToken(token) || token.kind === 'it') ? { verb, amount, token } : undefined
  }
}
const pricedAt = (m: Found) => (m.price === undefined ? {} : { price: String(m.price) })
const sold = (m: Found): Idiom | undefined => {
  const amount = given(m)
  return amount && { verb: 'sell', amount, ...pricedAt(m) }
}
const left = (m: Found): Idiom | undefined =>
  isToken(m.token) ? { verb: 'exit', token: m.token as Asset, ...pricedAt(m) } : undefined
const lessened = (m: Found): Idiom | undefined =>
  isToken(m.token)
    ? { verb: 'sell', amount: { value: share(m), unit: 'percent', asset: m.token as Asset, prep: '' } }
    : undefined

export const idiomRules: Rule[] = [
  ...rules(
    'idiom',
    [
      `(to)? GO_IN ${ANOTHER} $amount (away)? (into / in / on / onto / at / to / towards / toward / behind) (some / a few)? OWN* $token HELD*`,
      `(to)? ACQUIRE ${ANOTHER} $amount (worth)? of? (some)? OWN* $asset:token HELD*`,
      `(to)? ACQUIRE (some / a bit of / a little)? OWN* $asset:token HELD* (with / using / worth / for) ${ANOTHER} $amount`,
      `(have / get) ${ANOTHER} $amount (worth)? of OWN* $asset:token HELD* (bought / purchased)`,
      '(to)? (have / take) (a / another)* (little / small / quick / cheeky / decent)* (punt / flutter / stab / shot / swing / crack / nibble / bite / go / gamble / bet / flyer / pop) (on / at / of / with / in) OWN* $asset:token HELD* (with / for / using / worth) $amount',
      'add $amount of? (some)? OWN* $asset:token HELD*',
      '(to)? (dip / stick) (my / a) (toe / toes / feet / foot / finger) (in / into) (to)? (the)? OWN* $asset:token (water / waters / pool)? (with / for / using) $amount',
      '(to)? (pounce / swoop / jump / leap / pile / dive) (in / on / into / onto)* OWN* $asset:token HELD* (with / for / using) $amount',
      `(have / keep) $amount (ready / waiting / standing by / set aside / on hand) (to buy / to get / for buying / for) OWN* $asset:token HELD*`,
      `(to)? (top up / add to / beef up / bulk up / build up) OWN* $token HELD* (with / by / , / : / -) ${ANOTHER} $amount`,
    ],
    bought('buy'),
    5,
  ),
  ...rules(
    'idiom',
    [
      '(to)? (ladder / leg / scale / stagger / layer / stretch / ease / work / space) $amount (in / into / on / across / to)* OWN* $asset:token HELD* OVER NEXT* $time',
      '(to)? (ladder / leg / scale / stagger / layer) (my way)? (in / into / in to) OWN* $asset:token HELD* (with / using / for) $amount OVER NEXT* $time',
    ],
    (m) => {
      const made = bought('stack')(m)
      return made && { ...made, seconds: Number(m.time) }
    },
    6,
  ),
  rule(
    'verb',
    '(to)? (ladder / leg / layer / chip / nibble / creep) (my way)? (in / into / in to / away at)',
    () => ({ verb: 'stack' }),
    2,
  ),
  rule(
    'amount',
    '(another / an extra / an additional / a further) $amount',
    (m) => ({ ...(m.amount as Amount), prep: '' }),
    0,
  ),
  // A plan ends here, and no position: the question is which.
  rule(
    'ends_plan',
    '(BE_RID / EXIT) (OWN)* #token HELD* (bot / bots / strategy / strategies / order / orders / plan / plans / grid / bids / offers / asks / alert / schedule / subscription)',
    () => ({}),
    4,
  ),
  ...rules(
    'idiom',
    [
      '(to)? BE_RID OWN* $token HELD* (entirely / completely / altogether / fully / for good / in full)?',
      '(to)? (clear / lose / scrap) OWN* $token HELD HELD*',
      '(kick / boot / throw / toss / chuck) OWN* $token HELD* (to the curb / to the kerb / overboard / out the window)',
    ],
    left,
    3,
  ),
  {
    ...rule(
      'idiom',
      "(i'm / im / i am / i want / want / get / get me / take me)? (out of / flat) OWN* $token HELD* (entirely / completely / altogether / fully)?",
      left,
      2,
    ),
    opens: true,
  },
  {
    ...rule(
      'verb',
      '(get / take / pull / bring) (me / us) (all the way / right)? out',
      () => ({ verb: 'exit' }),
      0,
    ),
    closes: true,
  },
  ...rules(
    'idiom',
    [
      '(to)? (take / pull / get / move / bring / cash / have) $amount off (of)? (the / my)? TAKEN',
      '(to)? let $amount (go / fly / slip)',
      '$amount (should / must / can / may / has to / have to / needs to / need to / ought to / is to / are to / gotta / shall) (go / be let go / leave / be gone / be offloaded / be dumped)',
      '(to)? (bank / cash / pocket / crystallize / crystallise / monetise / monetize) $amount (out / in)?',
      '(to)? (ring the register / ring the till / hit the bid / hit the bids) (on / with / for)? $amount',
      '(to)? SECURED PROFITED (on / of / in / from / with / for) $amount (at / @ / around / once it hits / when it hits / once it reaches / when it reaches / if it hits / if it reaches) $price',
    ],
    sold,
    6,
  ),
  // Beside a target '20 % off' may be its distance: both are asked about.
  ...rules(
    'idiom_alone',
    [
      '(to)? (take / pull / get / cash) ($pct / $part) off (of)? (the / my)? TAKEN (on / in / from / of / with / for) OWN* $token HELD*',
      '(to)? CUT_DOWN ($pct / $part) (off / off of / out of / away from / from) (of)? OWN* $token HELD*',
      '(to)? LESSEN OWN* $token HELD* (back / down)? (by)? ($pct / $part)',
    ],
    lessened,
    6,
  ),
  rule(
    'verb',
    '(take / taking / pull / get) (some / a few / my)* (chips / money / profits / profit / risk / winnings) off (of)? (the)? table (on / by selling / with / and sell)?',
    () => ({ verb: 'sell' }),
    2,
  ),
  rule(
    'idiom',
    '(to)? (take / pull / get) OWN* $token HELD* off (at / @ / once it hits / when it hits / once it reaches / when it reaches / if it hits) $price',
    left,
    7,
  ),
  // '1.2 each for 500 JUP' is a price; without 'each' it could be the proceeds of all of them.
  rule(
    'idiom',
    '(ask / asking / get / get me / want / i want / take / accept) $price (each / apiece / a piece / per token / per coin / a pop / a token / a coin) for $amount',
    sold,
    7,
  ),
  rule('endless', `${UNTIL} ${LATER} ENOUGH_OF_IT`, () => ({}), 6),
  rule(
    'endless',
    `(and / then / ,)* (stop / end / finish / quit / stopping) (when / once / as soon as) ${LATER} (ENOUGH_OF_IT / sold)`,
    () => ({}),
    6,
  ),
  ...rules(
    'stop',
    [
      '(pop / bung / whack / slap / stick / bang / lob / chuck / throw) (a / an)? $pct (STOP_LOSS) (on / onto / under)* (there / it / that / this / OWN* #token HELD*)? (as well / too / also)*',
      '(pop / bung / whack / slap / stick / bang / lob / chuck / throw) (a / an)? (STOP_LOSS) (of / at)* $pct (on / onto / under)* (there / it / that / this / OWN* #token HELD*)? (as well / too / also)*',
    ],
    (m) => ({ percent: m.pct }),
    6,
  ),
  // Exclamations where a clause begins or ends. A name needs commas around it: 'champ buy 1 SOL' may name a coin.
  {
    ...rule(
      'aside',
      '(ok / okay / right / so / and / now / then / well)* (SAID_BESIDE) (SAID_BESIDE / , / :)*',
      () => ({}),
      0,
    ),
    opens: true,
  },
  rule('aside', "(let me think / let me see / let's see / how do i put it / what was it)", () => ({}), 0),
  { ...rule('aside', '(SAID_BESIDE) (SAID_BESIDE)*', () => ({}), 0), closes: true },
  { ...rule('aside', 'CALLED (, / !)', () => ({}), 1), opens: true },
  { ...rule('aside', ', CALLED', () => ({}), 1), closes: true },
  {
    ...rule(
      'aside',
      '(i)? (reckon / guess / figure / suppose / think) (it is time / its time / we / i / you)* (should / ought to / could / might as well / had better / better)',
      () => ({}),
      3,
    ),
    opens: true,
  },
  {
    ...rule(
      'aside',
      "(i'm / im / i am / we're)? (a bit / kinda / so / pretty / flat)* (broke / poor / skint / loaded / bored / rich) (af / right now / rn / lol / this month / these days)* (so / and / but)? (like)?",
      () => ({}),
      3,
    ),
    opens: true,
  },
  {
    ...rule(
      'aside',
      '(set / open / make / create / start / take)* (a / an)? (time limited / timed / time boxed / short term / long term / quick / small / modest) (position / trade / bet / punt)',
      () => ({}),
      3,
    ),
    opens: true,
    closes: true,
  },
  rule(
    'aside',
    '(no worries / never mind / not bothered / not fussed / no stress) about (the)? price',
    () => ({}),
    5,
  ),
  ...rules(
    'aside',
    [
      "(i'm / im / we're / i am / he's)? (fixin / fixing / itching / looking / hankering / aiming) (')? to",
      '(i)? reckon',
      '(at / @) (bot / agent / purser / everyone / here / desk)',
      "(so / yeah / well / um / right / okay / ok)* (i / we) (was / were / have been / 've been)? (talking / speaking / chatting / talked / spoke / chatted) (to / with) my PERSON (SOFT / LATELY / about it / about this)* (and)? ((we / i) (have / 've)? (decided / agreed / figured / thought) (um / uh / erm)* (to / that i should / that we should)?)?",
      "(i think / i feel / i guess / i reckon / think / maybe)? (that)? (it's / it is / its)? time to (take / bank / lock in / book / secure / realise / realize) (some / a bit of / a few / my / a little)* (profit / profits / gains / winnings) (so / and / ,)*",
    ],
    () => ({}),
    5,
  ).map((one) => ({ ...one, opens: true as const })),
  ...rules(
    'aside',
    [
      '(just)? to (try / test) (it / this / things / the waters / that) (out)?',
      '(and / then / ,)* (just)? forget (all)? about it',
    ],
    () => ({}),
    5,
  ).map((one) => ({ ...one, closes: true as const })),
  rule(
    'verb',
    '(load the boat / load the truck / load the wagon / load the bags / back up the truck / fill the bags / fill my bags / go ham) (on / with / up on)',
    () => ({ verb: 'buy' }),
    2,
  ),
  // Key and value, like in forms: for these keys the value is enough.
  rule(
    'aside',
    '(token / coin / asset / symbol / strategy / side / type / mode / action / order type / pair / base / market / name / instrument / ticker) (= / :)',
    () => ({}),
    1,
  ),
  rule(
    'rate',
    '(every / interval / period / freq / frequency / each / check / cadence) (= / :) $time',
    (m) => ({ seconds: Number(m.time) }),
    4,
  ),
  rule(
    'amount',
    '(total / fund / funds / capital / stake) (= / : / is / are) $amount',
    (m) => ({ ...(m.amount as Amount), prep: 'with' }),
    3,
  ),
  rule('slippage', 'SLIP (<= / < / =) $anyfig:bps BPS', (m) => ({ bps: String(m.bps) }), 8),
  rule('slippage', 'SLIP (<= / < / =) $pct', (m) => ({ bps: times(String(m.pct), '100') }), 8),
  rule(
    'endless',
    `${UNTIL} (i / we / you) (say / tell / told / ask / order / shout / yell / scream / message / text / write / let / said / decide) (you / it / the bot / u)? (so / know / to / it's / that it's / time to / that)* CALL_OFF (it / buying / selling / please)?`,
    () => ({}),
    6,
  ),
]
