/** Budgets in everyday words: 'keep the total under 4 SOL', 'not a cent over $50', '4 SOL tops'. */
import type { Amount, Rule } from './roles.ts'
import { rule, rules } from './roles.ts'

const money = (m: Readonly<Record<string, unknown>>) => {
  const amount = m.amount as Amount
  return ['SOL', 'USDC', 'USD'].includes(amount.unit) ? amount : undefined
}
/** 'USDC 600' */
const currencyFirst = (m: Readonly<Record<string, unknown>>): Amount | undefined => {
  const { kind } = m.token as { kind: string }
  return kind === 'SOL' || kind === 'USDC' ? { value: String(m.num), unit: kind } : undefined
}
const WHOLE =
  '(whole thing / total / total spend / spend / spending / bill / outlay / overall spend / total cost / total outlay)'

const NEVER =
  "((should / must / may / can / is / will / shall / could / would) (not / never) / shouldn't / mustn't / can't / cannot / won't / isn't / never / not / don't let it / do not let it)"

export const spendRules: Rule[] = [
  ...rules(
    'max_spend',
    [
      `(and / but / , / please / just / make sure to)* (cap / limit / hold / keep / capping / keeping / limiting) (the / this / it / my / our)* ${WHOLE} (at / to / under / below / within / at or below / at most / no higher than / no more than / down / a / maximum / max / of)* $amount`,
      `(and / but / , / make sure / so)* (the / my)? ${WHOLE} (stays / must stay / should stay / has to stay / is to stay / to stay / stay / staying / remains)? (under / below / within / no more than / not more than / at most / no higher than / no greater than) $amount`,
      '(and / but / ,)* (not (a / one) / no) (cent / penny / dime / dollar / lamport / single cent) (over / more than / above / past / beyond / more) $amount',
      "(and / but / then / ,)* (until / till / til / stop when / stop once / once / stop after / stopping when / stopping once) (i / we / you / it / i've / ive / we've / weve / you've / youve / a / the / all)* (have / has / had)? (spent / used / invested / put in / gone through / sunk / burned through / burnt through / plowed in / ploughed in / laid out / chucked in / thrown in) (a total of / a / the / total)* $amount (in total / total / altogether / overall / all in)?",
      '(and / but / then / ,)* (until / till / til / stop when / stop once / once / stop after / stopping when / stopping once) (i / we / a / the / all / my / those / these / that)* $amount (is / are / has / have / was / were / had)* (gone in / went in / gone / been spent / been put in / used / used up / all used up / in / been used / been used up / all gone / been invested / been deployed)',
      "(and / then / , / but)* (call it quits / call it a day / pack it in / wrap up / wrap it up / that's it / that's enough / knock it off / leave it there) (at / after / once / when / with)* $amount (spent / in / invested / is spent / is in / is invested / in total / total)?",
      "(my / the / total / our)* (budget's / limit's / cap's / ceiling's / maximum's) $amount (in total / total / all in / altogether)?",
      '(, / and / but / with)* $amount (tops / max / maximum / at most / at the most / at the outside) (in total / total / all in / altogether / overall / all told / for everything / for the lot)',
      '(, / and / but / with)* $amount (all in / in total / total / altogether) (tops / max / maximum / at most / at the most)',
    ],
    money,
    7,
  ),
  ...rules(
    'max_spend',
    [
      '(and / but / , / the / aggregate / total / cumulative / overall / all in)* (spend / spending / outlay / cost / investment / purchases / sum)? (is)? (not to exceed / not exceeding / must not exceed / may not exceed / should not exceed / cannot exceed / limited to / no greater than) $amount',
      '(and / but / , / the / aggregate / total / cumulative / overall / all in)* (spend / spending / outlay / cost / investment / purchases / sum)? (is)? (not to exceed / not exceeding / must not exceed / may not exceed / should not exceed / cannot exceed / limited to / no greater than) $token $num',
    ],
    (m) => (m.amount === undefined ? currencyFirst(m) : money(m)),
    8,
  ),
  // 'It shouldn't cost me more than 6 SOL overall': without 'overall' it may be the price.
  ...rules(
    'max_spend',
    [
      `(and / but / , / so / so that / please)* (it / that / this / all of it / all of this / the whole thing / the lot / everything / the total / altogether)* ${NEVER} (ever / be / to)* (cost / come to / run to / add up to / go over / exceed / take / go past / eat up / use / use up / costing / set me back) (me / us)? (more than / over / above / in excess of / beyond)? $amount ALL_OF_IT ALL_OF_IT*`,
      `(and / but / , / so / so that / please)* (all of it / all of this / the whole thing / the lot / everything / the total / the whole lot / the bill)* (all of it / all of this / the whole thing / the lot / everything / the total / the whole lot / the bill) ${NEVER} (ever / be / to)* (cost / come to / run to / add up to / go over / exceed / take / go past / eat up / use / use up / set me back) (me / us)? (more than / over / above / in excess of / beyond)? $amount ALL_OF_IT*`,
    ],
    money,
    8,
  ),
  // 'Spend 2 SOL at most', alone: nobody spends a price.
  {
    ...rule(
      'max_spend',
      '(and / but / , / only / just / please)* (spend / use / invest / put in / commit) (only / just)? $amount (tops / max / maximum / at most / at the most / at the very most / and no more / not more / no more)',
      money,
      6,
    ),
    opens: true,
    closes: true,
  },
  // For hourly orders it is the budget, for one order the price: the rest of the text decides.
  {
    ...rule('capped', '$amount (tops / max / maximum / at most / at the most)', money, 4),
    opens: true,
    closes: true,
  },
]
