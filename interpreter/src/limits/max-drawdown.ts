/** The phrases for a limit on the fall of the value, and their reading. */
import { OF_ALL, ONCE, STOPS, WHAT_RUNS } from './patterns.ts'
import { rule, rules } from '../clauses/roles.ts'
import { readWords } from '../text/word-table.ts'
import { type LimitReading, percentIn } from './limit.ts'

export const maxDrawdown: LimitReading = {
  field: 'max_drawdown_percent',
  name: 'drawdown',
  named: {
    name: 'max drawdown',
    words: /\bdraw[\s-]*downs?\b/gi,
    fields: ['risk.max_drawdown_percent'],
  },
  own: {
    kind: 'drawdown',
    words: readWords(new URL('./max-drawdown.txt', import.meta.url)),
    rules: [
      ...rules(
        'drawdown',
        [
          '(a|the|my|our|with|and|at|or|if|when|stop|end|it|ends|stops|quit|once|exit|halt|in case of|shut ' +
            'it down|shut down|on|of|limit|in case|close|everything|bail|get ' +
            'out|out|after|stopping|ending)* DRAWDOWN (LINK / AT_MOST / max / than / more / exceeds / ' +
            'over / gets / goes / reaches / hits / passes / past / above / beyond)* $pct',
          'SETS_LIMIT (a|an|the|my|your|any|all|for|on)* (AT_MOST)* DRAWDOWN (LINK / AT_MOST / max)* $pct',
          // 'Quit the whole thing at 20 % drawdown'
          `(and / then / but / , / please)* ${STOPS} ${WHAT_RUNS} (on / upon / ${ONCE}) ${OF_ALL} DRAWDOWN (LINK / AT_MOST / max / than / more / exceeds / over / reaches / hits / passes / is)* $pct`,
          `(and / then / but / , / please)* ${STOPS} ${WHAT_RUNS} (on / upon / ${ONCE}) ${OF_ALL} $pct (max / maximum / of)? DRAWDOWN`,
          `(and / then / but / , / please)* (on / upon / ${ONCE}) ${OF_ALL} (DRAWDOWN (LINK / AT_MOST / max / than / more / exceeds / over / reaches / hits / passes / is)* $pct / $pct (of)? DRAWDOWN) (, / then / please / just)* ${STOPS} ${WHAT_RUNS}`,
          '(a|the|my|with|and|at|or|max|maximum|of|most|stop|on|everything|it|all|if|when|once|after)* ' +
            '$pct (max / maximum / of)? DRAWDOWN ' +
            '(limit / max / cap / stop / at most / maximum)?',
          '(stop / end / quit / halt / ends / stops / exit / close / stopping) (it / everything / the ' +
            'bot / trading / the strategy)? (when / if / once / after) (it / i / we / the strategy / my ' +
            'money / the value / its value / the portfolio)? (is / has / am / are)? (DOWN) (by / more ' +
            'than)* $pct (from|below|off|of|under) (its / the / my)? (peak / top / high / highest / ' +
            'highest value / best / high water mark / maximum)',
        ],
        percentIn,
        7,
      ),
      rule('drawdown', '(max|with|and)* DRAWDOWN (LINK / AT_MOST)* $fig', percentIn, 3),
    ],
    toField: ({ percent }: { percent: string }) => ({ value: Number(percent) }),
    part: 'PART_DRAWDOWN',
    keptAs: ['drawdown'],
    shownAs: 'drawdown',
    addsTo: true,
    saidAsNo: true,
  },
}
