import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Payment } from '@purser/contract/payments/payments.ts'
import {
  addressText,
  isAcceptable,
  issueTexts,
  paymentTitle,
  rateText,
  receivedText,
  refundable,
  solFour,
  sumOf,
  usdText,
} from './payment-figures.ts'

const payment = (part: Partial<Payment>) =>
  ({
    id: 3,
    amount_usd: 10,
    received_usd: 0,
    amount_sol: null,
    status: 'pending',
    issues: [],
    receipts: [],
    ...part,
  }) as unknown as Payment

test('USD and rates have two decimals and SOL four, rounded', () => {
  assert.equal(usdText('1234.5'), '$1,234.50')
  assert.equal(usdText(5.999999), '$6.00')
  assert.equal(usdText('1234567890.004'), '$1,234,567,890.00')
  assert.equal(rateText('150.314999999999'), '150.31')
  assert.equal(rateText(150.315), '150.32')
  assert.equal(solFour(0.03339999), '0.0334')
  assert.equal(solFour('1.100585586'), '1.1006')
  assert.equal(solFour('1.10054999'), '1.1005')
  assert.equal(sumOf([0.1, '0.2', '1.000000001']), '1.300000001')
  assert.equal(paymentTitle({ id: 7, amount_usd: 5 }), 'Payment #7 - $5.00 USD')
  assert.equal(addressText('7GCihgDB8fe6KNjn2MYtkzZcRjQy3t9GHdC8uHYmW2hr'), '7GCihg...W2hr')
})

test('what is missing or too much is said, however little', () => {
  const said = (received_usd: string, issue: 'short' | 'over') =>
    issueTexts(payment({ received_usd, issues: [issue] }))
  assert.deepEqual(said('4', 'short'), ['$6.00 is missing.'])
  assert.deepEqual(said('9.999999', 'short'), ['Less than $0.01 is missing.'])
  assert.deepEqual(said('12.5', 'over'), ['$2.50 more than asked for has arrived.'])
})

test('a payment that is short or late can be accepted once something counts', () => {
  assert.equal(isAcceptable(payment({})), false)
  assert.equal(isAcceptable(payment({ received_usd: 1 })), true)
  assert.equal(isAcceptable(payment({ received_usd: 1, status: 'expired' })), true)
  assert.equal(isAcceptable(payment({ received_usd: 10, status: 'paid' })), false)
  assert.equal(receivedText(payment({})), undefined)
  assert.equal(
    receivedText(payment({ received_usd: 4, amount_sol: 0.0266 })),
    'Received $4.00 (0.0266 SOL) of $10.00.',
  )
})

test('what is left to refund is exact, of any number of decimals', () => {
  assert.equal(refundable({ amount: '0.3', refunded: '0.1' }), '0.2')
  assert.equal(refundable({ amount: 1e-9, refunded: 0 }), '0.000000001')
  assert.equal(
    refundable({ amount: '123456789012.000000000000000001', refunded: 2 }),
    '123456789010.000000000000000001',
  )
  assert.equal(refundable({ amount: 1, refunded: 2 }), '0')
})
