/**
 * Reasons that people give: a bonus, the rent, a friend's words, an absence. All of them are closed lists, in clauses
 * with a subject of their own; none has a figure, a side or a condition. Any other remark is asked about.
 */
import { type Rule, rules } from './roles.ts'

const JOIN = '(and / but / so / oh / well / as / since / because / cause / you see / see)*'
const I = "(i / we / i've / ive / we've / i have / we have)"
const I_AM =
  "(i'm / im / i am / we're / we are / i was / i've been / i have been / i'll be / i will be / we'll be)"
const MY = '(my / our / a / an / the / his / her / their / some / this / that)*'
const WHO = `(someone / somebody / everyone / everybody / people / folks / they / ${MY} PERSON)`
const SOFTLY =
  '(a bit / a little / very / so / quite / really / pretty / rather / just / finally / always / also / currently / mostly / somewhat / too / kind of)*'

export const remarkRules: Rule[] = rules(
  'aside',
  [
    `${JOIN} (it's / it is / this is / that's / that is) ${MY} (very)* first (time / trade / order / purchase / try / go / day / attempt) (here / ever / doing this / at this / with this / in crypto / with crypto)*`,
    `${JOIN} (i / we) (just / only just / just now / recently / finally)* (got / made / set up / opened / installed / created / connected) ${MY} (new / first)* (wallet / wallets / account) (here / today / now / yesterday)*`,
    `${JOIN} (just / finally)? ${I}? ${SOFTLY} (got / received / was given / were given / came into / won / inherited / earned / saved / saved up) ${MY} (nice / little / small / big / extra / spare / annual / yearly / old / new)* WINDFALL (from / at)? (work / ${MY} PERSON)? LATELY*`,
    `${JOIN} ${WHO} ${SOFTLY} (has / have / had)? (talked / convinced / roped / pushed / nudged / got / sold / tricked / pestered) (me / us) (into / on) (it / this / that / this one / the idea / TOPIC) LATELY*`,
    `${JOIN} (just / finally)? ${MY} (nice / little / small / big / extra / spare / annual / yearly / old / new / first / last)* WINDFALL (from work / from ${MY} PERSON)? ${SOFTLY} ARRIVED LATELY*`,
    `${JOIN} (i / we) (need / will need) ${MY} (money / cash / funds) for ${MY} (new / old)* PURPOSE`,
    `${JOIN} ((this / it / that / all this) (is / is all / is meant) / it's / that's) (for / towards) ${MY} (PERSONS)? (new / old)* PURPOSE`,
    `${JOIN} ((this / it / that) is / it's / that's) (for / a gift for / a present for) ${MY} PERSON`,
    `${JOIN} ${I_AM} ${SOFTLY} (trying / saving / putting money aside / setting money aside) (to save)? (up)? (a little / a bit / some / some money / money)? (for ${MY} (new / old)* PURPOSE)? (with this)?`,
    `${JOIN} ${WHO} ${SOFTLY} SPEAKS (TOPIC / RSI / GRID / CROSS / the EMA / AVERAGE / EMA / SMA / EMA CROSS / the idea / one of these / the coin / this coin / TWAP / DCA_WORD / it) (TOPIC / RSI / GRID / CROSS / the EMA / AVERAGE / EMA / SMA / EMA CROSS / the idea / one of these / the coin / this coin / TWAP / DCA_WORD)* (to me / at me / to us)? LATELY*`,
    `${JOIN} ${WHO} ${SOFTLY} (tells / told / keeps telling / says / said / thinks / thought / reckons / insists / advised / advises / suggested / suggests) (me / us / that)* (i / we) (should / ought to / must / need to / have to / had better / might want to) (have / own / hold / get / buy / try / look at / get into) (some / a bit of / a little / more / into)* (TOPIC / #token / it) (TOPIC / too / LATELY)*`,
    `${JOIN} ${I_AM} ${SOFTLY} (going / about to go / leaving / heading / off)? (soon)? AWAY (LATELY / soon)*`,
    `${JOIN} ${I_AM} ${SOFTLY} going (on / for / to) ${MY} (long / short / little)* PURPOSE (LATELY / soon)*`,
    `${JOIN} ${I} ${SOFTLY} (read / heard / seen / learned / learnt / been told / was told / saw / watched / noticed) (somewhere / that / about / a lot / a bit / lots / online / a video / a post / on)* (TOPIC / RSI / GRID / CROSS / they) (TOPIC / RSI / GRID / CROSS / they)* ((do / does / work / works / are / is / make / makes / earn / earns / perform / performs / can be) (well / good / great / nicely / fine / money / best / a good idea / useful / popular)*)? ((in / on / for) (a / the)* (sideways / flat / ranging / choppy / quiet / calm)* (market / markets / charts / beginners))?`,
    `${JOIN} (${I_AM} / i get / i feel / i got / we get) ${SOFTLY} STATE ((about / of / with / at / to / in / from / on) TOPIC)? LATELY*`,
    `${JOIN} (it's / that's / (it / this / that / #token / my #token / the market / things) (has / is / have)?) ${SOFTLY} RAN ${SOFTLY} HOW_WELL HOW_WELL* LATELY*`,
    `${JOIN} i think (it's / (it / this / that / #token / the market) (has / is)?) ${SOFTLY} RAN ${SOFTLY} HOW_WELL HOW_WELL* LATELY*`,
    `${JOIN} (i / we) (do not / don't / dont / have no / haven't / haven't got) (really)? (have / got)? (the / much / any / enough)* (time / nerves / patience / energy) (to / for) (watch / watching / stare at / staring at / look at / follow / following / check / sit in front of / babysit) ${MY} (all)? WATCHED (all day / every day / all the time / LATELY)*`,
    `${JOIN} (i / we) (can't / cannot / can not) (watch / stare at / look at / follow / sit in front of / babysit) ${MY} WATCHED (all day / every day / all the time / LATELY)*`,
    `${JOIN} (doing / clicking) (it / this / that / them / these) (all)? (by hand / manually / myself / one by one)? (is / was / feels / gets) (a / too / such a / so / such)* TEDIOUS`,
    `${JOIN} ${MY} WATCHED (make / makes / give / gives) (my / me) (head / eyes / a)* (spin / hurt / headache / dizzy / tired)`,
    `${JOIN} (let's / lets / i want to / i'd like to / we want to) (try / start) (with)? (something / it) (small / simple / easy / new / out)`,
    `${JOIN} (i / we) ${SOFTLY} (missed / slept through / was late for) (the / this / that) (last / first / latest / big)* (dip / pump / rally / move / run / train)`,
    `${JOIN} (i / we) promised (myself / ourselves)`,
    `(let's / lets / let us) (milk / farm / play / ride / surf) (the / this / that)? (chop / crab / range / swings / waves / noise) (on #token)?`,
    `(i / we) need to pay ${MY} (PURPOSE) LATELY*`,
    `(i'm / i am / im) (retiring from / getting out of / leaving / quitting) (memecoins / memes / crypto / the game / meme coins)`,
    '(and / but / so / because / since)* REMARK (LATELY / please)*',
    `(coffee / tea / lunch / dinner / breakfast) is (on / ready)`,
  ],
  () => ({}),
  6,
).map((one) => ({ ...one, opens: true }))
