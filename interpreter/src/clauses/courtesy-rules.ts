/**
 * Polite requests: 'I was wondering whether you could', 'if that's all right with you', 'thanks for your help
 * yesterday'. A closed grammar: it has no figure, no token and no verb of trading, and its 'if' is about the agent,
 * never about the market.
 */
import { type Rule, rules } from './roles.ts'

const SOFT = '(SOFT)*'
const YOU = '(you / u / we / i)'
const BUT = '((, )? (but / so / and))?'
const AN = '(a / the / an / some / any / your)?'

const requests = [
  `(i / we / just / was / were / i'm / i am / we're / we are / i've been / i was / we were)* ${SOFT} (wondering / hoping / thinking / asking / wanting to ask / meaning to ask / wonder / hope) (if / whether / that)? ${SOFT} ${YOU} ${SOFT} COULD ${SOFT} ABLE? ${SOFT}`,
  `(COULD / do) ${YOU} ${SOFT} ABLE ${SOFT}`,
  `do you (think / reckon / suppose) (that)? ${YOU} COULD ${SOFT} ABLE?`,
  `(COULD / is) it (be)? ${SOFT} (FINE / all right) (for you / with you / by you / with everyone)? (to / for you to / if ${YOU} COULD / if you / that you)`,
  `(i'd / i would / i should / we should / we'd / we would / it'd / it would / that'd / that would / i / we / i'll) ${SOFT} (be)? ${SOFT} GLAD (of you / from you / for me)? ${SOFT} (if ${YOU} ${SOFT} COULD ${SOFT} ABLE? / if you'd / if you / that you COULD)`,
  `(i'd / i would / i should / we should / we'd / we would / it'd / it would) ${SOFT} (be)? ${SOFT} GLAD (of you / from you / for me)? to`,
  `(i'd / i would / we'd / we would / i'll / i will) ${SOFT} (feel / sleep / rest / be) ${SOFT} (better / safer / happier / calmer / easier / more comfortable / more relaxed) (with / having / if ${YOU} COULD)`,
  // 'What I want is for you to', 'what I'd like to do is', 'what I have in mind is'
  `(so / well / ok / okay / and)* what (i / we / i'd / i would / we'd / we would / i'm / i am / we're / i've / i have) ${SOFT} (want / like / need / love / prefer / am after / after / thinking of / looking for / in mind / have in mind / hoping for / wish) (you to do / you / us / to do / to have / to happen / to see happen / to see done / done / doing / from you / to see / to get done / today / now / here / right now / please)* (is / would be / was) (this / simple / simply / just / as follows / the following / : / , / -)* (for you / to have you / to get you / to ask you / to see you / that you / you)? (to / should / could / can / will)?`,
  // 'The idea is to', 'my plan is to', 'the goal here is that you'
  `(so / well / ok / okay / and)* (the / my / our) ${SOFT} (idea / plan / goal / aim / intention / wish / request / order / instruction / task / job / thought) (here / today / now / for you / for today)* (is / would be / was) (this / simple / simply / just / as follows / the following / : / , / -)* (for you / to have you / to get you / to ask you / that you / you)? (to / should / could / can / will)`,
  '(i / we) (hope / trust / ask / beg / request / wish) (that)? you (COULD / will)',
  `(i'm / i am / we're / we are / i was / we were)? ${SOFT} (hoping / aiming / looking / wanting / wishing / keen / eager) to`,
  "(my PERSON and i / me and my PERSON / my PERSON and me) (would like to / 'd like to / want to / would love to / wish to / 'd love to / have decided to / decided to)",
  '(is / was) there (any / a) (chance / way / possibility) (that)? (you / we / i) COULD',
  '(any / some) chance (that)? (you / we / i) COULD',
  `(i / we) ${SOFT} (need / want / would like / 'd like / have) to ask (you)? (to / for)`,
  `(i'd / we'd) ${SOFT} like to ask (you)? (, / please / kindly)* (to / for)`,
  `(i / we / i'd / i would / we'd / we would / i'll / i must / i have to / may i / let me) ${SOFT} (ask / beg / request / urge / bid) you? (, / please / kindly)* (to / for)`,
  `(may / can / could / might) i ${SOFT} (ask / request) (you)? (to / for)`,
  `(i'm / i am / we're / i / we) ${SOFT} (asking / requesting / ask / request) (you)? (to / for)`,
  `(please)? ${SOFT} (be / being) ${SOFT} (patient / careful / attentive / smart / clever / disciplined / a dear / an angel / a sweetheart) (about it / with it / with this / here)? (and / , / -)`,
]

