/** The share at which the token is kept. */
import { compare, plus } from '../../text/decimal.ts'
import type { Asset } from '../../text/names.ts'
import type { Bag } from '../../clauses/bag.ts'
import type { Asked } from '../outcome.ts'
import { missing } from './missing.ts'

type Target = { percent: string; other?: string; asset?: Asset }

/** Returns the share of the token if SOL or USDC is named with a share of its own. */
export function readTarget(bag: Bag): number | undefined | { asked: Asked } {
  const said = bag.all('target')
  const [first, second, ...more] = said.map(({ value }) => value as Target)
  for (const role of said) bag.mark(role, 'target_percent')
  let percent: string | undefined = first?.percent
  if (more.length > 0) return missing.sum()
  if (first && second) {
    if (compare(plus(first.percent, second.percent), '100') !== 0) return missing.sum()
    const [one, two] = said.map((role) => (role.value as Target).asset ?? assetAfter(bag, role))
    const ofSecond = (isStable(one) && !isStable(two)) || (one?.kind === 'USDC' && two?.kind === 'SOL')
    if (ofSecond) percent = second.percent
  }
  // '40/60 sol/wif': the first share belongs to the first name.
  const [named, other] = bag.roles.filter(({ kind }) => kind === 'asset') as unknown as {
    value: { asset: Asset }
  }[]
  if (first?.other !== undefined && isStable(named?.value.asset) && other?.value.asset.kind === 'token')
    percent = first.other
  if (percent === undefined) {
    const [share] = bag.all('amount')
    if (share?.value.unit !== 'percent' && share?.value.unit !== 'none') return undefined
    if (!share || bag.all('amount').length > 1) return undefined
    bag.mark(share, 'target_percent')
    percent = share.value.value
  }
  const n = Number(percent)
  return n > 0 && n < 100 ? n : missing.target()
}
const isStable = (asset: Asset | undefined) => asset?.kind === 'SOL' || asset?.kind === 'USDC'
/** '90 % SOL': the token that follows its share. */
const assetAfter = (bag: Bag, role: Bag['roles'][number]): Asset | undefined => {
  const next = bag.roles[bag.roles.indexOf(role) + 1]
  return next?.kind === 'asset' ? (next.value as { asset: Asset }).asset : undefined
}
