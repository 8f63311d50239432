/** Rows of the audit log as people read them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditWords } from './audit-words.ts'
import { AUDIT_TYPES } from './audit.ts'

const ADDRESS = '33YfPm5sQGLEYDVHzPrZnGkzB5hH7tQxTQcTnMkjKJBJ'

void test('what happened is told in words, with addresses shortened and null left out', () => {
  const told = [
    auditWords('generate', { wallet: 'W59', address: ADDRESS }),
    auditWords('generate', { wallets: 3, names: 'Wallet 1 to Wallet 3', group: null }),
    auditWords('generate', { wallets: 1_000, names: 'a 1 to a 1000', group: 'Traders' }),
    auditWords('delete', { wallet: 'my purse', address: ADDRESS, holding: '2 SOL' }),
    auditWords('import', { wallets: 1, addresses: ADDRESS, group: null }),
    auditWords('guard', { guard: 'code before keys leave', on: false }),
    auditWords('whitelist', { added: true, wallet: ADDRESS, mint: ADDRESS }),
    auditWords('send', { operation: 'x-1', wallet: 'Main', to: ADDRESS, amount: 1e-7, token: 'SOL' }),
    auditWords('payment-accept', {
      payment: 7,
      amount_usd: '25',
      received_usd: '20.5',
      received_sol: '0.2',
      issues: 'short late',
    }),
    auditWords('sign-out', {}),
  ]
  assert.deepEqual(told, [
    'W59 (33Yf...KJBJ)',
    '3 wallets: Wallet 1 to Wallet 3',
    '1,000 wallets: a 1 to a 1000, in the group Traders',
    'my purse (33Yf...KJBJ), which held 2 SOL',
    '1 wallet: 33Yf...KJBJ',
    'Code before keys leave: turned off',
    'Added: 33Yf...KJBJ to 33Yf...KJBJ',
    '0.0000001 SOL from Main to 33Yf...KJBJ',
    'Payment 7 of $25, short and late: $20.5 (0.2 SOL) received',
    '',
  ])
})

void test('whatever a row holds is readable, and what no text has a place for follows it', () => {
  for (const type of AUDIT_TYPES)
    assert.match(
      auditWords(type, { from_later: 'a new fact', done: true }),
      /from later: a new fact, done: true$/,
    )
  assert.equal(auditWords('reveal', { wallet: 'A', address: ADDRESS, asked: 2 }), 'A (33Yf...KJBJ), asked: 2')
  // Braces and names in a user's text are the user's own.
  assert.equal(auditWords('reveal', { wallet: '{address} $&', address: 'x' }), '{address} $& (x)')
})

void test('a name that looks like an address stands as it was given: only an address is shortened', () => {
  const told = [
    auditWords('generate', { wallet: ADDRESS, address: ADDRESS }),
    auditWords('generate', { wallets: 2, names: `${ADDRESS} 1 to ${ADDRESS} 2`, group: ADDRESS }),
    auditWords('send', { operation: 'x-1', wallet: ADDRESS, to: ADDRESS, amount: 1, token: ADDRESS }),
    auditWords('token-create', { symbol: 'MYTK', name: ADDRESS, mint: ADDRESS, wallet: ADDRESS }),
    auditWords('bot-start', { group: ADDRESS, token: ADDRESS, wallets: 2 }),
    auditWords('payment-assign', { payment: 7, signature: ADDRESS + ADDRESS }),
  ]
  assert.deepEqual(told, [
    `${ADDRESS} (33Yf...KJBJ)`,
    `2 wallets: ${ADDRESS} 1 to ${ADDRESS} 2, in the group ${ADDRESS}`,
    `1 ${ADDRESS} from ${ADDRESS} to 33Yf...KJBJ`,
    `MYTK (${ADDRESS}, 33Yf...KJBJ), supply in ${ADDRESS}`,
    `Group ${ADDRESS}, token 33Yf...KJBJ, 2 wallets`,
    'Payment 7: transaction 33Yf...KJBJ',
  ])
})
