/**
 * Reasons, in clauses of their own: 'as I need the money for rent', 'because I think it will go up'. The verb closes
 * the list of subjects of such a clause: none of them has a figure, a condition or a side, and an open noun ('for my
 * daughter's wedding') is an English word that means nothing here. A reason ends with its clause, so that later words
 * are never taken into it: 'as I like it at $2' is no reason.
 */
import { type Rule, rule, rules } from './roles.ts'

const LEAD = '(because / cause / as / since / so / so that / but / and / well / oh / you see / for)*'
/** 'As it gets cheap' is a time: after 'as' only a lasting state is a reason. */
const STATED = '(because / cause / since / so / so that / but / and / well / oh / you see)*'
const IS = '(is / are / was / looks / look / seems / seem / feels / has been / have been)'
const SOFT = '(SOFT)*'
const WHO = '(i / we / my PERSON / my PERSON and i / me and my PERSON / i myself)'
const I = `${LEAD} ${WHO}`
const I_AM = `${LEAD} (i'm / im / i am / we're / we are / i was / i've been / i have been)`
const MONEY =
  '(MINE)* (money / cash / funds / proceeds / liquidity / income / it / this / some / some money / some cash) (back / soon / urgently / again)*'

const reasons = [
  // The purpose of the money.
  `${I} (will / shall / may / might / 'll / do / would)? ${SOFT} (need / want / could use / require / am short of) ${MONEY} (for / to pay for / to pay off / to pay / to cover / towards) $matter`,
  `${I} ${SOFT} (need / want / could use / require) (MINE)* (money / cash / funds / proceeds / liquidity) (back / soon / urgently / again)*`,
  `${LEAD} (i've / we've / i / we) ${SOFT} (have / need / got / want) to (pay / pay for / pay off / cover / fix / settle) $matter`,
  `${LEAD} (i've / we've / i / we) ${SOFT} (have / have got / got) (some / a few / a lot of / many)* (bills / expenses / debts / costs / things) to (pay / pay for / settle / cover)`,
  `${LEAD} $matter (is / are / 's) ${SOFT} DUE`,
  `${LEAD} (this / it / that / which) (would / will / should / 'll)? (pay / pays / be / is) for $matter`,
  `${I_AM} ${SOFT} (saving / saving up / putting money aside / planning / collecting) (up)? for $matter`,
  // An opinion.
  `${I} ${SOFT} OPINES (that)? SOFT* (SUBJECT_OF_NEWS / #token / my #token) BECOMES* SOFT* NEWS NEWS*`,
  `${LEAD} (i'm / i am / we're / we are) ${SOFT} (sure / certain / convinced / confident / afraid / told) (that)? SOFT* (SUBJECT_OF_NEWS / #token) BECOMES* SOFT* NEWS NEWS*`,
  `${STATED} (SUBJECT_OF_NEWS / #token / my #token) BECOMES BECOMES* SOFT* NEWS NEWS*`,
  `as (SUBJECT_OF_NEWS / #token / my #token) ${IS} SOFT* SOUND (SOFT / to me / right now / at the moment / these days / lately / for my taste / for now / today)*`,
  `as (it's / that's) SOFT* SOUND (SOFT / to me / right now / at the moment / these days / lately / for my taste / for now / today)*`,
  `${I} ${SOFT} LIKES ${SOFT} (LIKED / #token / TOPIC) (a lot / SOFT / LATELY)*`,
  `${LEAD} (i'm / i am / we're / we are) ${SOFT} (a fan of / a believer in / keen on / fond of / excited about / bullish on / bullish about / curious about / interested in / optimistic about / convinced of / convinced by / impressed by / positive about) (LIKED / #token / TOPIC) (a lot / SOFT / LATELY)*`,
  `${LEAD} (i've / we've) (just / recently / also)* (heard / read / been following / been watching / been looking at / followed) (about / of / good things about / a lot about / so much about)* (LIKED / #token / TOPIC) (a lot / SOFT / for a while / for some time / lately / yesterday / today)*`,
  `${LEAD} my PERSON ${SOFT} SPEAKS (#token / LIKED) (a lot / SOFT / LATELY)*`,
  `${LEAD} (#token / it / this / that / the token / the coin) (makes / gives / brings) (me / us) (smile / happy / nervous / laugh / a good feeling / joy / hope / a headache)`,
  // An inability to watch.
  `${I} ${SOFT} UNABLE ${SOFT} WATCH (MINE)* (MY_DESK / #token) (ALL_DAY)*`,
  `${I} (won't / will not / am not / 'm not / can't / cannot) ${SOFT} (be)? (at / in front of / near) (MINE)* MY_DESK (ALL_DAY / later / for a while / soon / much)*`,
  `${LEAD} (i'm / i am) (not / often not) (at / in front of / near) (MINE)* MY_DESK (ALL_DAY / later)*`,
  // A feeling.
  `${LEAD} (i'd / i would / i'll / i will / i can / i could / we'd / i / we) ${SOFT} (like to / want to / can / may)? ${SOFT} REST ${SOFT} BETTER BETTER*`,
  `${LEAD} (i'm / i am / we're / we are / i get / i feel) ${SOFT} (nervous / worried / anxious / uneasy / scared / afraid / excited / unsure / careful / cautious) ((about / of / because of) (MINE)* (news / headlines / market / markets / volatility / economy / risk / future / losses / crash / election / all this / it / this))? (SOFT / today / lately / these days)*`,
  // A purpose, without an amount.
  `(because / as / since / so / so that / to) (i / we)? (want to / would like to / 'd like to / i'd like to / wish to / prefer to / can / could)? ${SOFT} BANK (some / a little / my / a bit of / the / a / of / these)* WINNINGS`,
  `${LEAD} (i'm / i am / we're / we are / time to / it's time to / it is time to / let's / let us / i'll / we'll / let me) ${SOFT} (BANK / taking / banking / cashing in / locking in / securing / booking / pocketing / cashing out / realizing / realising) (some / a little / my / a bit of / the / a / of / these / our)* WINNINGS`,
  `${LEAD} (the / my / a / our)* (token / token address / address of the token / address / coin / coin address / wallet / wallets / group / settings / mint) (is / are / has been / have been) SOFT* (already / now)? (set / there / in the settings / filled in / selected / chosen / entered / given / picked / configured / in place / set up / set already / saved) (already / for you / there / in the settings)*`,
  `(a / an / the / my / our)* (moon bag / moonbag / exit / profit / dip / swing / weekend / retirement / savings / holiday / lambo / accumulation / entry / simple / basic / next / new / little / quick / trading / trade / dca / stacking / long term / rainy day)* (plan / order / play / trade / strategy / idea / setup / instruction / request / job / task) (for today / for you / for now)?`,
  `${I} ${SOFT} (need / want / have / would like / 'd like / i'd like / wish) to (free up / raise / get / cash out / collect / make / release / access) (some / a bit of / a little / more / my)* (money / cash / funds / liquidity / sol / usdc / capital / dollars) (back / again / soon / today / for now)*`,
  `${LEAD} (i / we) (need / want) (the money / it / the cash / some cash / some money / the funds) back`,
  `${LEAD} (i'm / i am / we're / we are / i / we) ${SOFT} (planning to / plan to / going to / want to / intend to / would like to) (hold / keep / hold on to / hold onto) (it / this / them / this one) for (a / the)* (long / very long / long long)* (time / run / haul / term)`,
  // An earlier event.
  `${LEAD} (i've / i have / we've / we have / i / we / just / i just / we just) (just / recently / finally / already / now / since)* HAPPENED (MUSED / SOFT)*`,
  `${I} ${SOFT} (want / would like / 'd like / i'd like) to PLAY_SAFE (SOFT)*`,
  `${LEAD} (i'm / i am / we're / we are)? ${SOFT} (taking a break / stepping back / stepping away / having a break) (from TOPIC)?`,
  `${LEAD} after ((talking / speaking / chatting) (to / with) my PERSON / thinking about it / thinking it over / some thought / much thought / a lot of thought / giving it some thought / sleeping on it) (MUSED)* (, )? (i've decided to / i have decided to / i decided to / i want to / i'd like to)?`,
  `${LEAD} my PERSON ${SOFT} (is / are / 's) ${SOFT} (keen on / fond of / a fan of / into / crazy about / excited about / sure about) (LIKED / #token / TOPIC)`,
  // A lack of money.
  `${LEAD} (i / we / i've / we've) ${SOFT} (have / got / have got) ${SOFT} LITTLE (to (spend / invest / spare / play with))? (today / right now / now / this month / at the moment / these days)?`,
]

