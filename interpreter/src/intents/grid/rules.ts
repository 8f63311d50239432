import { type Rule, rule, rules } from '../../clauses/roles.ts'

const edge = (side: 'low' | 'high') => (m: Readonly<Record<string, unknown>>) => ({
  edge: side,
  price:
    m.pct === undefined
      ? { price: String(m.price) }
      : { relative: `${side === 'low' ? '-' : ''}${String(m.pct)}` },
})
const around = (m: Readonly<Record<string, unknown>>) => ({
  below: String(m.pct ?? m.a),
  above: String(m.pct ?? m.b),
})
const bounds = (m: Readonly<Record<string, unknown>>) =>
  Number(m.a) < Number(m.b) ? { low: { price: String(m.a) }, high: { price: String(m.b) } } : undefined
const PRICE = '(price / bound / boundary / end / limit / edge / line / level)?'

export const gridRules: Rule[] = [
  rule(
    'announces',
    '(a|an|the|put|start|run|set|up|make|over|in|into|on|with|through|to|for|do)* GRID (on / for / ' +
      'with / of / bot / strategy / it / trading / orders / up)?',
    () => ({ type: 'grid' }),
    1,
  ),
  ...rules(
    'levels',
    [
      '(with|using|and|,|of|on|a|in|over|into|across|x|there|are|it|has|have|should)* $int (equal ' +
        '/ even / evenly spaced / equally spaced / arithmetic / buy and sell / price / ' +
        'grid / total)* LEVELS (in total / total / in it)?',
      '(with|and|the|a)* (number of / amount of / count of)? (LEVELS) (LINK / count / number)* $int',
      '$int GRID',
      'GRID (of / with / x)? $int (LEVELS)',
    ],
    (m) => ({ n: m.int }),
    4,
  ),
  rule(
    'levels',
    '(with|using|and|,|of|on|a|in|over|into|across)* $int ARITHMETIC (spaced / grid / price / total)* LEVELS',
    (m) => ({ n: m.int, spacing: 'arithmetic' }),
    5,
  ),
  rule('levels', 'GRID (of / x / :) $int', (m) => ({ n: m.int }), 1),
  rule('levels', '(number / count / quantity) (of grids)? (is / : / =) $int', (m) => ({ n: m.int }), 4),
  // It matches both at once: the words between a number and its noun must not be lost.
  rule(
    'levels',
    '(with|using|and|,|of|on|a|in|over|into|across)* $int GEOMETRIC (spaced / grid / price / total)* LEVELS',
    (m) => ({ n: m.int, spacing: 'geometric' }),
    5,
  ),
  ...rules(
    'spacing',
    ['(SPACES)* GEOMETRIC (LEVELS / spacing / grid / steps / intervals / distances)?'],
    () => ({ spacing: 'geometric' }),
    2,
  ),
  ...rules(
    'spacing',
    ['(SPACES)* ARITHMETIC (LEVELS / spacing / grid / steps / intervals / distances)?'],
    () => ({ spacing: 'arithmetic' }),
    2,
  ),
  rule(
    'range',
    '(at / to / on / covering / spanning / stretching / interval / price / prices / price range / reaching) (the / prices / from / : / =)? $price:a (to / - / and / until / till / up to) $price:b',
    (m) => bounds(m),
    2,
  ),
  rule('range', '(range / band / from / zone / interval)* (LINK)* $price:a SLASH $price:b', bounds, 3),
  rule('edge', `(make|the|its|a|with|and)* LOWER ${PRICE} (of|at|is|:|=|to|price)* $price`, edge('low'), 7),
  rule('edge', `(make|the|its|a|with|and)* UPPER ${PRICE} (of|at|is|:|=|to|price)* $price`, edge('high'), 7),
  rule('edge', `$price (as|for|is|at)* (the|a|its)? LOWER ${PRICE}`, edge('low'), 4),
  rule('edge', `$price (as|for|is|at)* (the|a|its)? UPPER ${PRICE}`, edge('high'), 4),
  rule(
    'edge',
    `LOWER ${PRICE} (of|at|is|:|=)* $pct (below / under / lower than / down from / less than) (the)? TODAY`,
    edge('low'),
    5,
  ),
  rule(
    'edge',
    `UPPER ${PRICE} (of|at|is|:|=)* $pct (above / over / higher than / up from / more than) (the)? TODAY`,
    edge('high'),
    5,
  ),
  ...rules(
    'around',
    [
      '(AROUND)* (in|within|a|range|of|from)* (AROUND)* $pct (AROUND) ((of / from / to / the)* TODAY)?',
      '(grid|range|band|in|a|of)* within $pct ((of / from / around / the)* TODAY)?',
      '(AROUND) (AROUND)* $pct ((of / from / around / about / the)* TODAY)?',
      '(in|within|range|of|a|from)* $pct (above and below / below and above / up and down / either ' +
        'side / each side / on each side / on either side / both sides / on both sides / either way ' +
        '/ each way / in both directions / above or below / below or above / up or down) ((of / from ' +
        '/ to / the / around)* TODAY)?',
      '(from|between|in)* - $pct:a (to / and / until / up to / SLASH / till) +? $pct:b ((of / from ' +
        '/ to / around / the / relative to)* TODAY)?',
      '(from|between|in)* $pct:a (below / under / down / lower) (TODAY)? (to / and / until / up to ' +
        '/ till) $pct:b (above / over / up / higher) ((than / of / from / the)* TODAY)?',
      '(from|between|in|the)* (range)? (TODAY)? (of)? (+ / plus) (SLASH / or / and)? (- / minus) ' +
        '$pct ((of / from / around / the)* TODAY)?',
    ],
    around,
    6,
  ),
]
