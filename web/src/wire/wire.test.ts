import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as accounts from '@purser/contract/accounts.ts'
import * as balances from '@purser/contract/balances/balances.ts'
import type { Endpoint } from '@purser/contract/endpoint.ts'
import { SERVER_DOWN_SENTENCE } from '@purser/contract/fault-texts.ts'
import { formatSentence } from '@purser/contract/faults.ts'
import * as groups from '@purser/contract/wallets/wallet-groups.ts'
import * as access from '@purser/contract/tokens/token-authorization.ts'
import * as wallets from '@purser/contract/wallets/wallets.ts'
import fc from 'fast-check'
import { faultOf, sentence } from './fault.ts'
import { newKey } from './idempotency.ts'
import { isAbnormal, moneyReconnectDelay, reconnectDelay, UNSTABLE_ATTEMPTS } from './live/live-retry.ts'
import { redactKeys } from './storage/redact.ts'
import { forLogs, forSaves, mayRetry, ordinary, retryDelay } from './retry.ts'

test('calls are retried on 5xx and network errors only, twice, logs three times', () => {
  assert.equal(mayRetry(ordinary, 0, 0), true)
  assert.equal(mayRetry(ordinary, 1, 503), true)
  assert.equal(mayRetry(ordinary, 2, 503), false)
  assert.equal(mayRetry(forLogs, 2, 500), true)
  assert.equal(mayRetry(forLogs, 3, 500), false)
  for (const status of [400, 401, 403, 404, 409, 422, 429]) assert.equal(mayRetry(ordinary, 0, status), false)
})

test('waits double from their base with up to a second of jitter', () => {
  assert.equal(retryDelay(ordinary, 0, 0), 1_000)
  assert.equal(retryDelay(ordinary, 1, 0.5), 2_500)
  assert.equal(retryDelay(forLogs, 2, 0), 8_000)
})

