import { rule, rules, type Rule } from '../../clauses/roles.ts'

type Found = Readonly<Record<string, unknown>>
const level = (m: Found) => ({ level: String(m.fig) })
const pair = (m: Found) =>
  Number(m.a) < Number(m.b)
    ? { buy: String(m.a), sell: String(m.b) }
    : { buy: String(m.b), sell: String(m.a) }
const IT =
  "(the|its|it|it's|rsi|index|is|goes|crosses|falls|drops|rises|climbs|moves|gets|dips|comes|" +
  'reading|value|level|turns|and|,|if|when|whenever|once|on|at|each|time|RSI|a|of|#token|my|' +
  'crossing|cross|reaches|hits|this|signal|whenever|touches|reads|shows|trades|sits|' +
  'indicator|line|pushes|every)*'
const BUY_WORD =
  '(buy / buying / get into / buy into / enter / entering / entry / entries / buys in / b / go long / long / get in / buys / open / in / long entry / buy in / purchase / accumulate / buy level / buy at / buy signal / buy trigger / entry trigger / grab / load up / scoop / ape / bid / buy line / buy threshold / buy zone / buy when / lower / lower level / low / bottom / lower band / lower threshold / add / start / get some)'
const SELL_WORD =
  '(sell / selling / get out of / exit / exits / exiting / sells in / leave / leaving / s / get out / close / out / sells / dump / dumping / take profit / long exit / sell out / unload / sell level / sell at / sell signal / sell trigger / exit trigger / sell line / sell threshold / sell zone / sell when / upper / upper level / high / top / upper band / upper threshold / offload / liquidate / cash out / let go)'
const LOW =
  '(below / under / beneath / in / < / at or below / less than / less / lower than / bellow / down to / at / to / of / : / = / falls below / drops below / drops under / crosses below / dips below / dips under / falls under / crosses under / is / through / belw / undr / sub / at most / <= / goes below / goes under / hits / reaches / down through)*'
const HIGH =
  '(above / over / in / > / at or above / more than / more / higher than / greater than / abvoe / up to / at / to / of / : / = / rises above / climbs above / crosses above / goes above / climbs over / rises over / crosses over / is / through / past / exceeds / at least / >= / tops / goes over / hits / reaches / up through / abov)*'

