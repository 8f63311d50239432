/** The target and the threshold of a rebalancing. */
import type { Fact } from './facts.ts'
import { compare, plus } from './decimal.ts'
import { ask } from './replies.ts'
import { after, isBare, isKey, isVerb, led, near, type Row, textOf } from './row.ts'
import type { Terms } from './terms.ts'
import * as T from './token-types.ts'

export type ShareTerms = { target?: string; threshold?: string; quote?: 'SOL' | 'USDC' }

const isShare = (f: Fact | undefined): f is Fact & { is: 'amount' } =>
  f?.is === 'amount' && f.unit === 'percent'
const isPart = (f: Fact) => isShare(f) || (f.is === 'bound' && (f.high ?? f.low)?.bad === '%')
const money = (f: Fact | undefined): 'SOL' | 'USDC' | undefined => {
  const asset = f?.is === 'amount' || f?.is === 'asset' ? f.asset : undefined
  return asset?.kind === 'SOL' || asset?.kind === 'USDC' ? asset.kind : undefined
}

export function shareOf(row: Row, terms: Terms): ShareTerms {
  const share: ShareTerms = {}
  // '60/40', '50-50'
  for (let i = 0; i < row.length; i++) {
    const [a, b] = [row[i], row[i + 2]]
    const joined = row[i + 1]?.is === 'slash' || row[i + 1]?.is === 'dash'
    if (!a || !b || !joined || !(isBare(a) || isShare(a)) || !(isBare(b) || isShare(b))) continue
    if (compare(plus(textOf(a), textOf(b)), '100') !== 0) continue
    const named =
      row.slice(i + 3).find((f) => f.is === 'asset' && f.asset.kind !== 'it') ??
      row.slice(0, i).find((f) => f.is === 'asset' && f.asset.kind !== 'it')
    const first = money(named) && !money(row[i]) ? textOf(b) : textOf(a)
    share.target = first
    row.splice(
      i,
      3,
      ...(b.is === 'amount' && b.asset
        ? [{ is: 'asset' as const, asset: b.asset, leads: [], from: b.from, to: b.to }]
        : []),
    )
    break
  }
  // The threshold stands with a word of drifting or behind a condition.
  for (let i = 0; i < row.length; i++) {
    const f = row[i]!
    if (!isKey(f, 'drift') && f.is !== 'move' && f.is !== 'condition') continue
    const fits = (g: Fact) => isPart(g) && !(isShare(g) && (g.asset || (g.wallet && isKey(row[i], 'drift'))))
    const v = isKey(f, 'drift')
      ? near(
          row,
          i,
          (g) => fits(g) || (isBare(g) && g.leads.length === 0),
          (g) => isKey(g, 'target'),
        )
      : after(row, i, (g) => fits(g))
    if (v < 0 || share.threshold !== undefined) continue
    share.threshold = textOf(row[v]!)
    const from = Math.min(i, v)
    row.splice(from, Math.abs(v - i) + 1)
    i = from - 1
  }
  const parts = row.filter(isShare)
  const others = parts.filter((f) => money(f))
  const own = parts.find((f) => !money(f)) ?? parts[0]
  if (
    parts.length === 2 &&
    others.length === 1 &&
    own &&
    compare(plus(own.value, others[0]!.value), '100') === 0
  ) {
    const kind = money(others[0])
    if (kind) share.quote = kind
  } else if (parts.length > 1 && share.threshold === undefined) {
    share.threshold = textOf(parts[1]!)
  } else if (parts.length > 1)
    terms.reply ??= ask('How many percent should the token have? The instruction names several figures.')
  if (own && share.target === undefined) share.target = own.value
  for (let i = row.length - 1; i >= 0; i--) {
    const f = row[i]!
    if (isShare(f)) {
      const keep = f.asset && f.asset.kind !== 'it' && !(money(f) && f !== own)
      row.splice(
        i,
        1,
        ...(keep ? [{ is: 'asset' as const, asset: f.asset!, leads: [], from: f.from, to: f.to }] : []),
      )
    } else if (
      isKey(
        f,
        'rebalance',
        'keep',
        'target',
        'drift',
        'rest',
        'split',
        'even',
        'around',
        'spacing',
        'levels',
      ) ||
      ['condition', 'move', 'price', 'wallet', 'slash', 'dash'].includes(f.is) ||
      (f.is === 'count' && f.n === '') ||
      f.is === 'not' ||
      (f.is === 'lead' && !led(f, T.AtMost)) ||
      isVerb(f)
    )
      row.splice(i, 1)
  }
  return share
}
