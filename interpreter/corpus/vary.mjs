/**
 * Makes further sentences of those in building.jsonl that were written by hand: other figures, tokens and limits, another
 * order of clauses, synonyms, typos, missing blanks, polite framing. A change of the text that changes the meaning
 * changes the plan with it. Run `node interpreter/corpus/vary.mjs [seed]`: it replaces the lines of writer "varied".
 */
import { readFileSync, writeFileSync } from 'node:fs'

const FILE = new URL('building.jsonl', import.meta.url)
const PER_TYPE = 46
const BESIDES = 90

let state = Number(process.argv[2] ?? 14)
/** mulberry32 */
function random() {
  state = (state + 0x6d2b79f5) | 0
  let t = Math.imul(state ^ (state >>> 15), 1 | state)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296
}
const pick = (list) => list[Math.floor(random() * list.length)]
function shuffled(list) {
  const copy = [...list]
  for (let i = copy.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    ;[copy[i], copy[j]] = [copy[j], copy[i]]
  }
  return copy
}

const isPlan = (line) => line.want.strategy_type !== undefined
const numbers = (text) => text.match(/\d+(?:[.,]\d+)*|\.\d+/g) ?? []
const escape = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const styled = (word, like) =>
  like === like.toUpperCase()
    ? word.toUpperCase()
    : like[0] === like[0].toUpperCase()
      ? word[0].toUpperCase() + word.slice(1)
      : word

/** Puts another figure in the place of one that stands in the text exactly once; null where that is not sure. */
function otherFigure(say, value, choices, before, behind) {
  const known = numbers(say)
  if (known.filter((n) => n === String(value)).length !== 1) return null
  const next = pick(choices.filter((n) => !known.includes(String(n)) && n !== value))
  const figure = escape(String(value))
  const at = new RegExp(
    `(?<![\\d.,/])${before ? `(?<=${before})` : ''}${figure}(?!\\d|[.,/]\\d|[kKmMx]\\b)${behind}`,
    'i',
  )
  // a figure is changed only where its unit stands beside it: the same figure may have another role
  return next !== undefined && at.test(say) ? { say: say.replace(at, String(next)), next } : null
}

const AMOUNTS = {
  SOL: [0.08, 0.14, 0.35, 0.6, 0.85, 1.1, 1.75, 2.4, 3.2, 4, 7.5],
  USDC: [15, 35, 55, 70, 120, 180, 240, 650],
  USD: [12, 18, 27, 65, 90, 130, 275],
  token: [150, 320, 450, 700, 1250, 3600, 8000],
}
const UNITS = {
  SOL: ['', '(?= ?sols?\\b)'],
  USDC: ['', '(?= ?usdc\\b)'],
  USD: ['\\$', ''],
  token: ['', '(?= (of )?(my )?(tokens?|wif|bonk|jup)\\b)'],
}
const AMOUNT_FIELDS = ['amount', 'amount_per_order', 'total_amount', 'amount_per_trade']
const SHARES = [3, 4, 6, 7, 9, 11, 13, 16, 17, 19, 22, 23, 26, 28]
const BASES = { wif: 'dogwifhat', bonk: null, jup: 'jupiter' }

function otherAmount(line) {
  if (line.after || !isPlan(line) || line.want.risk?.max_spend) return null
  const field = AMOUNT_FIELDS.find((name) => line.want[name])
  const { value, unit } = line.want[field] ?? {}
  if (!AMOUNTS[unit] || line.want.risk?.daily_loss_limit?.value === value) return null
  const got = otherFigure(line.say, value, AMOUNTS[unit], ...UNITS[unit])
  if (!got) return null
  return { ...line, say: got.say, want: { ...line.want, [field]: { ...line.want[field], value: got.next } } }
}

function otherShare(line) {
  if (line.after || !isPlan(line)) return null
  const within = line.want.strategy_type === 'bracket' ? line.want : line.want.risk
  const names = ['stop_loss_percent', 'take_profit_percent', 'trailing_stop_percent', 'max_drawdown_percent']
  const name = pick(names.filter((key) => within?.[key] !== undefined))
  const got = name && otherFigure(line.say, within[name], SHARES, '', '(?= ?(%|percent|pct))')
  if (!got) return null
  const changed = { ...within, [name]: got.next }
  return { ...line, say: got.say, want: within === line.want ? changed : { ...line.want, risk: changed } }
}

