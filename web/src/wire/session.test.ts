import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SESSION_ENDED_SENTENCE, SIGNED_OUT_SENTENCE } from '@purser/contract/fault-texts.ts'
import { getProfile } from '@purser/contract/accounts.ts'
import { BrowserStorage, putGlobals } from '../test/browser-storage.ts'

let loads = 0
const window = Object.assign(new EventTarget(), { location: { reload: () => void loads++ } })
const [localStorage, sessionStorage] = [new BrowserStorage(), new BrowserStorage()]
putGlobals({ sessionStorage, localStorage, window })
const { beginSession, claimCaches, clearSession, endReason, endSession, followTabs, onSession, token } =
  await import('./session.ts')
const { call } = await import('./api.ts')
onSession(() => {})

/** Makes a change in another tab, and notifies this one of it. */
function elsewhere(change: () => void) {
  change()
  const event = Object.assign(new Event('storage'), { key: 'token', newValue: localStorage.getItem('token') })
  window.dispatchEvent(event)
}

test('the caches of a user go when another signs in, and stay when the same one does', () => {
  claimCaches('1 then')
  beginSession('one')
  localStorage.setItem('agentDraft-7', 'typed')
  sessionStorage.setItem('agentWaiting-7', '{}')
  endSession()
  assert.deepEqual(
    [token(), endReason(), localStorage.getItem('token')],
    [null, SESSION_ENDED_SENTENCE, null],
  )
  assert.equal(claimCaches('1 then'), false)
  beginSession('one again')
  assert.deepEqual([endReason(), localStorage.getItem('agentDraft-7')], [undefined, 'typed'])
  // The same number in another database.
  assert.equal(claimCaches('1 later'), true)
  assert.deepEqual(Object.keys(localStorage), ['token', 'cachesOf'])
  // The owner, and nothing else.
  assert.deepEqual({ ...sessionStorage }, { keptOf: '"1 later"' })
})

test('a refused token ends its own session and none that began since', () => {
  beginSession('new')
  endSession('old')
  assert.equal(token(), 'new')
  localStorage.setItem('token', 'newer')
  endSession('new')
  assert.deepEqual([token(), localStorage.getItem('token')], ['newer', 'newer'])
  // A logout in another tab, which the server reports before the browser does.
  const owner = localStorage.getItem('cachesOf') ?? ''
  localStorage.clear()
  endSession('newer')
  assert.deepEqual([token(), endReason()], [null, SIGNED_OUT_SENTENCE])
  Object.assign(localStorage, { cachesOf: owner, token: 'newest' })
  followTabs()
  assert.equal(token(), 'newest')
})

test('a logout in another tab is told apart from a session that ended', () => {
  elsewhere(() => localStorage.removeItem('token'))
  assert.deepEqual([token(), endReason()], [null, SESSION_ENDED_SENTENCE])
  elsewhere(() => localStorage.setItem('token', 'back'))
  assert.deepEqual([token(), endReason()], ['back', undefined])
  sessionStorage.setItem('agentWaiting-7', '{}')
  elsewhere(() => localStorage.clear())
  assert.deepEqual([token(), endReason()], [null, SIGNED_OUT_SENTENCE])
  assert.deepEqual(Object.keys(sessionStorage), [])
})

test('a logout takes away first whose the caches are, by which another tab tells it', () => {
  claimCaches('1 then')
  beginSession('leaves')
  const removed: string[] = []
  const { removeItem } = BrowserStorage.prototype
  localStorage.removeItem = (key) => {
    removed.push(key)
    removeItem.call(localStorage, key)
  }
  clearSession()
  Reflect.deleteProperty(localStorage, 'removeItem')
  assert.equal(removed.indexOf('cachesOf'), 0)
  assert.ok(removed.includes('token'))

  claimCaches('1 then')
  beginSession('told of by the server')
  localStorage.removeItem('cachesOf')
  endSession()
  assert.deepEqual([token(), endReason()], [null, SIGNED_OUT_SENTENCE])
  claimCaches('1 then')
})

test('another user in another tab has this one loaded anew, and it sends nothing until then', () => {
  loads = 0
  elsewhere(() => Object.assign(localStorage, { cachesOf: '2 then', token: 'two' }))
  assert.deepEqual([loads, token()], [1, null])
})

test('a call of a session that is over is neither sent again nor handed on', async () => {
  claimCaches('3 then')
  beginSession('three')
  const sent: (string | null)[] = []
  const answer = Promise.withResolvers<Response>()
  const user = { id: 3, email: 'c@example.com', first_name: '', last_name: '', keys_need_code: false }
  const body = { ...user, whitelist_only: false, created_at: '2026-01-01T00:00:00.000Z' }
  Object.assign(globalThis, {
    fetch: async (url: string, init?: RequestInit) => {
      // The check after a failure has no session.
      if (url !== '/api/status') sent.push(new Headers(init?.headers).get('authorization'))
      return (await answer.promise).clone()
    },
  })
  const late = call(getProfile)
  elsewhere(() => localStorage.setItem('token', 'three again'))
  answer.resolve(Response.json(body))
  await assert.rejects(late, { code: 'no_session', message: SESSION_ENDED_SENTENCE })
  assert.equal(token(), 'three again')
  assert.deepEqual((await call(getProfile)).id, 3)
  assert.deepEqual(sent, ['Bearer three', 'Bearer three again'])

  const failing = Promise.withResolvers<Response>()
  Object.assign(globalThis, { fetch: () => failing.promise })
  const retried = call(getProfile)
  failing.resolve(Response.json({}, { status: 500 }))
  await new Promise((resolve) => setImmediate(resolve))
  let again = 0
  Object.assign(globalThis, { fetch: async () => (again++, Response.json(body)) })
  endSession()
  await assert.rejects(retried, { code: 'no_session' })
  assert.equal(again, 0)
})

test('once the server is known to be down, what is kept waits for no retry, and a late answer is kept too', async () => {
  const { lastKnown } = await import('./storage/cache.ts')
  const { reportAnswer, reportFailure } = await import('./connection.ts')
  const written: string[] = []
  const write = (value: string) => void written.push(value)
  const kept = { read: () => ({ value: 'kept', at: 5 }), write, clear() {} }
  const answer = Promise.withResolvers<string>()
  const asked = lastKnown(answer.promise, kept)
  try {
    for (let failure = 1; failure <= 3; failure++) reportFailure()
    assert.deepEqual(await asked, { value: 'kept', at: 5, stale: true })
    answer.resolve('late')
    await answer.promise
    await new Promise((resolve) => setImmediate(resolve))
    assert.deepEqual(written, ['late'])
    const nothing = { ...kept, read: () => undefined }
    assert.equal((await lastKnown(Promise.resolve('fresh'), nothing)).value, 'fresh')
  } finally {
    reportAnswer()
  }
})