const ifs = [
  // 'If it is fine' may be about the market; 'if that's fine', 'if it is fine with you' are not.
  `if ${SOFT} (that's / that is / this is / that isn't / that's not / that wouldn't be / that would be)? (not)? ${SOFT} FINE (with / for / by)? (you / everyone)?`,
  "if (it's / it is / it isn't / it is not / it's not / it wouldn't be / it would be) (not)? (possible / feasible / convenient / ok / okay / too much trouble / too much bother / too much to ask / not too much trouble / no trouble / no bother / no problem / a problem / a bother / asking too much)",
  `if (it's / it is / it isn't / it is not / it's not / it wouldn't be / it would be) (not)? ${SOFT} FINE (with / for / by) (you / everyone)`,
  'if (it / that / this) (is / works / suits / is good / is cool / fits / works out / is no trouble) (with / for / by)? you',
  'if (that / it / this) (works / suits you)',
  `if (you / u) ${SOFT} (don't / do not / wouldn't / would not / didn't) ${SOFT} mind (it / that / too much)?`,
  `if ${SOFT} (you're / you are / you'd be / you would be / you'd / you would / you) ${SOFT} (be)? ${SOFT} (willing / able / so kind / so good / kind enough / good enough / free / available / around / happy / prepared / up for it / game / in the mood / inclined) (to / , / with that / for that)?`,
  'if (i / we) (may / might) (ask / be so bold / trouble you / bother you / say so)?',
  `if you (COULD / 'd)? ${SOFT} (be so kind / be so good / be able to / manage / manage it / manage that / be kind enough / be good enough)`,
  `if (you / u) (have / have got / get / find) ${AN} MOMENT (to spare / for it / for this / for me / today)?`,
  `(when / whenever / once / as soon as) (you / u) ${SOFT} (can / could / have ${AN} MOMENT / have got ${AN} MOMENT / get ${AN} MOMENT / find ${AN} MOMENT / get round to it / feel like it) (to spare / for it / for this / for me / to do so / to do it / please)?`,
  '(when / whenever) (it / that / this) (suits / works for / fits / is convenient for / is good for) you',
  "(when / whenever) (it's / it is) (convenient / possible / ok) (for you)?",
]

/** 'All of it, but JUP' leaves one out; before a request it only joins. */
const joins = [
  '(set / set it / set this) and forget (it)? (: / , / -)?',
  "(let's / lets / lfg / just / ok / okay / yolo / ,)* send it",
  '(but / though / however / yet / although) (, )? (please / kindly / pls / plz / could you / can you / would you / make sure to / make sure you / make sure that you / be sure to / do)',
]

const thanks = [
  `(and / with / my / i / we / well / oh / so / but / ,)* (many thanks / thanks / thank you / thx / cheers / ta / thank u / thankyou / much obliged / thanks again) (so much / very much / a lot / a million / a bunch / a ton / ever so much / in advance / again / kindly / indeed / heaps / loads / lots / already / for now)* (for THANKED (so far / yesterday / earlier / today / last time / before / again / last week / the other day / this morning / with this / with that)*)? ${BUT}`,
  `(i / we) ${SOFT} (appreciate / am grateful for / are grateful for / appreciated / value) (THANKED / it / you) (so far / yesterday / earlier / today / again / a lot / very much)* ${BUT}`,
]

const replies = [
  `(that / it / this / which / that's / something like that)? (would / will / should / 'd / 'll / 'd be / that'd) (be / do / suit me / suit us / make) ${SOFT} PRAISED (for me / thanks / for now / by me / with me / to start / to start with / to begin with / if you can / please)*`,
  '(that / this / it) (will / would / should) do (nicely / fine / for me / for now)?',
  `(that's / that is / this is / it's / looks / sounds / all / very)* ${SOFT} (lovely / great / good / perfect / wonderful / kind of you / very kind of you / excellent / brilliant / fine / nice / fantastic) (but / , but / thanks / thank you / so far)`,
  "(please)? (do)? (it)? (just in case / for safety / for safety's sake / for peace of mind / for my peace of mind / to be safe / to play it safe / just to be safe / just to be on the safe side / to be on the safe side)",
]

const greetings = [
  `(i / we / and)* (hope / trust) (that)? (you / you're / you are / all / all is / everything / everything is / this finds you / this message finds you / your day / your day is / your week is / things / things are) (are / is / is going / have / had / have been)? ${SOFT} (doing / keeping / going / having / feeling)? (well / fine / good / great / ok / okay / alright / a good day / a nice day / a great day / a lovely day / a good week / a nice weekend / a good time) (today / there / with you / over there)? ${BUT}`,
  '(on / upon)? second (thought / thoughts / thinking) (and)?',
  '(nah / nope / no / wait / hmm) (, / . / - / wait / sorry / actually)* (make it / make that / change it to / i meant / i mean)',
  '(i)? (wish you / have / wishing you) (a / an) (very)? (nice / good / great / lovely / wonderful / pleasant / beautiful) (day / evening / weekend / week / one / night / time / rest of the day / morning / afternoon) (ahead / too / to you)?',
  "(it's / it is / its) (just / only)* me (again / here)*",
  '(just)? (a / one / another / here is a / here comes a)? (quick / small / little / short / simple / tiny) (one / request / question / favour / favor / thing / ask) (from / for) (me / you / us) (today / again / please)*',
  'dear (agent / bot / assistant / desk / purser / team / all / friend / friends / trader / sir / madam / sir or madam / helper)',
]

