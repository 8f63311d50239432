/** The captures of patterns: figures, percentages, prices, times, tokens, amounts. */
import { plus, times } from '../text/decimal.ts'
import { type Figure, figuresAt, isNumberWord, withHalf } from '../text/figures.ts'
import { type Asset, toAsset } from '../text/names.ts'
import { spansAt, unitSeconds } from '../text/times.ts'
import { inusdc, signed, unsigned, worldly } from './other-readers.ts'
import { type Compiler, compile } from './pattern.ts'
import type { Amount } from './roles.ts'
import type { Found, Reader, Text } from './text.ts'

/** 'm' is a million beside a token ('2.5m BONK') and minutes anywhere else; a capital M is always a million. */
function figures(text: Text, at: number): Figure[] {
  return figuresAt(text.words, at).filter(({ suffix, to }) => {
    if (suffix !== 'm' || text.written(to - 1, to) === 'M') return true
    return (
      !text.hasCharts && (text.read('token', to).length > 0 || MILLIONS_OF.has(text.words[to]?.text ?? ''))
    )
  })
}
const MILLIONS_OF = new Set([
  'of',
  'tokens',
  'token',
  'coins',
  'worth',
  'dollars',
  'usd',
  'bucks',
  'units',
  'my',
])

/** Not if a unit follows that makes it something else: the 15 of '15 minute candles', the 5 of '5 %'. */
const standsAlone = (text: Text, to: number): boolean => {
  const next = text.words[to]
  if (next === undefined) return true
  // 'b<35 s>65': this 's' is no second.
  if (next.text === 's' && COMPARES.has(text.words[to + 1]?.text ?? '')) return true
  return next.kind === 'word'
    ? unitSeconds(next.text) === undefined && !UNITS.has(next.text)
    : next.text !== '%'
}
const COMPARES = new Set(['<', '>', '<=', '>='])
const UNITS = new Set(['percent', 'pct', 'bps', 'bp', 'basis', 'procent', 'prct', 'perc'])
/** Not if SOL or USDC follow: the 0.1 of 'buy 0.1 SOL' is no level and no price. */
const isLone = (text: Text, to: number): boolean =>
  standsAlone(text, to) && !text.read('token', to).some(({ value }) => (value as Asset).kind !== 'token')
const anyFig: Reader = (text, at) => figures(text, at).map(({ value, to }) => ({ value, to }))
const fig: Reader = (text, at) => text.read('anyfig', at).filter(({ to }) => isLone(text, to))
/** A number that is no bare part of a whole: 'half of my WIF' is a share, not 0.5 WIF. */
const num: Reader = (text, at) =>
  figures(text, at).flatMap(({ value, to, fraction }) =>
    fraction || !standsAlone(text, to) || isGrand(text, to) ? [] : [{ value, to }],
  )
/** 'Two grand of BONK' is dollars, '2 grand USDC' is not; '2 grand BONK' may be either. */
const isGrand = (text: Text, to: number): boolean =>
  text.words[to - 1]?.text === 'grand' &&
  !text.read('token', to).some(({ value }) => (value as Asset).kind !== 'token')
/** The same without a lone 'one', which mostly is no number ('this one', 'one order'). */
const bare: Reader = (text, at) =>
  num(text, at).filter(({ to }) => isLone(text, to) && (to > at + 1 || text.words[at]?.text !== 'one'))
/** A figure that is no share: 'half' is no price. */
const whole: Reader = (text, at) =>
  figures(text, at).flatMap(({ value, to, fraction }) =>
    fraction || !isLone(text, to) ? [] : [{ value, to }],
  )
/** A whole number that is no share. */
const anyInt: Reader = (text, at) =>
  figures(text, at)
    .filter(({ value, fraction }) => !fraction && /^\d+$/.test(value))
    .map(({ value, to }) => ({ value, to }))
