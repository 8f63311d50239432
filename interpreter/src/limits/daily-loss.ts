/** The phrases for a limit on the loss of one day, and their reading. */
import { rules } from '../clauses/roles.ts'
import { readWords } from '../text/word-table.ts'
import { type LimitReading, moneyIn, stateAmount, toAmountField } from './limit.ts'

const DAY_STOP =
  '(stop / end / quit / halt / ends / stops / stopping / exit / shut down / shut it down / pause / do not / never / not / ' +
  "don't / dont / at most / max / no more than / allowed / cease / terminate / finish / limit / kill it / turn it off)"
const DAY_LEAD =
  '(and / but / or / if / when / once / after / it / i / we / the bot / for the day / please / should / can / may / ' +
  'let me / to / want / more / than / over / of / everything / trading / buying / selling / whenever / as soon as)'
const DAY_LOSS =
  'LOSE (at most / max / more than / no more than / over / up to / not more than / above / than)* $amount (or more)? (A_DAY)'

export const dailyLoss: LimitReading = {
  field: 'daily_loss_limit',
  name: 'daily loss',
  named: {
    name: 'daily loss limit',
    words:
      /\bdaily[\s-]+loss|\bloss(?:es)?\b[^.;,]{0,25}\b(?:(?:a|per|each|every) day|daily)|\b(?:lose|losing)\b[^.;,]{0,25}\b(?:(?:a|per|each|every) day|daily)/gi,
    fields: ['risk.daily_loss_limit'],
  },
  howMuch: stateAmount('daily loss limit'),
  own: {
    kind: 'daily_loss',
    words: readWords(new URL('./daily-loss.txt', import.meta.url)),
    rules: [
      ...rules(
        'daily_loss',
        [
          '(a|the|my|with|and|of|limit|max)* DAILY_LOSS (LINK / AT_MOST / limit / max / of / cap)* $amount',
          '$amount (max / maximum)? DAILY_LOSS (limit / max / cap / at most)?',
          // 'Buy if it drops 5 % today' is a condition: only an end or a prohibition is a limit.
          `${DAY_LEAD}* ${DAY_STOP} (${DAY_LEAD} / ${DAY_STOP})* ${DAY_LOSS}`,
          'SETS_LIMIT (a|an|the|my|your|any|all|for|on)* (AT_MOST)* DAILY_LOSS ' +
            '(LINK / AT_MOST / limit / max / of / cap)* $amount',
          `${DAY_LEAD}* ${DAY_LOSS} (, / then / please / it / just / - / -> / : / it should / must)* ${DAY_STOP}`,
          '(no more than / at most / not more than / max / maximum / up to) $amount (of|in|as)? (loss ' +
            '/ losses / lost) A_DAY',
          '(lose / losing / loss) (no more than / at most / not more than / max / maximum / up to) $amount A_DAY',
          '$amount (of|max|maximum|in)? (loss / losses / loss limit / max loss / lost) (limit / cap / ' +
            'at most / max)? A_DAY',
          '(losses / loss) (A_DAY) (of|to|at|limited|limit|max|capped|at most|are|is)* $amount',
        ],
        moneyIn,
        8,
      ),
    ],
    toField: toAmountField,
    part: 'PART_DAILY',
    keptAs: ['daily loss', 'daily loss limit'],
    saidAsNo: true,
  },
}
