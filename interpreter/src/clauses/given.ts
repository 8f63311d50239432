/** Tells whether the user gives the token rather than gets it: 'get 2 SOL from JUP', 'use 300 WIF to buy SOL'. */
import { type Base, getName } from '../text/names.ts'
import type { Bag } from './bag.ts'
import type { Role, Verb } from './roles.ts'
import { type Named, STABLE } from './side.ts'

export const PAID = new Set([
  'with',
  'using',
  'from',
  'against',
  'versus',
  'vs',
  'via',
  'paying',
  'out',
  'paid',
  'funded',
])
export const FOR = new Set(['for', 'into', 'to'])
export const DIRECTED = new Set(['for', 'to', 'into', 'onto', 'in', 'and', 'against', 'on'])

/**
 * 'Get 2 SOL from JUP', 'give me 2 SOL for WIF', 'use 300 WIF to buy SOL', 'get 300 WIF into SOL': the user may give
 * the token, and these verbs do not tell.
 */
export function isGiven(bag: Bag, token: Base, named: Named[], amount: Role<'amount'> | undefined): boolean {
  const tokens = named.filter(({ asset, role }) => asset.kind === 'token' && role.kind === 'asset')
  const verbs = bag.roles.filter(({ kind }) => kind === 'verb')
  const said = verbs.map((role) => role.said)
  const buys = said.some((words) => BUYING.test(words))
  const money = ['SOL', 'USDC', 'USD'].includes(amount?.value.unit ?? '')
  if (money && !buys && tokens.some(({ role }) => TAKEN_FROM.test(role.said))) return true
  if (money && !buys && /\bout$/i.test(amount?.said ?? '') && tokens.some(({ lead }) => lead === 'of'))
    return true
  if (
    money &&
    tokens.some(({ lead }) => lead === 'for') &&
    said.length > 0 &&
    said.every((one) => GETS.test(one))
  )
    return true
  if (tokens.some(({ lead }) => lead === 'against') && said.some((one) => /\bbet/i.test(one))) return true
  const uses = verbs.find((role) => /\b(?:use|using|spend|spending)$/i.test(role.said))
  if (uses && tokens.some(({ role }) => role.from === uses.to)) return true
  // 'Drip JUP into SOL', also without an amount, or with a share
  const isOpen = !amount || (amount.value.unit === 'percent' && !amount.value.asset)
  const goesTo = named.some(isMoneyGot) && !tokens.some(({ lead }) => DIRECTED.has(lead))
  if (goesTo && (money || (isOpen && tokens.length > 0))) return true
  // 'Buy 2 SOL with WIF', 'buy SOL for 300 WIF'
  const isPlain = amount?.value.prep === '' && amount.value.unit !== 'USD'
  if (isPlain && money && tokens.some(({ lead }) => lead === 'with' || lead === 'using')) return true
  if (
    isPlain &&
    money &&
    said.some((one) => /\b(?:buy|purchase)\b/i.test(one)) &&
    tokens.some(({ lead }) => lead === 'for')
  )
    return true
  const got = named.some(
    ({ asset, role, lead }) => STABLE.has(asset.kind) && role.kind === 'asset' && !LED.has(lead),
  )
  if (amount?.value.unit === 'token' && FOR.has(amount.lead) && got) return true
  // 'Stack SOL with my JUP, 10 JUP a day'
  if (got && tokens.some(({ lead }) => PAID.has(lead))) return true
  const of = amount?.value.asset as Base | undefined
  // 'Buy SOL with half my JUP'
  if (got && of !== undefined && getName(of) === getName(token) && amount?.value.prep === 'with') return true
  const counted = amount?.value.unit === 'token' && (of === undefined || getName(of) === getName(token))
  return counted && (amount.value.prep === 'with' || named.some(isMoneyGot))
}
const LED = new Set([...PAID, 'of', 'for', 'to', 'into', 'in', 'on', 'onto'])
const isMoneyGot = ({ asset, role, lead }: Named): boolean =>
  STABLE.has(asset.kind) && role.kind === 'asset' && (lead === 'into' || lead === 'to' || lead === 'onto')
const GETTING = new Set(['take', 'make', 'it', 'that', 'have', 'at', 'be', 'grab'])
const BUYING = /\b(?:buy|buying|bought|purchas|invest|dca|put|ape|accumulat|acquir)/i
const TAKEN_FROM = /^(?:from|out of|off)\b/i
const GETS = /\b(?:get|get me|give me|give us|want|need|like)\b/i

/** 'Take 20 % WIF', 'make it 40 % WIF': into it, or out of it. */
export function isUnsaid(bag: Bag, amount: Role<'amount'> | undefined, verbs: Set<Verb>): boolean {
  const led = bag.text.words[(amount?.from ?? 0) - 1]?.text ?? ''
  return verbs.size === 0 && GETTING.has(led)
}