function otherInterval(line) {
  if (line.after || !['dca', 'rebalance'].includes(line.want.strategy_type)) return null
  const match = /\b(every|each) (\d+) ?(hours|hrs|h|minutes|mins|min|m)\b/.exec(line.say)
  const unit = match?.[3].startsWith('h') ? 3600 : 60
  if (!match || line.want.interval_seconds !== Number(match[2]) * unit) return null
  const n = pick(
    (unit === 3600 ? [3, 5, 7, 9, 11] : [12, 18, 25, 35, 50]).filter((x) => x !== Number(match[2])),
  )
  if (n * unit > (line.want.duration_days ?? Infinity) * 86_400) return null
  const say = line.say.replace(match[0], match[0].replace(match[2], String(n)))
  return { ...line, say, want: { ...line.want, interval_seconds: n * unit } }
}

/** Another known token, where the whole conversation names one only. */
function otherToken(line) {
  const texts = [...(line.after ?? []), line.say]
  const all = texts.join(' ').toLowerCase()
  const named = Object.keys(BASES).filter((s) => new RegExp(`\\b(${s}|${BASES[s] ?? s})\\b`).test(all))
  if (named.length !== 1 || (isPlan(line) && line.want.token !== named[0].toUpperCase())) return null
  const symbol = named[0]
  const next = pick(Object.keys(BASES).filter((s) => s !== symbol))
  const swap = (text) =>
    text
      .replace(new RegExp(`\\b${symbol}\\b`, 'gi'), (m) => styled(next, m))
      .replace(new RegExp(`\\b${BASES[symbol] ?? symbol}\\b`, 'gi'), (m) => styled(BASES[next] ?? next, m))
  return {
    ...line,
    say: swap(line.say),
    ...(line.after && { after: line.after.map(swap) }),
    want: isPlan(line) ? { ...line.want, token: next.toUpperCase() } : line.want,
  }
}

const WITH_RISK = ['dca', 'twap', 'grid', 'rsi', 'ma_cross', 'rebalance']
const LIMITS = [
  ['stop_loss_percent', /\bsl\b|stop|lose|lost|down\b/i, (n) => `stop loss ${n}%`, [6, 9, 13, 16, 24]],
  ['take_profit_percent', /\btp\b|profit|gain/i, (n) => `take profit ${n}%`, [22, 33, 45, 70, 90]],
  ['max_drawdown_percent', /drawdown|\bdd\b/i, (n) => `max drawdown ${n}%`, [8, 11, 14, 17, 27]],
  ['daily_loss_limit', /daily loss/i, (n, unit) => `daily loss limit ${n} ${unit}`, [21, 32, 43, 54]],
  ['cooldown_seconds', /cool/i, (n) => `cooldown ${n} minutes after a loss`, [12, 25, 40, 55]],
  ['slippage_bps', /slip|bps/i, (n) => `max slippage ${n}%`, [0.4, 1.6, 2.2, 3]],
  [
    'on_stop',
    /on stop|when|sold|keep the|sell (all|everything)/i,
    () => 'sell everything when stopped',
    [''],
  ],
]

/** One to three limits that the sentence did not have. */
function moreLimits(line) {
  if (line.after || !isPlan(line) || /\?|thank|thx|please$| or when |until/i.test(line.say)) return null
  const onlySlippage = line.want.trade_direction === 'sell' || !WITH_RISK.includes(line.want.strategy_type)
  const open = LIMITS.filter(
    ([name, said]) => !said.test(line.say) && (!onlySlippage || name === 'slippage_bps'),
  )
  if (open.length === 0) return null
  const want = structuredClone(line.want)
  let say = line.say.replace(/[.!]+$/, '')
  const unit = want.quote ?? 'SOL'
  for (const [name, , text, choices] of shuffled(open).slice(0, 1 + Math.floor(random() * 3))) {
    const n = pick(choices.filter((x) => !numbers(say).includes(String(x))))
    if (n === undefined) continue
    say += `, ${text(n, unit)}`
    if (name === 'slippage_bps') want.slippage_bps = Math.round(n * 100)
    else if (name === 'on_stop') want.on_stop = 'sell'
    else {
      const value =
        name === 'daily_loss_limit' ? { value: n, unit } : name === 'cooldown_seconds' ? n * 60 : n
      want.risk = { ...want.risk, [name]: value }
    }
  }
  return say === line.say ? null : { ...line, say, want }
}

