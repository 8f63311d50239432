/**
 * Bounds to one side, one order or a sequence. No plan that trades both ways holds one side, and none holds a sequence,
 * so no intent takes these kinds: bounds are asked about, never passed over.
 */
import type { Role, Rule } from './roles.ts'
import { rules } from './roles.ts'

const ONLY =
  '(only / just / solely / purely / exclusively / merely / strictly / nothing but / none but / not but / simply only)'
const DONE =
  "(ever / to / do / does / doing / take / taking / make / making / place / placing / run / running / use / using / want / wanted / keep / keeping / execute / trade / trading / have / handle / perform / open / allow / let / act / follow / fill / send / submit / on / for / the / its / my / any / these / those / it / bot / with / of / i / i'd / like / me / that / do it / go)*"
const SIDE =
  '(buys / sells / purchases / sales / buying / selling / longs / shorts / buy orders / sell orders / buying orders / selling orders / buy trades / sell trades / buy side / sell side / buying side / selling side / buy leg / sell leg / buy signals / sell signals / buy signal / sell signal / buy lines / sell lines / buy levels / sell levels / entries / exits / long side / short side / long trades / short trades / purchase side)'
const SIDES = `${SIDE} ((and / or / & / ,) ${SIDE})?`
const JOINED = '(and / but / with / please / though / so)*'
const LEAVES =
  "(skip / skipping / leave out / leaving out / leave / minus / except / except for / excepting / excluding / exclude / omit / omitting / ignore / ignoring / apart from / other than / aside from / drop / less / sans / without / forget / forget about / no / never / not / don't / do not / turn off / disable / switch off / hold off on / hold back / forgo / cut out)"

const side = (open: true | undefined) => () => (open ? { open } : {})
export const restrictionRules: Rule[] = [
  ...rules(
    'one_side',
    [
      `${JOINED} ${ONLY} ${DONE} ${SIDES} (nothing else / no more / please / of it / though)*`,
      `${JOINED} (make it / keep it / for)? (the)? ${SIDES} (only / alone / exclusively / solely)`,
      `${JOINED} (make / keep / run)? (it / this)? (only / just / strictly)? (on / in / from / to / for / the)* (one / a single / single / either) (side / sided / direction / way / directional) (only / please / trades / trading)*`,
      `${JOINED} (only / just) (on / in / for / during)* (the / its / a / my)* way (up / down / in / out / there)`,
      `${JOINED} ${LEAVES} ${DONE} ${SIDES} (out / off / aside / away / alone)?`,
    ],
    side(undefined),
    7,
  ),
  ...rules(
    'one_side',
    [
      `${JOINED} (only / solely / purely / exclusively / strictly / just) (ever / to / let it / it should / have it / do)* (buy / sell / go long / go short / long / short / purchase)`,
      `${JOINED} (buy / sell / long / short) (only / alone / exclusively)`,
    ],
    side(true),
    5,
  ).map((one) => ({ ...one, closes: true as const })),
  ...rules(
    'sequence',
    [
      '(and / but / all)* (exactly / precisely / strictly)? in (exactly)? (that / this / the / reverse / the reverse / the opposite / the other / alternating / the same / the right / the given) (order / sequence) (please)?',
      '(and / but / please)* (wait for (me / us / my PERSON / my ok / my okay / my approval / my go / my word / my signal) / ask me first / ask first / check with me first / (no more / no less / not more / not less / nothing more) than (that / this / it))',
      '(and / but / or)* (only / just / strictly) (during / throughout / over / at / by) (the / a)? (day / night / week / weekend / daytime / morning / afternoon / evening)',
      '(and / but / or)* (the other way round / the other way around / the opposite / in reverse / backwards / the reverse / contrariwise)',
    ],
    () => ({}),
    7,
  ),
]

/** A plan has its own side already: 'buy it for 50 dollars, just buy'. Any other side is a bound. */
export const isOfOneSide = ({ value, from, said }: Role, roles: readonly Role[]): boolean =>
  (value as { open?: true }).open === true &&
  (from === 0 || /\bjust\b/i.test(said)) &&
  !roles.some(({ kind }) => BOTH_WAYS.has(kind)) &&
  !roles.some(({ kind, value: is }) => kind === 'announces' && BOTH.has((is as { type: string }).type)) &&
  !roles.some(
    ({ kind, value: is }) => kind === 'verb' && isSale((is as { verb: string }).verb) !== isSale(said),
  )
const isSale = (verb: string): boolean => /\b(?:sell|short|exit|dca_out)\b/i.test(verb)
const BOTH_WAYS = new Set([
  'averages',
  'oversold',
  'overbought',
  'rsi_levels',
  'levels',
  'range',
  'around',
  'target',
  'threshold',
  'timeframe',
])
const BOTH = new Set(['grid', 'rsi', 'ma_cross', 'rebalance'])

/** 'Only one way', 'after 3 tries': a figure without a unit is no price to wait for. */
export const isBareCount = (role: Role): boolean =>
  role.kind === 'price' && (role.value as { condition?: true }).condition === true && COUNTS.test(role.said)
const COUNTS =
  /^(?:(?:and|but|or|only|just)\s+)*(?:only|just|once|after|upon|given|while)\s+(?:\p{L}+|\d+)$/iu

/**
 * 'Once', 'in one order': for one order it means nothing; for repeated trades it is a bound, except beside their pace.
 */
export const isOnceOfMany = (role: Role, roles: readonly Role[]): boolean => {
  const isPace =
    /^once$/i.test(role.said) &&
    roles.some(({ kind, from, to }) => kind === 'rate' && (to === role.from || from === role.to))
  return (
    role.kind === 'now' &&
    ONCE.test(role.said) &&
    !isPace &&
    !/^one time$/i.test(role.said) &&
    roles.some((one) => AGAIN.has(one.kind))
  )
}
const ONCE = /\b(?:once|one (?:time|order|go|shot|piece|trade)|single order)(?: only)?$/i
const AGAIN = new Set([
  'rate',
  'averages',
  'oversold',
  'overbought',
  'rsi_levels',
  'levels',
  'target',
  'threshold',
  'timeframe',
])
