import assert from 'node:assert/strict'
import { test } from 'node:test'
import { storageKeys } from '@purser/contract/storage.ts'

class Area {
  getItem(key: string): string | null {
    return (Object.entries(this).find(([name]) => name === key)?.[1] as string | undefined) ?? null
  }
  setItem(key: string, value: string) {
    Object.assign(this, { [key]: value })
  }
  removeItem(key: string) {
    Reflect.deleteProperty(this, key)
  }
  clear() {
    for (const key of Object.keys(this)) this.removeItem(key)
  }
}
// The little of a browser that this looks at: what is set and what is removed.
const [sessionStorage, localStorage] = [new Area(), new Area()]
for (const [name, value] of Object.entries({ sessionStorage, localStorage }))
  Object.defineProperty(globalThis, name, { value, configurable: true })
const { forgetRun, howToTakeUp, keepRun, keptRun } = await import('./kept-run.ts')
const { clearLists, clearUser } = await import('#wire/storage.ts')

const run = {
  wish: {
    kind: 'distribute' as const,
    body: { sourceWalletId: 1, destinations: [{ walletId: 2, amount: '0.1' }] },
  },
  key: 'k1',
  unknown: false,
  at: 1_000,
}

test('a run is kept with its key until it is forgotten, each where it was begun', () => {
  keepRun(7, 'distribute', run)
  keepRun(7, 'gather', { ...run, key: 'k2', unknown: true })
  assert.deepEqual(keptRun(7, 'distribute'), run)
  assert.equal(keptRun(7, 'gather')?.key, 'k2')
  assert.equal(keptRun(8, 'distribute'), undefined)
  forgetRun(7, 'distribute')
  assert.equal(keptRun(7, 'distribute'), undefined)
  assert.equal(keptRun(7, 'gather')?.key, 'k2')
  forgetRun(7, 'gather')
})

test('what does not fit is dropped', () => {
  sessionStorage.setItem('distributionRun-7-gather', '{"wish":{"kind":"gather"}}')
  assert.equal(keptRun(7, 'gather'), undefined)
  assert.equal(sessionStorage.getItem('distributionRun-7-gather'), null)
})

test('nobody else finds it after a sign-in, its own user does, and a logout leaves nothing', () => {
  keepRun(7, 'distribute', run)
  clearLists(7)
  assert.equal(keptRun(7, 'distribute')?.key, 'k1')
  clearLists(8)
  assert.equal(sessionStorage.getItem('distributionRun-7-distribute'), null)
  keepRun(7, 'distribute', run)
  localStorage.setItem(storageKeys.darkMode, 'true')
  clearUser()
  assert.deepEqual([Object.keys(sessionStorage), Object.keys(localStorage)], [[], ['darkMode']])
})

test('one that began is followed, a fresh one asked for, and what nobody knows waits for the user', () => {
  assert.equal(howToTakeUp({ ...run, operationId: 'op', unknown: true }, 10 ** 9), 'resume')
  assert.equal(howToTakeUp(run, 2_000), 'ask')
  assert.equal(howToTakeUp({ ...run, unknown: true }, 2_000), 'wait')
  assert.equal(howToTakeUp(run, 1_000_000), 'wait')
})