const LIMIT =
  /^(with )?(a )?((max(imum)? )?(slippage|slip|drawdown)|stop loss|sl|take profit|tp|dd|daily loss|cool-?down|sell everything when|\d+% (sl|tp))\b[^,;:]*$/i
/** Limits at the end of a sentence, in another order, or in front. */
function otherOrder(line) {
  if (!isPlan(line) || / or | and |: |; /i.test(line.say)) return null
  const parts = line.say.split(', ')
  let from = parts.length
  while (from > 1 && LIMIT.test(parts[from - 1])) from--
  const limits = parts.slice(from)
  if (limits.length === 0 || line.say !== parts.join(', ')) return null
  const head = parts.slice(0, from).join(', ')
  if (limits.length === 1) return { ...line, say: `${limits[0].replace(/[.!]$/, '')}, ${head}` }
  return { ...line, say: [head, ...limits.slice(1), limits[0]].join(', ') }
}

const replacing = (pairs) => (line) => {
  const fits = pairs.filter(([from]) => from.test(line.say))
  if (fits.length === 0) return null
  const [from, to] = pick(fits)
  return { ...line, say: line.say.replace(from, pick(to)) }
}

const synonyms = replacing([
  [/\bstop loss\b/, ['sl', 'stop-loss', 'stoploss']],
  [/\btake profit\b/, ['tp', 'take-profit']],
  [/\bmax drawdown\b/, ['maximum drawdown', 'max dd']],
  [/\bper trade\b/, ['a trade', 'each trade', 'for each trade']],
  [/\bslippage\b/, ['slip']],
  [/\bevery hour\b/, ['each hour', 'once an hour', 'hourly']],
  [/\bevery day\b/, ['each day', 'once a day', 'daily']],
  [/(?<=\d )hours\b/, ['hrs']],
  [/(?<=\d )minutes\b/, ['mins', 'min']],
  [/(?<=\d )dollars\b/, ['usd', 'bucks']],
  [/(?<=\d )days\b/, ['d']],
  [/(?<=\d) percent\b/, ['%', ' pct', ' %']],
  [/^buy(?= \$?[\d.])/, ['purchase', 'pick up', 'get me']],
  [/^sell(?= (all|half|my|everything)\b)/, ['sell off', 'get rid of']],
  [/\busdc\b/, ['USDC', 'usd coin']],
  [/\bcandles\b/, ['bars']],
])

const typos = replacing([
  [/\bslippage\b/i, ['slipage', 'slippge']],
  [/\bbetween\b/i, ['betwen', 'beetween']],
  [/\bevery\b/i, ['evrey', 'evry']],
  [/\bhours\b/i, ['huors', 'horus']],
  [/\bminutes\b/i, ['minuets', 'mintues']],
  [/\blevels\b/i, ['levles', 'leves']],
  [/\bpercent\b/i, ['pecrent', 'precent']],
  [/\btrailing\b/i, ['trialing', 'trailng']],
  [/\brebalance\b/i, ['rebalnce', 'reblance']],
  [/\bcandles\b/i, ['candels', 'cnadles']],
  [/\bwallet\b/i, ['walet', 'wallett']],
  [/\blimit\b/i, ['limti', 'limmit']],
  [/\bprofit\b/i, ['proift', 'proffit']],
  [/\bcross\b/i, ['corss', 'croos']],
  [/\bplease\b/i, ['plz', 'pleas']],
])

const WORDS = 'one two three four five six seven eight nine ten eleven twelve'.split(' ')
function numberWord(line) {
  const match =
    /(?<![\d.,$/])\b(\d{1,2}) (?=(sol|levels|lines|orders|times|hours|days|weeks|minutes)\b)/i.exec(line.say)
  const word = match && WORDS[Number(match[1]) - 1]
  if (!word) return null
  // by place: the same digit may stand in another figure before
  return {
    ...line,
    say: line.say.slice(0, match.index) + word + line.say.slice(match.index + match[1].length),
  }
}