test('a log channel waits 2 s three times, then longer up to 30 s, never under 1 s', () => {
  for (const attempt of [1, 2, 3]) assert.equal(reconnectDelay('logs', attempt, 0.9), 2_000)
  assert.equal(reconnectDelay('logs', 4, 0.999), 3_998)
  fc.assert(
    fc.property(
      fc.integer({ min: 4, max: 500 }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (attempt, random) => {
        const wait = reconnectDelay('logs', attempt, random)
        assert.ok(wait >= 1_000 && wait <= 30_000)
      },
    ),
  )
  assert.equal(reconnectDelay('chat', 9, 0), 3_000)
  assert.equal(reconnectDelay('status', 9, 0), 5_000)
})

test('a chat message is saved again after 1, 2 and 4 s, and then no more', () => {
  assert.deepEqual(
    [0, 1, 2].map((attempt) => retryDelay(forSaves, attempt, 0.9)),
    [1_000, 2_000, 4_000],
  )
  assert.equal(mayRetry(forSaves, 2, 500), true)
  assert.equal(mayRetry(forSaves, 3, 500), false)
  assert.equal(retryDelay(forSaves, 9, 0), 5_000)
})

test('only a normal closure does not reconnect', () => {
  assert.deepEqual([1000, 1001, 1005, 1006, 1011, 1012, 3000].map(isAbnormal), [
    false,
    false,
    true,
    true,
    true,
    true,
    true,
  ])
  assert.equal(UNSTABLE_ATTEMPTS, 10)
})

test('a channel that moves funds waits 1 s, doubling, at most 30 s', () => {
  assert.deepEqual(
    [1, 2, 3, 4, 5, 6, 9].map(moneyReconnectDelay),
    [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000],
  )
})

test('secret keys are redacted, addresses are not', () => {
  const key = '5'.repeat(88)
  assert.equal(redactKeys(`Private key: ${key}.`), 'Private key: [REDACTED].')
  assert.equal(redactKeys(`[${Array.from({ length: 64 }, (_, i) => i).join(', ')}]`), '[REDACTED]')
  const address = '7GCihgDB8fe6KNjn2MYtkzZcRjQy3t9GHdC8uHYmW2hr'
  const bytes = Array.from({ length: 64 }, (_, i) => i + 100)
  for (const list of [
    `5, ${bytes.join(', ')}`,
    bytes.join(' '),
    JSON.stringify(bytes, null, 2),
    `64 [${bytes.join(' , ')}]`,
  ])
    assert.equal(redactKeys(list), '[REDACTED]')
  assert.equal(redactKeys(`key${key}x`), '[REDACTED]')
  assert.equal(redactKeys('f'.repeat(64)), '[REDACTED]')
  assert.equal(redactKeys('grid of 1, 2, 3 at 0.5'), 'grid of 1, 2, 3 at 0.5')
  assert.equal(redactKeys(`Address: ${address}`), `Address: ${address}`)
})

test('the message of the server comes first', () => {
  assert.equal(
    sentence(faultOf(400, { error: 'Email is required', code: 'email_required' }), 'x'),
    'Email is required',
  )
  assert.equal(sentence(faultOf(502, '<html>'), 'Failed to load agents.'), 'Failed to load agents.')
  assert.equal(sentence(faultOf(400, { error: 'No such thing' }), 'x'), 'No such thing')
  assert.equal(sentence(faultOf(400, { message: 'Not today' }), 'x'), 'Not today')
  assert.equal(sentence(faultOf(400, { explanation: 'Not feasible', message: '' }), 'x'), 'Not feasible')
  assert.equal(sentence(faultOf(400, {})), 'Unknown error')
  assert.match(sentence(faultOf(503, {}), 'x'), /^Server temporarily unavailable/)
  assert.equal(sentence(new TypeError('boom'), 'otherwise'), 'otherwise')
})

test('no two confirmations share a key', () => {
  assert.equal(new Set(Array.from({ length: 1_000 }, newKey)).size, 1_000)
})

test('a call that failed without a message of the server has a message of its own', () => {
  const said = (endpoint: Endpoint) => sentence(faultOf(502, '<html>', endpoint.failure))
  const sentences = {
    requestLoginCode: [accounts.requestLoginCode, 'Failed to send login code'],
    requestRegisterCode: [accounts.requestRegisterCode, 'Failed to send registration code'],
    verifyCode: [accounts.verifyCode, 'Invalid verification code'],
    listSessions: [accounts.listSessions, 'Failed to load sessions'],
    endSession: [accounts.endSession, 'Failed to end the session'],
    endSessions: [accounts.endSessions, 'Failed to end the sessions'],
    getProfile: [accounts.getProfile, 'Failed to refresh user data'],
    updateProfile: [accounts.updateProfile, 'Failed to update profile'],
    generateWallet: [wallets.generateWallet, 'Failed to generate wallet'],
    generateWalletAlias: [wallets.generateWalletAlias, 'Failed to generate wallet'],
    generateBulk: [wallets.generateBulk, 'Failed to generate wallets'],
    listWallets: [wallets.listWallets, 'Failed to fetch wallets'],
    listUngrouped: [wallets.listUngrouped, 'Failed to fetch ungrouped wallets'],
    getWallet: [wallets.getWallet, 'Failed to fetch wallet'],
    updateWallet: [wallets.updateWallet, 'Failed to update wallet'],
    deleteWallet: [wallets.deleteWallet, 'Failed to delete wallet'],
    exportWallets: [wallets.exportWallets, 'Failed to export wallets to Excel'],
    chatbotData: [wallets.chatbotData, 'Failed to fetch wallet data'],
    revealKey: [wallets.revealKey, 'Failed to fetch wallet private key'],
    getBalance: [balances.getBalance, 'Failed to fetch wallet balance'],
    listBalances: [balances.listBalances, 'Failed to fetch wallet balances'],
    createGroup: [groups.createGroup, 'Failed to create wallet group'],
    listGroups: [groups.listGroups, 'Failed to fetch wallet groups'],
    getGroup: [groups.getGroup, 'Failed to fetch wallet group'],
    updateGroup: [groups.updateGroup, 'Failed to update wallet group'],
    deleteGroup: [groups.deleteGroup, 'Failed to delete wallet group'],
    addToGroup: [groups.addToGroup, 'Failed to add wallets to group'],
    removeFromGroup: [groups.removeFromGroup, 'Failed to remove wallets from group'],
    listAuthorizableTokens: [access.listAuthorizableTokens, 'Failed to fetch your tokens'],
    authorizeToken: [access.authorizeToken, 'Failed to authorize token access'],
  } as const satisfies Record<string, readonly [Endpoint, string]>
  for (const [name, [endpoint, text]] of Object.entries(sentences)) assert.equal(said(endpoint), text, name)
  assert.equal(formatSentence('nothing_to_export', undefined), 'No wallets found to export')
  assert.equal(
    SERVER_DOWN_SENTENCE,
    'Server temporarily unavailable. The application is recovering or restarting.',
  )
})
