/** The phrases for a rest after a loss, and their reading. */
import { rules } from '../clauses/roles.ts'
import { readWords } from '../text/word-table.ts'
import type { LimitReading } from './limit.ts'

export const cooldown: LimitReading = {
  field: 'cooldown_seconds',
  name: 'cooldown',
  named: { name: 'cooldown', words: /\bcool[\s-]*(?:down|off)\b/gi, fields: ['risk.cooldown_seconds'] },
  howLong: 'How long should the cooldown be? For example 30 minutes.',
  own: {
    kind: 'cooldown',
    words: readWords(new URL('./cooldown.txt', import.meta.url)),
    rules: [
      ...rules(
        'cooldown',
        [
          '(a|the|my|with|and|then|take|use|have|please|of|for|at least|,)* COOLDOWN (LINK / at least)* $time AFTER_LOSS?',
          '(a|the|my|with|and|then|take|use|have|please|of|for|at least|,)* (COOLDOWN / PAUSE) (LINK / ' +
            'at least)* $time AFTER_LOSS',
          '(a|the|my|with|and|then|take|use|have|of)* $time (of)? (COOLDOWN) AFTER_LOSS?',
          'SETS_LIMIT (a|an|the|my|your|any|for|on)* COOLDOWN (LINK / at least)* $time AFTER_LOSS?',
          '(and)? AFTER_LOSS (, )? (COOLDOWN / PAUSE / wait / pause / rest / stop / do nothing / sit out) (LINK / at least)* $time',
          '(and)? AFTER_LOSS (a|the|,|take|with|have)* $time (of)? (COOLDOWN / break / pause / rest / ' +
            'wait / timeout / off)',
          '(and)? (COOLDOWN / PAUSE) AFTER_LOSS (of|for|:|is|=)* $time',
        ],
        ({ time }) => ({ seconds: Number(time) }),
        7,
      ),
    ],
    toField: ({ seconds }: { seconds: number }) => ({ value: Math.round(seconds) }),
    part: 'PART_COOLDOWN',
    keptAs: ['cooldown'],
    shownAs: 'cooldown, cool down',
    addsTo: true,
    readsGap: true,
  },
}