/** '… so that the price does not move': the reason for dividing it. */
const unmoved = [
  `${LEAD} (i / we) (don't / do not / dont / would not / wouldn't / 'd rather not / would rather not) ${SOFT} (want to / like to / wish to)? UNMOVED THE_MARKET`,
  `${LEAD} (i'd / we'd) (rather / prefer) (not / not to) UNMOVED THE_MARKET`,
  `(so / so that) (i / we / it / that) (don't / do not / doesn't / does not / won't) UNMOVED THE_MARKET`,
  `(so / so that) (the price / the market) (doesn't / does not / won't / will not / stays) (move / react / jump / drop / suffer / quiet / calm) (too much / much / a lot)?`,
  `(so / so that) (nobody / no one) (notices / sees it / sees / cares / notices it)`,
  'without (moving / pushing / disturbing / upsetting / spooking / shaking) THE_MARKET',
]

/** Everyday nouns that mean something for the order after all: that there is none, or a move of the market. */
const NOT_OF_LIFE = new Set(
  [
    'demo practice trial simulation simulator sandbox testnet devnet rehearsal game joke experiment dilemma bind pickle',
    'fence quandary verge brink hunch brake brakes spree slump bubble downtrend uptrend crash correction streak squeeze',
    'deficit surplus debt ledger margin leverage queue waitlist strike boycott ban euro pound yen',
  ].flatMap((line) => line.split(' ')),
)
/** 'I'm on a pension so …', 'I'm in the shop all day so …': a situation, before the request. */
const livesSo = (m: Readonly<Record<string, unknown>>) =>
  [m.noun, m.second].some((one) => NOT_OF_LIFE.has(String(one))) ? undefined : {}

export const reasonRules: Rule[] = [
  {
    ...rule(
      'aside',
      "(i'm / im / i am / we're / we are) (on / in / at / back in / back at / back on / out in / out on) (a / an / the / my / our) ($worldly:noun / PURPOSE) $worldly:second? (all day / all day long / all night / all week / all weekend / today / tonight / these days / at the moment / most of the day / most days)? (, )? so",
      livesSo,
      6,
    ),
    opens: true,
    closes: true,
  },
  ...rules('aside', reasons, () => ({}), 6).map((one) => ({
    ...one,
    opens: true as const,
    closes: true as const,
  })),
  ...rules('unmoved', unmoved, () => ({}), 6).map((one) => ({ ...one, closes: true as const })),
]