const int: Reader = (text, at) => text.read('anyint', at).filter(({ to }) => isLone(text, to))
const time: Reader = (text, at) => spansAt(text.words, at).map(({ seconds, to }) => ({ value: seconds, to }))
const unit: Reader = (text, at) => {
  const word = text.words[at]
  const seconds = word?.kind === 'word' ? unitSeconds(word.text) : undefined
  return seconds === undefined ? [] : [{ value: seconds, to: at + 1 }]
}
const ORDINALS: Record<string, number> = {
  other: 2,
  second: 2,
  '2nd': 2,
  third: 3,
  fourth: 4,
  fifth: 5,
  sixth: 6,
  tenth: 10,
}
const ordinal: Reader = (text, at) => {
  const n = ORDINALS[text.words[at]?.text ?? '']
  return n === undefined ? [] : [{ value: n, to: at + 1 }]
}

/**
 * A symbol that is an ordinary word counts only where a token is named: after '$', after an amount's 'of', or written
 * as a symbol, 'ALL', in a text that is not all in capitals.
 */
const isWrittenAsSymbol = (text: Text, at: number, asset: Asset): boolean => {
  if (asset.kind !== 'token' || asset.symbol === undefined) return true
  const written = text.written(at, at + 1)
  return (
    !text.isOrdinary(written.toLowerCase()) ||
    (!text.isShouted && written === asset.symbol && /\p{Lu}/u.test(written)) ||
    isLedAsToken(text, at)
  )
}
/** 'Buy 20 bucks of send', 'put 0.2 SOL into w', 'the price of pump': neither 'for me' nor 'half of my'. */
function isLedAsToken({ words }: Text, at: number): boolean {
  const [word, lead] = [words[at]?.text ?? '', words[at - 1]]
  if (lead?.text === '$') return words[at]?.glued === true
  if (!LEADS.has(lead?.text ?? '') || NO_NAMES.has(word) || (lead?.text === 'for' && word === 'me'))
    return false
  const next = words[at + 1]
  if (next?.kind === 'number' || (next && PARTS_OF.has(next.text))) return false
  const before = words.slice(Math.max(0, at - REACH), at - 1)
  return before.some(({ kind, text }) => kind === 'number' || isNumberWord(text) || COUNTED.has(text))
}
const LEADS = new Set(['of', 'into', 'for'])
/** The words between a figure and its token: '20 bucks of', 'a quarter of a SOL of'. */
const REACH = 6
const COUNTED = new Set([
  '$',
  '%',
  'price',
  'value',
  'worth',
  'some',
  'sol',
  'usdc',
  'half',
  'quarter',
  'third',
  'all',
])
const NO_NAMES = new Set(
  'a an the my our your its it them this that these those all each every any some us now one time times'.split(
    ' ',
  ),
)
/** 'For long term', 'of all my': the word belongs to the next one. */
const PARTS_OF = new Set(['my', 'the', 'of', 'term', 'time', 'price', 'it', 'them'])

/** A token by address, symbol or name. */
const token: Reader = (text, at) => {
  const word = text.words[at]
  if (!word) return []
  if (word.text === '$' || word.text === '#')
    return text.words[at + 1]?.glued ? text.read('token', at + 1) : []
  if (word.kind === 'mint') {
    const symbol = text.names.symbolOf(word.text)
    return [{ value: toAsset(word.text, symbol), to: at + 1 }]
  }
  return (text.names.byFirst.get(word.text) ?? []).flatMap(({ words, asset }): Found[] =>
    words.every((one, i) => text.words[at + i]?.text === one) &&
    (words.length > 1 || isWrittenAsSymbol(text, at, asset))
      ? [{ value: asset, to: at + words.length }]
      : [],
  )
}
/** Below this a figure can only be a price: nobody counts, waits or spends 0.00003. */
const tiny: Reader = (text, at) =>
  text.words[at]?.kind === 'number' && Number(text.words[at]?.text) < 0.001 ? whole(text, at) : []
/** Returns the `value` of the first result of each pattern that matches. */
function readerOf(
  compiler: Compiler,
  shapes: [string, (found: Readonly<Record<string, unknown>>) => unknown][],
): Reader {
  const patterns = shapes.map(([source, value]) => ({ pattern: compile(source, compiler), value }))
  return (text, at) =>
    patterns.flatMap(({ pattern, value }) =>
      pattern.match(text, at).flatMap(({ to, captures }) => {
        const made = value(captures)
        return made === undefined ? [] : [{ value: made, to }]
      }),
    )
}