const spacing = replacing([
  [/(?<=\d) (?=(sol|usdc)\b)/i, ['']],
  [/(?<=\d)%/, [' %']],
  [/(?<=\d) (?=(hours|minutes|mins|hrs|days)\b)/, ['']],
  [/(?<![\d.])0\.(?=\d)/, ['.']],
  [/(?<=\b0)\.(?=\d (sol|SOL)\b)/, [',']],
])

function dollars(line) {
  // the signs of a range belong together
  if (line.say.split('$').length !== 2) return null
  const match = /(?<!-)\$(\d+(?:\.\d+)?)(?=$|[ ,;])(?! (worth|in|of|each))/.exec(line.say)
  return match
    ? { ...line, say: line.say.replace(match[0], `${match[1]} ${pick(['usd', 'dollars', 'USD'])}`) }
    : null
}

const MINT = /[1-9A-HJ-NP-Za-km-z]{32,}/
function casing(line) {
  if (MINT.test(line.say)) return null
  // '15M' would be millions
  const upper = /\d ?[mk]\b/.test(line.say) ? null : line.say.toUpperCase()
  const lower = /\dM\b/.test(line.say) ? null : line.say.toLowerCase()
  const say = pick([upper, lower])
  return say === null || say === line.say ? null : { ...line, say }
}

function withoutPunctuation(line) {
  // figures that only a comma keeps apart stay apart
  if (!/, |[.!]$/.test(line.say) || /, \S?\d|: |; |\. |sell.*, |, .*\bsell/i.test(line.say)) return null
  return { ...line, say: line.say.replace(/, /g, ' ').replace(/[.!]+$/, '') }
}

const VERB =
  /^(buy|sell|dca|twap|put|set|run|keep|hold|rebalance|trade|spread|split|swap|use|make|limit|maintain)\b/i
function framing(line) {
  if (!VERB.test(line.say) || /please|thank|thx|pls|can you|could you|\?/i.test(line.say)) return null
  const before = () => pick(['please ', 'pls ', 'can you ', 'could you ', 'hey, ', 'hi, please ', 'hello, '])
  const behind = () => pick([', please', ' please', ' thanks', ', thank you', ' thx', ', pls'])
  return { ...line, say: random() < 0.5 ? before() + line.say : line.say.replace(/[.!]+$/, '') + behind() }
}

/** Changes of the plan come first: they look for the figures as they were written. */
const MEANING = [otherToken, otherAmount, otherShare, otherInterval, moreLimits]
const WORDING = [
  otherOrder,
  synonyms,
  numberWord,
  dollars,
  typos,
  spacing,
  framing,
  withoutPunctuation,
  casing,
]

function vary(line) {
  const chosen = [
    ...MEANING.filter(() => random() < 0.45),
    ...WORDING.filter((change) => random() < (change === casing || change === typos ? 0.18 : 0.3)),
  ]
  let now = line
  let made = 0
  for (const change of chosen) {
    if (line.want.question && change !== otherToken && change !== casing && change !== withoutPunctuation)
      continue
    const next = change(now)
    if (next && next.say.length > 0) {
      now = next
      made++
    }
  }
  return made > 0 ? { ...now, who: 'varied' } : null
}

const key = ({ say, after, setting }) =>
  JSON.stringify([...(after ?? []), say, setting ?? 0])
    .toLowerCase()
    .replace(/[^a-z0-9$%.]+/g, ' ')
const written = readFileSync(FILE, 'utf8')
  .trim()
  .split('\n')
  .map((text) => JSON.parse(text))
  .filter((line) => line.who !== 'varied')
const seen = new Set(written.map(key))
const counts = {}
const varied = []
for (let round = 0; round < 4; round++)
  for (const line of shuffled(written)) {
    const type = line.want.strategy_type ?? 'besides'
    if ((counts[type] ?? 0) >= (type === 'besides' ? BESIDES : PER_TYPE)) continue
    const made = vary(line)
    if (!made || seen.has(key(made))) continue
    seen.add(key(made))
    counts[type] = (counts[type] ?? 0) + 1
    varied.push(made)
  }
writeFileSync(FILE, `${[...written, ...varied].map((line) => JSON.stringify(line)).join('\n')}\n`)