export const rsiRules: Rule[] = [
  rule(
    'announces',
    '(a|an|the|run|use|trade|on|by|using|with|via|start|let|have|leave|make|go)* RSI ' +
      '(decide / decides / guide / drive / run it / trade / call the trades / time it / lead / strategy / bot / indicator / ' +
      'trading / signals / signal / on / for / trader / scalper / levels / level / scalping / ' +
      'system / thresholds / setup / cross / crosses / crossing / crossings / crossover / of / ' +
      'based / reversion / method / computed / calculated / play / swing / trades / mean ' +
      'reversion)*',
    () => ({ type: 'rsi' }),
    1,
  ),
  rule(
    'announces',
    '(mean reversion / mean revert / mean reverting / oversold / overbought / oversold and overbought / overbought and oversold / oversold overbought / oversold and overbought / buy oversold (and / , / &)? sell overbought) (with / by / on / using / strategy)*',
    () => ({ type: 'rsi' }),
    2,
  ),
  ...rules(
    'rsi_length',
    [
      'RSI (with|of|a|,|length|period|lookback|using|:|=|strategy|indicator|on|window)* (length / ' +
        'period / lookback / periods / window / setting / len) (of|:|=|is|at)* $int (candles / ' +
        'periods / bars / period)?',
      '(a|the|with|on|using)* $int (period / periods / length / candle / bar / bars / candles / day?) RSI',
    ],
    (m) => ({ n: m.int }),
    5,
  ),
  rule('rsi_length', 'RSI BRACKET_OPEN $int BRACKET_CLOSE', (m) => ({ n: m.int }), 6),
  rule('rsi_length', 'RSI $int', (m) => ({ n: m.int }), 3),
  rule('rsi_length', 'RSI - $int', (m) => ({ n: m.int }), 3),
  ...rules(
    'length',
    [
      '(with|and|a|an|the|of|,|its|using)* (length / period / lookback / look back / periods / ' +
        'window / rsi length / rsi period / len / per / lookback period / lookback window / period ' +
        'length) (of|:|=|is|to|at|set)* $int (candles / periods / bars)?',
      '(with|and|a|an|the|of|using)* $int (period / periods / length / candle lookback / candles ' +
        'lookback / period length / candle length / candle period / bar lookback)',
    ],
    (m) => ({ n: m.int }),
    3,
  ),
  ...rules(
    'rsi_levels',
    [
      '(levels / thresholds / bands / level / at / with / between / of / limits / lines / using / ' +
        'zones / settings / on / bounds / threshold)* (of|at|:|=|are)* $fig:a (SLASH / and / - / , / ' +
        'to / &) $fig:b (levels / thresholds / bands / rsi / zones / lines / as levels / as ' +
        'thresholds)?',
      'RSI (levels|thresholds|of|at|:|between|bands)* $fig:a (SLASH / and / - / to / &) $fig:b',
    ],
    pair,
    2,
  ),
  rule(
    'rsi_levels',
    '(levels / at / ,)* (lo / low / lower / in) (level / band / line / threshold / limit)? (LINK)* $fig:a (, / and / SLASH)* (hi / high / upper / out) (level / band / line / threshold / limit)? (LINK)* $fig:b',
    pair,
    6,
  ),
  ...rules(
    'oversold',
    [
      `(and|,|then|to|i|want|we)* ${BUY_WORD} (it / em / in / some / me / #token / them / more)? ${IT} ` +
        `LOW_LEAD* ${LOW} (RSI)? $fig`,
      `${IT} ${LOW} (RSI)? $fig (, / : / -> / = / then / means / is / => / to / a / and / we / i / it / you / me / > / -)* (a)? ${BUY_WORD} (it / in / some)?`,
      '(and|,|the|an|with|level|threshold|below|under)* OVERSOLD (level / threshold / below / ' +
        'under / line / zone / limit)* ' +
        '(of|at|is|:|=|set|to|when|being|as|level|<|means|below|under)* $fig',
      `$fig (as|is|for|=)* (the|an)? OVERSOLD (level)?`,
      `(falls below / drops below / drops under / falls under / goes below / goes under / crosses below / crosses under / is below / is under / dips below / dips under) $fig (, / : / -> / then / =>)* ${BUY_WORD}`,
    ],
    level,
    4,
  ),
  ...rules(
    'overbought',
    [
      `(and|,|then|to|i|want|we)* ${SELL_WORD} (it / em / all / everything / some / me / #token / out / ` +
        `them / again / the position)? ${IT} HIGH_LEAD* ${HIGH} (RSI)? $fig`,
      `${IT} ${HIGH} (RSI)? $fig (, / : / -> / = / then / means / is / => / to / a / and / we / i / it / you / me / > / -)* (a)? ${SELL_WORD} (it / all / everything / out)?`,
      '(and|,|the|an|with|level|threshold|above|over)* OVERBOUGHT (level / threshold / above / ' +
        'over / line / zone / limit)* (of|at|is|:|=|set|to|when|being|as|level|>|means|above|over)* ' +
        '$fig',
      `$fig (as|is|for|=)* (the|an)? OVERBOUGHT (level)?`,
      `(rises above / climbs above / climbs over / goes above / goes over / crosses above / crosses over / is above / is over) $fig (, / : / -> / then / =>)* ${SELL_WORD}`,
    ],
    level,
    4,
  ),
  ...rules(
    'oversold',
    [
      '(buy / buying / enter) (it / in / this token / this coin / #token)? ' +
        "(when|if|says|reads|shows|signals|while|whenever|at|on|it|is|its|it's|the|rsi|once)* OVERSOLD",
    ],
    () => ({}),
    3,
  ),
  ...rules(
    'overbought',
    [
      '(sell / selling / exit) (it / out / this token / this coin / #token)? ' +
        "(when|if|says|reads|shows|signals|while|whenever|at|on|it|is|its|it's|the|rsi|once)* OVERBOUGHT",
    ],
    () => ({}),
    3,
  ),
  rule(
    'oversold',
    '(says / shows / reads / signals / prints / flashes / hits / turns / goes / gets / is) OVERSOLD (, / then / please / i)* (buy / buying / enter)',
    () => ({}),
    5,
  ),
  rule(
    'overbought',
    '(says / shows / reads / signals / prints / flashes / hits / turns / goes / gets / is) OVERBOUGHT (, / then / please / i)* (sell / selling / exit)',
    () => ({}),
    5,
  ),
  ...rules(
    'low',
    [
      "(when|if|whenever|once|it|its|it's|rsi|RSI|the|is|and|on|at)* (falls below / " +
        'drops below / drops under / falls under / goes below / goes under / crosses below / ' +
        'crosses under / is below / is under / dips below / dips under / crosses below / below / ' +
        'under / < / goes beneath / gets below / gets under) $fig',
    ],
    level,
    3,
  ),
  ...rules(
    'high',
    [
      "(when|if|whenever|once|it|its|it's|rsi|RSI|the|is|and|on|at)* (rises above / " +
        'climbs above / climbs over / goes above / goes over / crosses above / crosses over / ' +
        'is above / is over / rises over / above / over / > / gets above / gets over) $fig',
    ],
    level,
    3,
  ),
  rule('announces', '(when|whenever|if|once)', () => ({ type: 'rsi' }), 0),
]
