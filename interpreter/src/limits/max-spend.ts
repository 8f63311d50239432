/** The phrases for a budget, and their reading. */
import { ONCE, STOPS, WHAT_RUNS, WHO_SPENDS } from './patterns.ts'
import { type Amount, rule, rules } from '../clauses/roles.ts'
import { readWords } from '../text/word-table.ts'
import { type LimitReading, moneyIn, stateAmount, toAmountField } from './limit.ts'

export const maxSpend: LimitReading = {
  field: 'max_spend',
  name: 'budget',
  named: {
    name: 'budget',
    words: /\bbudget|\bmax(?:imum)?[\s-]+spend|\bspend(?:ing)?[\s-]+limit/gi,
    fields: ['risk.max_spend', 'total_amount', 'amount'],
  },
  removedAs: /\b(?:budget|spend)\b/i,
  howMuch: stateAmount('budget'),
  own: {
    kind: 'max_spend',
    words: readWords(new URL('./max-spend.txt', import.meta.url)),
    rules: [
      ...rules(
        'max_spend',
        [
          '(and / but / with / a|the|my / please / , )* MAX_SPEND (LINK / amount)* $amount SPENT SPENT*',
          '$amount (as|of)? (a|the|my)? (max / maximum / total / overall)? (budget / total budget / ' +
            'cap / spending limit / spend limit / max spend / total cap / spending cap / ceiling) SPENT?',
          '(until / till / til / stop when / stop once / stop after / once / and stop when / and stop ' +
            'once / and stop after / ending once / stopping once / stopping when / stopping after) (it / ' +
            "i / you / we / i've / you've / we've)? " +
            '(has / have / had)? (spent / used / invested / put in / spending) (a ' +
            'total of / a|the|total)* $amount SPENT*',
          '(until / till / til / as long as) (my / the / a / this)* (budget / allowance / pot / money) (of)? $amount (is / has been / runs / has / lasts) (used / used up / spent / exhausted / gone / out / run out)*',
          // 'Halt once 5 SOL have been spent', 'quit when I've put in $200', 'once 5 SOL are gone, stop'
          `(and / then / but / , / please)* ${STOPS} ${WHAT_RUNS} ${ONCE} ${WHO_SPENDS} (spent / used / invested / put in / gone through / paid / sunk / spending / using / investing / putting in / spend / use / invest / put) (a total of / a / the / total)* $amount SPENT*`,
          `(and / then / but / , / please)* ${STOPS} ${WHAT_RUNS} ${ONCE} ${WHO_SPENDS} $amount (worth)? SPENT SPENT*`,
          `(and / then / but / , / please)* ${ONCE} ${WHO_SPENDS} $amount SPENT SPENT* (, / then / please / just)* ${STOPS} ${WHAT_RUNS}`,
          `(and / then / but / , / please)* ${ONCE} ${WHO_SPENDS} (spent / used / invested / put in / gone through / paid / sunk) (a total of / a / the / total)* $amount SPENT* (, / then / please / just)* ${STOPS} ${WHAT_RUNS}`,
          '(or / and)? (until / till / when / stop when / stop once / once / stop after / stopping ' +
            'once / stopping when / after) (a total of|a|the|total)? $amount SPENT SPENT*',
          "(and / but)? (do not / don't / dont / never / not / without) (ever / to)? (spend / " +
            'spending / use / using / invest / investing / put in / putting in / go / commit)? (more / ' +
            'over / above / beyond / exceed / exceeding) (than / of)? (a total of|total)? $amount SPENT*',
        ],
        moneyIn,
        6,
      ),
      rule(
        'max_spend',
        '(budget / total budget / overall budget / max spend / spending limit / max total / spend limit / max budget / budget total / total spend / max total spend / spending cap / spend cap / total cap / overall cap / cap total / spend no more than / spend at most / spending at most / spending no more than / never spend more than / no more than a total of / maximum spend / maximum budget / maximum total / total max / total maximum / total limit / overall limit / cap the total at / cap total spend at / cap it at / capped at / spend up to / spending up to / spend max / spend limit of / not spend more than / hard cap / hard cap of / at most a total of / limit spending to / max outlay / total outlay / maximum investment / max investment / cap spending at / limit total spending to / limit the total to / cap my spending at / cap spend at / invest at most / use at most / invest no more than / use no more than / spending ceiling / in total at most / total at most / up to a total of / up to a maximum of / altogether at most / overall at most / not exceed a total of / limit total spend to / total spending / total spend) (LINK / AT_MOST / amount)* $amount SPENT*',
        moneyIn,
        5,
      ),

      {
        ...rule(
          'capped',
          '(max / maximum / cap / hard cap / ceiling) (of / at / : / =)* $amount',
          (m) => {
            const found = moneyIn(m)
            return found?.unit === 'percent' ? undefined : found
          },
          4,
        ),
        opens: true,
        closes: true,
      },
      rule(
        'max_spend',
        '(and / but / with / , / please / for)* TOTAL_SPEND (LINK / AT_MOST / amount)* $amount SPENT*',
        moneyIn,
        6,
      ),

      // 'Stop at 5 SOL' may as well be a price: the rest of the text decides.
      rule(
        'stop_spend',
        '(and / but / then / , )* (stop / stops / stopping / end / ending / finish / quit / halt) ' +
          '(it / there / buying / spending)? (at / after) (a total of / a / the / total)* $amount ' +
          '(in total / total / spent / overall / all in / altogether)*',
        (m) => {
          const found = m.amount as Amount
          return found.unit === 'SOL' || found.unit === 'USDC' ? found : undefined
        },
        4,
      ),
    ],
    toField: toAmountField,
    part: 'PART_BUDGET',
    keptAs: ['budget'],
    shownAs: 'budget',
    saidAsNo: true,
  },
}