const text = (value: unknown): string => String(value)
const TENS = /^[1-9]\d$/
const asset = (value: unknown): Asset => value as Asset
const amountIn = (value: unknown, of: Asset): Amount =>
  of.kind === 'SOL'
    ? { value: text(value), unit: 'SOL' }
    : of.kind === 'USDC'
      ? { value: text(value), unit: 'USDC' }
      : { value: text(value), unit: 'token', asset: of }
const shareOf = (value: unknown, of?: unknown): Amount => ({
  value: times(text(value), '100'),
  unit: 'percent',
  ...(of === undefined ? {} : { asset: asset(of) }),
})

/** The readers by the name that patterns use, in the order in which they build on each other. */
export function addReaders(readers: Map<string, Reader>, compiler: Compiler): void {
  for (const [name, reader] of Object.entries({
    anyfig: anyFig,
    anyint: anyInt,
    fig,
    whole,
    num,
    bare,
    int,
    time,
    unit,
    ordinal,
    token,
    worldly,
    tiny,
    signed,
    unsigned,
    inusdc,
  }))
    readers.set(name, reader)
  const add = (name: string, shapes: Parameters<typeof readerOf>[1]) =>
    readers.set(name, readerOf(compiler, shapes))
  readers.set('part', (of, at) =>
    figures(of, at).flatMap(({ value, to, fraction }) => (fraction ? [{ value, to }] : [])),
  )
  /** 'and a half' after a unit. */
  readers.set('half', (of, at) => {
    const found = withHalf(of.words, at, [])
    return found ? [{ value: found.value, to: found.to }] : []
  })
  add('matter', [
    ['(MINE / PERSONS)* (new / old / little / small / big / own / first / next)* PURPOSE', () => ''],
    ['(MINE / PERSONS) (MINE / PERSONS)* PURPOSE #worldly', () => ''],
    [
      '(MINE / PERSONS) (MINE / PERSONS)* (new / old / little / small / big / own / first / next)* #worldly #worldly?',
      () => '',
    ],
  ])
  add('pct', [
    ['(+ / plus)? $anyfig PERCENT', (m) => text(m.anyfig)],
    ['(- / minus / negative) $anyfig PERCENT', (m) => text(m.anyfig)],
  ])
  add('usd', [
    ['$ $anyfig', (m) => text(m.anyfig)],
    ['$ $anyfig USD', (m) => text(m.anyfig)],
    // 'Seven and a half dollars' is no half dollar.
    ['$num USD', (m) => text(m.num)],
    ['$part (of a)? usd', (m) => text(m.part)],
    ['(a / one) dollar|buck (and? $part)?', (m) => plus('1', text(m.part ?? '0'))],
    ['a dollar|buck and? $anyint:c cents?', (m) => (TENS.test(text(m.c)) ? `1.${text(m.c)}` : undefined)],
    ['$part (of)? (a|an)? dollar|buck', (m) => text(m.part)],
    ['$anyfig CENTS', (m) => times(text(m.anyfig), '0.01')],
    [
      '$anyfig dollar|dollars|buck|bucks and? $anyfig:c cents?',
      (m) => plus(text(m.anyfig), times(text(m.c), '0.01')),
    ],
  ])
  const inSigns = readers.get('usd')!
  // 'A grand' means dollars, if it counts nothing else.
  readers.set('usd', (of, at) => [
    ...inSigns(of, at).filter(({ to }) => !isSignOfNext(of, to)),
    ...figures(of, at).flatMap(({ value, to }) =>
      isGrand(of, to) && of.read('token', to).length === 0 ? [{ value, to }] : [],
    ),
  ])
  add('price', [
    ['$usd', (m) => text(m.usd)],
    ['$unsigned', (m) => text(m.unsigned)],
    ['$inusdc', (m) => text(m.inusdc)],
  ])
  add('asset', [
    ['$token', (m) => m.token],
    ['IT', () => ({ kind: 'it' })],
  ])
  add('held', [
    ['OWN* $token HELD*', (m) => m.token],
    ['of? OWN* IT HELD*', () => ({ kind: 'it' })],
    ['OWN* HELD HELD* (of|in $token)?', (m) => m.token ?? { kind: 'it' }],
    ['HELD* (of|in) OWN* $token', (m) => m.token],
    ['OWN* $token that? HELD (in my? wallet|wallets)?', (m) => m.token],
  ])
  add('amount', [
    ['$usd', (m) => ({ value: text(m.usd), unit: 'USD' })],
    ['$bare', (m) => ({ value: text(m.bare), unit: 'none' })],
    ['$num of? (my|the|our)? $token', (m) => amountIn(m.num, asset(m.token))],
    ['$num (a|of)? OWN* $token (tokens|coins|token|coin|units)?', (m) => amountIn(m.num, asset(m.token))],
    ['$num (of (a / an))? $token', (m) => amountIn(m.num, asset(m.token))],
    [
      '$num of? OWN* (tokens / token / coins / coin / units / pieces / of these / of those / of them / of it)',
      (m) => amountIn(m.num, { kind: 'it' }),
    ],
    ['$num (tokens|token|coins|coin|units) of OWN* $token', (m) => amountIn(m.num, asset(m.token))],
    ['$num (of)? this|these|those token|tokens|coin|coins?', (m) => amountIn(m.num, { kind: 'it' })],
    ['(a / an / one single) $token', (m) => singleOf(asset(m.token))],
    ['(a / an / one) $token $half', (m) => amountIn(plus('1', text(m.half)), asset(m.token))],
    ['$num $token $half', (m) => amountIn(plus(text(m.num), text(m.half)), asset(m.token))],
    ['$part (of)? (a|an)? $token', (m) => stableIn(m.part, asset(m.token))],
    ['$part (of)? $held', (m) => shareOf(m.part, m.held)],
    ['$part', (m) => shareOf(m.part)],
    ['the? $part of (that / it / the lot / everything / all of it)', (m) => shareOf(m.part, { kind: 'it' })],
    ['$pct', (m) => ({ value: text(m.pct), unit: 'percent' })],
    ['$pct of? $held', (m) => ({ value: text(m.pct), unit: 'percent', asset: asset(m.held) })],
    [
      '$pct (of|from) (all|everything)? of? $held',
      (m) => ({ value: text(m.pct), unit: 'percent', asset: asset(m.held) }),
    ],
    [
      '(my|the|our)? (of my|of)? (whole|entire|full|complete|remaining) (of my)? $token HELD*',
      (m) => ({ value: '100', unit: 'percent', asset: asset(m.token) }),
    ],
    [
      '(my|the|our)? (whole|entire|full|complete) HELD HELD* (of|in)? OWN* $token?',
      (m) => ({ value: '100', unit: 'percent', ...(m.token ? { asset: asset(m.token) } : {}) }),
    ],
    ['(go|going|goes|went)? all in (on|into|with)?', () => ({ value: '100', unit: 'percent', all: true })],
    ['ALL', () => ({ value: '100', unit: 'percent' })],
    [
      '(every / each / whatever / any) (single / last)* (piece of / bit of)? $token (that)? (i / we) (still)? (own / have / hold) (left / remaining / over)?',
      (m) => ({ value: '100', unit: 'percent', asset: asset(m.token) }),
    ],
    ['ALL (of|in)? OWN* $held', (m) => ({ value: '100', unit: 'percent', asset: asset(m.held) })],
    [
      'ALL HELD HELD* (of|in)? OWN* $token?',
      (m) => ({ value: '100', unit: 'percent', ...(m.token ? { asset: asset(m.token) } : {}) }),
    ],
  ])
}

/** In '300 $1.2' the sign belongs to the second figure. */
function isSignOfNext(of: Text, to: number): boolean {
  const [sign, next] = [of.words[to - 1], of.words[to]]
  if (sign?.text !== '$' || next?.kind !== 'number') return false
  return next.glued && !sign.glued
}

/** 'a SOL' is one; 'a BONK' is no amount. */
const singleOf = (of: Asset): Amount | undefined =>
  of.kind === 'SOL' || of.kind === 'USDC' ? amountIn('1', of) : undefined
/** 'half a SOL' is half of one; 'half my WIF' half of the holding. */
const stableIn = (value: unknown, of: Asset): Amount | undefined =>
  of.kind === 'SOL' || of.kind === 'USDC' ? amountIn(value, of) : shareOf(value, of)
