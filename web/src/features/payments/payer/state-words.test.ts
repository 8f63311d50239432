import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PayerView } from '@purser/contract/payments/payer.ts'
import { exact, shown, sol, usdDown, usdUp } from './amounts.ts'
import { isPayable, isSettled, issueTexts, returnLink, stateWords } from './state-words.ts'

const view = (changes: Partial<PayerView>): PayerView => ({
  reference_id: 'C'.repeat(32),
  state: 'open',
  issues: [],
  cluster: 'devnet',
  amount_usd: 10,
  received_usd: 0,
  due_usd: 10,
  recipient: 'B'.repeat(32),
  expires_at: '2026-11-23T10:00:00.000Z',
  quote: null,
  least_sol: null,
  receipts: [],
  refunds: [],
  paid_at: null,
  return_url: null,
  test_payment: false,
  now: '2026-11-22T10:00:00.000Z',
  ...changes,
})
const receipt = (changes: Partial<PayerView['receipts'][number]> = {}): PayerView['receipts'][number] => ({
  signature: 'S',
  state: 'final' as const,
  symbol: 'SOL',
  amount: 0.05,
  late: false,
  at: '2026-11-22T10:00:00.000Z',
  ...changes,
})

test('amounts to be read are grouped, amounts to be copied are not', () => {
  assert.equal(sol(10974.890628179), '10,974.890628179 SOL')
  assert.equal(shown('1234567.5'), '1,234,567.5')
  assert.equal(exact(10974.890628179), '10974.890628179')
})

test('only a final payment is called paid', () => {
  for (const state of ['open', 'arriving', 'unseen', 'partial', 'expired'] as const) {
    const { title, text } = stateWords(view({ state }))
    assert.doesNotMatch(`${title} ${text}`, /\bpaid\b/i)
  }
  assert.equal(stateWords(view({ state: 'paid' })).title, 'Paid $10.00')
})

test('who has paid and is not seen is told not to pay again', () => {
  const unseen = view({ state: 'unseen', receipts: [receipt({ state: 'unseen' })] })
  assert.match(stateWords(unseen).text, /We keep looking for it, .*Do not pay again/)
  assert.equal(isPayable(unseen), false)
})

test('what is due is never shown smaller, what arrived never larger', () => {
  const words = stateWords(view({ state: 'partial', received_usd: 3.333333, due_usd: 6.666667 }))
  assert.equal(words.title, '$6.67 still due')
  assert.equal(words.text, '$3.33 of $10.00 has arrived. Please pay the rest.')
  assert.deepEqual([usdUp('0.000001'), usdDown('0.009999')], ['$0.01', '$0.00'])
  assert.equal(exact(1e-9), '0.000000001')
})

test('each issue is said in a sentence that says who decides', () => {
  const receipts = [receipt(), receipt({ symbol: 'USDC', amount: 5 })]
  const all = view({ state: 'expired', issues: ['short', 'over', 'late', 'wrong_token'], receipts })
  const texts = issueTexts(all)
  assert.equal(texts.length, 4)
  for (const text of texts) assert.match(text, /The receiver sees this and decides/)
  assert.match(texts[3] ?? '', /^5 USDC arrived\. This link takes SOL only, so it does not count\./)
  // The heading says it.
  assert.deepEqual(issueTexts(view({ state: 'partial', issues: ['short'] })), [])
  assert.match(issueTexts(view({ state: 'paid', issues: ['short'] }))[0] ?? '', /has accepted it/)
})

test('the page asks no more once nothing can change by itself', () => {
  const refund = { symbol: 'SOL', amount: 1, tx_hash: null }
  assert.equal(isSettled(view({ state: 'paid', receipts: [receipt()] })), true)
  assert.equal(isSettled(view({ state: 'paid', receipts: [receipt({ state: 'arriving' })] })), false)
  assert.equal(isSettled(view({ state: 'paid', refunds: [refund] })), false)
  assert.equal(isSettled(view({ state: 'expired' })), false)
})

test('a link back is followed to https or to this server only', () => {
  const own = 'http://127.0.0.1:3000'
  assert.deepEqual(returnLink('https://shop.example/back?order=1', own), {
    href: 'https://shop.example/back?order=1',
    host: 'shop.example',
  })
  assert.equal(returnLink(`${own}/wallets`, own)?.host, '127.0.0.1:3000')
  for (const text of [
    null,
    '',
    'shop.example',
    'javascript:alert(1)',
    'http://shop.example',
    'data:text/html,x',
  ])
    assert.equal(returnLink(text, own), undefined)
})
