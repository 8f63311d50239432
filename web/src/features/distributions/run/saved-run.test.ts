import assert from 'node:assert/strict'
import { test } from 'node:test'
import { storageKeys } from '@purser/contract/storage.ts'
import { BrowserStorage, putGlobals } from '../../../test/browser-storage.ts'

// The parts of a browser that the storage needs.
const [sessionStorage, localStorage, window] = [new BrowserStorage(), new BrowserStorage(), new EventTarget()]
putGlobals({ sessionStorage, localStorage, window })
const { deleteRun, howToRestore, savedRun, saveRun } = await import('./saved-run.ts')
const { clearUser } = await import('#wire/storage/storage.ts')
const { claimCaches } = await import('#wire/session.ts')

const run = {
  request: {
    kind: 'distribute' as const,
    body: { sourceWalletId: 1, destinations: [{ walletId: 2, amount: '0.1' }] },
  },
  key: 'k1',
  unknown: false,
  at: 1_000,
}

test('a run is saved with its key until it is deleted, each under its place', () => {
  saveRun(7, 'distribute', run)
  saveRun(7, 'gather', { ...run, key: 'k2', unknown: true })
  assert.deepEqual(savedRun(7, 'distribute'), run)
  assert.equal(savedRun(7, 'gather')?.key, 'k2')
  assert.equal(savedRun(8, 'distribute'), undefined)
  deleteRun(7, 'distribute')
  assert.equal(savedRun(7, 'distribute'), undefined)
  assert.equal(savedRun(7, 'gather')?.key, 'k2')
  deleteRun(7, 'gather')
})

test('a run of tokens is saved as it was confirmed', () => {
  const request = {
    kind: 'token-gather' as const,
    body: {
      token_address: 'mint',
      target_wallet: '7GCihgDB8fe6KNjn2MYtkzZcRjQy3t9GHdC8uHYmW2hr',
      source_wallets: ['9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'],
      total_amount: '1.5',
      custom_amount: { '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM': '1.5' },
      close_accounts: true,
    },
  }
  saveRun(7, 'token-gather', { ...run, request })
  assert.deepEqual(savedRun(7, 'token-gather'), { ...run, request })
  deleteRun(7, 'token-gather')
})

test('a stored run of another shape is dropped', () => {
  sessionStorage.setItem('distributionRun-7-gather', '{"wish":{"kind":"gather"}}')
  assert.equal(savedRun(7, 'gather'), undefined)
  assert.equal(sessionStorage.getItem('distributionRun-7-gather'), null)
})

test('after a sign-in only its own user finds it, and a logout removes it', () => {
  saveRun(7, 'distribute', run)
  assert.equal(claimCaches('7 then'), false)
  saveRun(7, 'distribute', run)
  // The same again: a session that ended and another of the same user.
  assert.equal(claimCaches('7 then'), false)
  assert.equal(savedRun(7, 'distribute')?.key, 'k1')
  // Another user, in a document that has the first one's data in memory.
  assert.equal(claimCaches('8 then'), true)
  assert.equal(sessionStorage.getItem('distributionRun-7-distribute'), null)
  saveRun(7, 'distribute', run)
  localStorage.setItem(storageKeys.darkMode, 'true')
  clearUser()
  assert.deepEqual([Object.keys(sessionStorage), Object.keys(localStorage)], [[], ['darkMode']])
})

test('a run that began is followed, a fresh one sent again, and an unknown one waits for the user', () => {
  assert.equal(howToRestore({ ...run, operationId: 'op', unknown: true }, 10 ** 9), 'resume')
  assert.equal(howToRestore(run, 2_000), 'send')
  assert.equal(howToRestore({ ...run, unknown: true }, 2_000), 'wait')
  assert.equal(howToRestore(run, 1_000_000), 'wait')
})
