/** The range, the levels and the spacing of a grid. */
import type { Fact, Price } from './facts.ts'
import { compare, tidy } from './decimal.ts'
import { ask, outOfRange } from './replies.ts'
import { isBare, isKey, isPercent, led, near, type Row, textOf } from './row.ts'
import type { Point, Terms } from './terms.ts'
import * as T from './token-types.ts'

export type GridTerms = { low?: Point; high?: Point; levels?: number; spacing?: 'arithmetic' | 'geometric' }

const isCount = (f: Fact) =>
  (f.is === 'amount' && f.unit === 'none') ||
  (f.is === 'bound' && led(f, T.Over) && isBare(f)) ||
  (f.is === 'count' && f.n !== '')
const never = () => false
const pointOf = (p: Price): Point =>
  p.relative === undefined ? { price: tidy(p.value) } : { relative: p.relative }
/** A plain number or dollars, with or without the word that leads it. */
const isPrice = (f: Fact | undefined): f is Fact & { is: 'amount' } =>
  f?.is === 'amount' && (f.unit === 'USD' || f.unit === 'none' || (f.unit === 'USDC' && led(f, T.To, T.At)))

export function gridOf(row: Row, terms: Terms): GridTerms {
  const grid: GridTerms = {}
  for (let i = 0; i < row.length; i++) {
    if (isKey(row[i], 'geometric', 'arithmetic')) {
      grid.spacing = isKey(row[i], 'geometric') ? 'geometric' : 'arithmetic'
      row.splice(i--, 1)
    } else if (isKey(row[i], 'even')) {
      grid.spacing ??= 'arithmetic'
      row.splice(i--, 1)
    }
  }
  levelsOf(row, grid)
  around(row, grid)
  for (let i = 0; i < row.length; i++) {
    const f = row[i]!
    if (f.is === 'bound') {
      if ([f.low, f.high].some((p) => p?.bad || p?.negative)) {
        terms.reply ??= ask('Which price range should the grid cover, in dollars above 0?')
        return grid
      }
      if ((f.low && grid.low) || (f.high && grid.high)) {
        if (!(f.low ?? f.high)?.relative)
          terms.reply ??= ask(
            'Which price range should the grid cover? The instruction names more than two prices.',
          )
      }
      const [only] = f.low && f.high ? [] : [f.low ?? f.high]
      // Against today's price it is the sign that tells the side: '10 % below' is the lower price.
      if (only?.relative !== undefined) grid[only.relative.startsWith('-') ? 'low' : 'high'] ??= pointOf(only)
      else {
        if (f.low) grid.low ??= pointOf(f.low)
        if (f.high) grid.high ??= pointOf(f.high)
      }
      if ((f.low && !f.low.usd) || (f.high && !f.high.usd)) bare(terms)
      row.splice(i--, 1)
    } else if (isKey(f, 'lower', 'upper')) {
      const v = near(
        row,
        i,
        (g) => isPrice(g),
        (g) => isKey(g, 'lower', 'upper'),
      )
      if (v < 0) continue
      const side = isKey(f, 'lower') ? 'low' : 'high'
      if (isBare(row[v]!)) bare(terms)
      grid[side] ??= { price: tidy(textOf(row[v]!)) }
      const from = Math.min(i, v)
      row.splice(from, Math.abs(v - i) + 1)
      i = from - 1
    }
  }
  pair(row, grid, terms)
  for (let i = row.length - 1; i >= 0; i--)
    if (
      isKey(
        row[i],
        'grid',
        'levels',
        'spacing',
        'lower',
        'upper',
        'around',
        'limit',
        'split',
        'slice',
        'twap',
      ) ||
      row[i]!.is === 'price' ||
      row[i]!.is === 'move' ||
      row[i]!.is === 'dash' ||
      (row[i]!.is === 'lead' && !led(row[i], T.AtMost, T.AtLeast)) ||
      row[i]!.is === 'per-order'
    )
      row.splice(i, 1)
  if (
    grid.low &&
    grid.high &&
    'price' in grid.low &&
    'price' in grid.high &&
    compare(grid.low.price, grid.high.price) > 0
  )
    [grid.low, grid.high] = [grid.high, grid.low]
  if (
    grid.low &&
    grid.high &&
    'price' in grid.low &&
    'price' in grid.high &&
    (compare(grid.low.price, '0') === 0 || compare(grid.low.price, grid.high.price) === 0)
  )
    terms.reply ??= ask(
      'Which price range should the grid cover? Its lower price must be above 0 and below the upper one.',
    )
  if (grid.levels !== undefined && !(Number.isInteger(grid.levels) && grid.levels >= 2 && grid.levels <= 200))
    terms.reply ??= outOfRange(
      `A grid has from 2 to 200 levels, not ${grid.levels}, so I have planned nothing.`,
    )
  return grid
}