const apologies = [
  `(i'm / i am / we're / we are)? ${SOFT} (sorry / apologies / excuse me / pardon / pardon me / forgive me / i apologise / i apologize / my apologies / excuse) (to / for / if / about / that)? ${SOFT} (bother / bothering / trouble / be a nuisance / be a pain / be a bother / be such a pain / be difficult / be picky / be annoying / troubling / disturb / disturbing / asking / ask / being slow / being late / the trouble / the bother / the delay / the late message / the confusion / the mix up / my spelling / my typing / this is a lot to ask / that's a lot to ask / this is a lot / i'm slow / it's late / i bother you / i'm bothering you / this is a silly question / this is a stupid question / this sounds silly / i ask so much / all the questions / all these questions) (you)? (again / so late / so early / once more / with this / about this / so often)* ${BUT}`,
  `(i / we)? (hope / trust / know) (that)? (this / that / it / that's / it's / this is / it is / i'm / i am) (is / isn't)? (not / isn't)? ${SOFT} (a bother / a burden / a nuisance / an inconvenience / inconvenient / trouble / a trouble / a problem / a bad time / too late / a lot of trouble / ok / okay / alright / fine / clear / too much trouble / too much to ask / a lot to ask / a lot / a stupid question / a silly question / a dumb question / a strange request / an odd request / understandable / enough information / bothering you / asking too much / in the right place) ${BUT}`,
]

const newcomers = [
  `(i've / i have / we've / we have / i) never (really)? (done / tried / used / did) (TOPIC / this / it / that / anything like this / this kind of thing / this sort of thing)* (before)? ${BUT}`,
  `(i'm / i am / im / we're / we are) ${SOFT} NEWCOMER (TOPIC / this / it / all this / all of this / this sort of thing / this kind of thing / this stuff / the game / this game / this app / the app) ${BUT}`,
  `(i'm / i am / im / we're / we are) ${SOFT} (a)? (complete / total / bit of a / real / absolute)* (beginner / novice / newbie / noob / rookie / newcomer) (here / at this / with this / in this)? ${BUT}`,
  `(i / we) ${SOFT} (do not / don't / dont / never) ${SOFT} (understand / understood / know / follow / get) (much / a lot / anything / enough / many)* (about / of)? (TOPIC / this / it / all this / how this works / how it works)* (SOFT / well / much / yet / at all / so well / too well / that well / very well)* ${BUT}`,
  `(i'm / i am / im / we're / we are) (not)? ${SOFT} (good / great / experienced / an expert / familiar / confident / skilled / comfortable / clever / technical / a technical person / used to) (at / with / in / about / to)? (TOPIC / this / it / all this / computers / numbers / technology / maths)? ${BUT}`,
]

/** A no by itself, but none with an order after it: reject-negated.ts. */
const turns =
  "(actually / sorry / ok / okay / hmm / well / oh / wait / no / , / and)* (never mind / nevermind / nvm / nm) / (actually / sorry / ok / okay / hmm / well / oh / wait / no / , / and)* (scrap / forget / scratch / ignore / drop / disregard / never mind / nevermind / undo) (about)? (the last thing / that last thing / my last request / the previous one / the other thing / the earlier one / the last order / the last request / that / it / this / all that / all of that / the last one / that one / that order / that plan / the plan / the order / my last message / what i said / the above) / (actually / sorry / ok / okay / hmm / well / oh / wait / , / and)* (i / we / i've / we've / i have / we have) (SOFT)* changed (my / our) (mind / minds) ((about / on / regarding) (this / that / it / this one / that one / this token / this coin / the token / the coin / them / the plan / (my)? #token))?"

export const courtesyRules: Rule[] = [
  ...rules('turned', [turns], () => ({}), 4).map((one) => ({
    ...one,
    opens: true as const,
    closes: true as const,
  })),
  ...rules('aside', [...requests, ...greetings, ...apologies, ...joins], () => ({}), 4).map((one) => ({
    ...one,
    opens: true as const,
  })),
  ...rules('aside', newcomers, () => ({}), 4).map((one) => ({
    ...one,
    opens: true as const,
    closes: true as const,
  })),
  ...rules('aside', [...ifs, ...thanks, ...replies], () => ({}), 4),
  // 'I'd be glad if half of it stayed in BONK': the 'if' is about the agent.
  {
    ...rules(
      'aside',
      [
        `(i'd / i would / we'd / we would / it'd / it would) ${SOFT} (be)? ${SOFT} GLAD (of you / from you / for me)? if`,
      ],
      () => ({}),
      -4,
    )[0]!,
    opens: true,
  },
  {
    ...rules(
      'aside',
      ['SINCERELY , $signed', 'SINCERELY $signed', '(i / we) remain , $signed'],
      () => ({}),
      4,
    )[0]!,
    opens: true,
  },
]
