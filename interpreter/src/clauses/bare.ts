/**
 * '2 SOL BONK', also at a price or at the market, and however kindly: most users mean a buy and some a sale, so it is
 * asked about.
 */
import type { Bag } from './bag.ts'
import type { Role, RoleValues } from './roles.ts'

const MONEY = new Set(['SOL', 'USDC', 'USD'])
/** 'May I have', 'I take', 'I'd love', 'market in': these words ask for the token. */
const DIRECTS = new Set(
  [
    'take taking have get give gimme need want wants love fancy feel interested',
    'use using put putting in into out hook sign',
  ].flatMap((line) => line.split(' ')),
)
const DEED = /\b(?:send it|to spend|(?:trouble|bother) you for|ask(?:ing)?(?: you)? for)\b/i

export function isBare({ text, roles }: Bag): boolean {
  const directs = ({ text: word }: { text: string }, at: number): boolean =>
    DIRECTS.has(word) && !roles.some(({ from, to }) => from <= at && at < to)
  return roles.every(isNamed) && !text.words.some(directs)
}

function isNamed({ kind, value, said }: Role): boolean {
  if (kind === 'aside') return !DEED.test(said)
  if (BESIDE.has(kind)) return true
  if (kind === 'price') return (value as RoleValues['price']).limit === 'at'
  if (kind === 'asset') return (value as RoleValues['asset']).prep === ''
  const { unit, prep } = value as RoleValues['amount']
  const isPlain = prep === '' || prep === 'worth' || HELD.test(said)
  return kind === 'amount' && isPlain && MONEY.has(unit ?? '')
}
/** 'I got 2 SOL of WIF' may be a holding. */
const HELD = /^(?:i|we)(?:['’]?ve)? (?:got|have|had)\b/i
const BESIDE = new Set(['now', 'slippage', 'only', 'expiry', 'total'])