const bare = (terms: Terms) => terms.assumptions.push('The prices are taken as US dollars per token.')

function levelsOf(row: Row, grid: GridTerms): void {
  const take = (i: number, v: number) => {
    const f = row[v]!
    grid.levels = Number(f.is === 'count' ? f.n : textOf(f))
    row.splice(Math.min(i, v), Math.abs(v - i) + 1)
  }
  for (let i = 0; i < row.length; i++)
    if (isKey(row[i], 'levels') && grid.levels === undefined) {
      const b = row[i - 1]
      const v = b && isCount(b) && !led(b, T.At) ? i - 1 : near(row, i, isCount, never)
      if (v >= 0) take(i, v)
      else if (isKey(row[i - 1], 'grid') && row[i - 2] && isCount(row[i - 2]!)) take(i, i - 2)
    }
  for (let i = 0; i < row.length; i++)
    if (isKey(row[i], 'grid') && grid.levels === undefined) {
      const b = row[i - 1]
      const a = row[i + 1]
      if (b && isCount(b) && b.leads.length === 0) take(i, i - 1)
      else if (b && isKey(b, 'spacing') && row[i - 2] && isCount(row[i - 2]!)) take(i, i - 2)
      else if (a && isCount(a) && led(a, T.Of)) take(i, i + 1)
      else continue
      row.push({ is: 'key', key: 'grid', leads: [], from: 0, to: 0 })
    }
  for (let i = 0; i < row.length; i++) {
    const f = row[i]!
    if (f.is === 'count' && f.n !== '' && grid.levels === undefined && !row.some((g) => g.is === 'rate')) {
      grid.levels = Number(f.n)
      row.splice(i--, 1)
    }
  }
}

/** '10 % either side', 'plus or minus 10 %', 'within 10 % of the price', '10 % below to 10 % above'. */
function around(row: Row, grid: GridTerms): void {
  for (let i = 0; i < row.length; i++) {
    const f = row[i]!
    let v = -1
    if (isKey(f, 'around')) v = near(row, i, isPercent, never)
    else if (isPercent(f) && led(f, T.In, T.Between) && f.is === 'amount') v = i
    if (v < 0) continue
    const percent = textOf(row[v]!)
    grid.low = { relative: `-${percent}` }
    grid.high = { relative: percent }
    const from = Math.min(i, v)
    row.splice(from, Math.abs(v - i) + 1)
    while (row[from]?.is === 'price' || (row[from]?.is === 'lead' && !led(row[from], T.With)))
      row.splice(from, 1)
    return
  }
}

/** '$1 to $2', 'from 1 to 2', '1 - 2': two prices that belong together. */
function pair(row: Row, grid: GridTerms, terms: Terms): void {
  if (grid.low && grid.high) return
  for (let i = 0; i < row.length; i++) {
    const a = row[i]
    const j =
      row[i + 1]?.is === 'dash' ||
      row[i + 1]?.is === 'slash' ||
      (row[i + 1]?.is === 'lead' && led(row[i + 1], T.To))
        ? i + 2
        : i + 1
    const b = row[j]
    if (!isPrice(a) || !isPrice(b)) continue
    if (
      !(
        j > i + 1 ||
        led(b, T.To, T.AtMost) ||
        led(a, T.With, T.Between) ||
        (a.unit === b.unit && row.some((f, k) => k !== i && k !== j && f.is === 'amount'))
      )
    )
      continue
    if (grid.low || grid.high) continue
    grid.low = { price: tidy(a.value) }
    grid.high = { price: tidy(b.value) }
    if (a.unit === 'none' && b.unit === 'none') bare(terms)
    row.splice(i, j + 1 - i)
    return
  }
}
