/** Puts a row of the audit log into a sentence. Nothing is left out: details that no text has a place for follow it. */
import type { AuditDetail, AuditType } from './audit.ts'
import { figureWords } from './money.ts'
import { shortAddress } from './wallets/short-address.ts'

const WALLET = '{wallet} ({address})'

/** For each kind, the first text applies whose names are all known. */
const TEXTS: Partial<Record<AuditType, string[]>> = {
  'sign-in': ['with a code {code}'],
  'session-ended': ['{device}, from {from}', 'from {from}'],
  'sign-in-failed': ['after {tries}'],
  generate: [WALLET, '{wallets}: {names}, in the group {group}', '{wallets}: {names}'],
  import: ['{wallets} into the group {group}: {addresses}', '{wallets}: {addresses}'],
  delete: [`${WALLET}, which held {holding}`, WALLET],
  reveal: [WALLET],
  export: ['{wallets} of the group {group}, as {as}', '{wallets}, as {as}'],
  'export-list': ['{wallets} of the group {group}, as {as}', '{wallets}, as {as}'],
  'chatbot-data': ['{wallets} of the group {group}', '{wallets}'],
  guard: ['{guard}: turned {on}'],
  limits: ['{per_day} SOL per day and {per_order} SOL per order; previously {before}'],
  whitelist: ['{added}: {mint} to {wallet}'],
  'token-create': ['{symbol} ({name}, {mint}), supply in {wallet}'],
  'token-grant': ['{symbol} ({mint}) to {to}'],
  'token-revoke': ['{symbol} ({mint}) from {from}', '{symbol} ({mint}) of {of}'],
  send: ['{amount} {token} from {wallet} to {to}'],
  'payment-approve': [
    'payment {payment} of ${amount_usd}: {approved_sol} SOL approved, ${received_usd} ({received_sol} SOL) received',
  ],
  'payment-accept': [
    'payment {payment} of ${amount_usd}, {issues}: ${received_usd} ({received_sol} SOL) received',
    'payment {payment} of ${amount_usd}: ${received_usd} ({received_sol} SOL) received',
  ],
  'payment-refund': ['{amount} {token} of payment {payment} to {to}'],
  'payment-assign': ['payment {payment}: transaction {signature}'],
  webhook: ['{to}: {change}'],
  'market-speed': ['from {before}× to {speed}× real time'],
  'bot-parameters': ['group {group}, token {token}'],
  'bot-start': ['group {group}, token {token}, {wallets}'],
  'bot-stop': ['group {group}, after {trades}'],
  resolve: ['{type}, {outcome}'],
  'any-price': [
    '{agent}: {sells}, worth {worth}, for {brings} at the last quote',
    '{agent}: {sells} for {brings} at the last quote',
  ],
}

type Value = string | number | boolean
const counted = (one: string, many: string) => (n: Value) =>
  `${figureWords(Number(n))} ${Number(n) === 1 ? one : many}`
/** Details that are not shown as they stand. */
const SAID: Record<string, (value: Value) => string> = {
  wallets: counted('wallet', 'wallets'),
  tries: counted('wrong attempt', 'wrong attempts'),
  trades: counted('trade', 'trades'),
  on: (value) => (value === true ? 'on' : 'off'),
  added: (value) => (value === true ? 'added' : 'removed'),
  issues: (value) => String(value).split(' ').join(' and '),
}
/** Ids that mean nothing to a reader; they are in `auditText` and in the file. */
const IDS = new Set(['operation', 'webhook'])

/** Fields that hold addresses or signatures. Text that a user wrote may look like one, but is not in such a field. */
const ADDRESSES = new Set(['address', 'addresses', 'mint', 'signature'])
/** Fields that do so in rows of some kinds; in others they hold a name, a symbol or a mail address. */
const ADDRESSES_OF: Partial<Record<AuditType, string>> = {
  whitelist: 'wallet',
  send: 'to',
  'payment-refund': 'to',
  'bot-parameters': 'token',
  'bot-start': 'token',
}
const isAddress = (type: AuditType, name: string) => ADDRESSES.has(name) || ADDRESSES_OF[type] === name

const grouped = (value: Value): string => (typeof value === 'number' ? figureWords(value) : String(value))

function formatValue(type: AuditType, name: string, value: Value): string {
  const said = SAID[name]?.(value)
  if (said !== undefined) return said
  if (!isAddress(type, name)) return grouped(value)
  return String(value).split(' ').map(shortAddress).join(', ')
}

/** The detail in words, its addresses shortened. */
export function auditWords(type: AuditType, detail: AuditDetail): string {
  const known = new Map(
    Object.entries(detail).filter((entry): entry is [string, Value] => entry[1] !== null && entry[1] !== ''),
  )
  const namesIn = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
  const text = TEXTS[type]?.find((one) => namesIn(one).every((name) => known.has(name))) ?? ''
  const said = new Set(namesIn(text))
  const sentence = text.replace(/\{(\w+)\}/g, (_, name: string) =>
    formatValue(type, name, known.get(name) ?? ''),
  )
  const rest = [...known]
    .filter(([name]) => !said.has(name) && !IDS.has(name))
    .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${formatValue(type, name, value)}`)
  // Names of wallets and tokens stay as their owner wrote them: only our own words get a capital.
  const isOurs = text !== '' && !/^\{(wallet|symbol|device)\}/.test(text)
  const first = isOurs ? sentence.charAt(0).toUpperCase() + sentence.slice(1) : sentence
  return [first, ...rest].filter((part) => part !== '').join(', ')
}
