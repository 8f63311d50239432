import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { checkConnection, connection, onConnection, reportAnswer, reportFailure } from './connection.ts'

const { fetch } = globalThis
afterEach(() => {
  // No check may run on after its test.
  reportAnswer()
  Object.assign(globalThis, { fetch })
})

test('a failure is stale, three in a row are down, and an answer between them begins anew', () => {
  const seen: string[] = []
  const stop = onConnection(() => seen.push(connection()))
  reportFailure()
  assert.equal(connection(), 'stale')
  reportAnswer()
  assert.equal(connection(), 'live')
  reportFailure()
  reportFailure()
  assert.equal(connection(), 'stale')
  reportFailure()
  assert.equal(connection(), 'down')
  reportFailure()
  reportAnswer()
  stop()
  assert.deepEqual(seen, ['stale', 'live', 'stale', 'down', 'live'])
})

test('a socket that closed says nothing by itself: the server is asked, and only its answer counts', async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<Response>()
  const { promise: asked, resolve: wasAsked } = Promise.withResolvers<unknown>()
  const changed = new Promise<void>((resolve) => onConnection(resolve))
  Object.assign(globalThis, {
    fetch(url: unknown) {
      wasAsked(url)
      return answered
    },
  })
  checkConnection()
  assert.equal(await asked, '/api/status')
  assert.equal(connection(), 'live')
  answer(new Response(null, { status: 503 }))
  await changed
  assert.equal(connection(), 'stale')
})
