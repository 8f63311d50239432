import assert from 'node:assert/strict'
import { test } from 'node:test'
import { routeMessage } from './route-message.ts'

const idle = { active: false, hasToken: false }
const to = (text: string, situation = idle) => routeMessage(text, situation).to

test('wallet words win over trading words, in their order', () => {
  assert.deepEqual(routeMessage('Generate 5 wallets', idle), { to: 'bulk', count: 5 })
  assert.deepEqual(routeMessage('make 0 wallet', idle), { to: 'bulk', count: 0 })
  assert.equal(to('Show my wallets'), 'list_wallets')
  assert.equal(to('what is in my wallet'), 'list_wallets')
  assert.equal(to('view wallets and buy token'), 'list_wallets')
  assert.equal(to('export wallets'), 'export')
  assert.equal(to('give me an EXCEL file'), 'export')
  assert.equal(to('create a new wallet'), 'generate')
  assert.equal(to('new wallet please'), 'generate')
  for (const text of ['create a wallet group called Snipers', 'make me a group', 'new wallet group'])
    assert.equal(to(text), 'ask', text)
  assert.equal(to('generate a wallet in the group Snipers'), 'generate')
  assert.equal(to('create 3 wallets in a new group'), 'bulk')
  assert.equal(to('buy 1 SOL of WIF with my new group', { active: false, hasToken: true }), 'parse')
})

test('a share of the wallet is an instruction, not a request to list them', () => {
  assert.equal(to('keep 30% of my wallet in BONK'), 'ask')
  assert.equal(to('keep 30 percent of my wallets in BONK'), 'ask')
  assert.equal(to('rebalance my wallet to 30% BONK'), 'ask')
  assert.equal(to('buy BONK with half of my wallet', { active: false, hasToken: true }), 'parse')
  assert.equal(to('what is in my wallet'), 'list_wallets')
  assert.equal(to('my wallets'), 'list_wallets')
})

test('words inside other words do not count', () => {
  assert.equal(to('excellent'), 'ask')
  assert.equal(to('buyer beware'), 'ask')
})

test('an instruction to trade needs a token, in the text or in the settings', () => {
  assert.equal(to('Buy some crypto'), 'need_token')
  assert.equal(to('buy 0.1 SOL of BONK', { active: false, hasToken: true }), 'parse')
})

test('an active agent explains itself on instructions only', () => {
  const active = { active: true, hasToken: false }
  assert.equal(to('sell all my BONK', active), 'active')
  assert.equal(to('sell half of it', active), 'active')
  assert.equal(to('show me the last trades', active), 'ask')
  assert.equal(to('how is my strategy doing?', active), 'ask')
  assert.equal(to('what if I buy BONK', active), 'ask')
})

test('what closes a running strategy goes to the server, which answers with its button', () => {
  const active = { active: true, hasToken: false }
  for (const text of ['sell everything', 'pls sell everything now', 'sell it all'])
    assert.equal(to(text, active), 'ask', text)
})

test('number words count, and a trading instruction is none of the wallets', () => {
  assert.deepEqual(routeMessage('generate ten wallets', idle), { to: 'bulk', count: 10 })
  assert.deepEqual(routeMessage('generate me 3 wallets', idle), { to: 'bulk', count: 3 })
  const known = { active: false, hasToken: true }
  assert.equal(to('buy 0.5 SOL of BONK from my wallet', known), 'parse')
  assert.equal(to('export my wallets', known), 'export')
})

test('questions and everything else go to the server', () => {
  assert.equal(to('What is the price of this token?'), 'ask')
  assert.equal(to('hello'), 'ask')
  assert.equal(to('show options'), 'show_settings')
})

test('a transfer is read by the server, whatever it says of wallets', () => {
  assert.equal(to('send 1 SOL to all my wallets'), 'ask')
  assert.equal(to('please distribute 1000 BONK tokens equally among my wallets'), 'ask')
  assert.equal(to('gather all tokens from my wallets', { active: true, hasToken: true }), 'ask')
  assert.equal(to('split 5 SOL over 4 hours and buy tokens', { active: false, hasToken: true }), 'parse')
})
