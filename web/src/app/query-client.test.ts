import assert from 'node:assert/strict'
import { test } from 'node:test'
import { QueryObserver } from '@tanstack/react-query'
import { createQueryClient } from './query-client.ts'

/** A list that is requested, and answered when the test decides. */
function openList() {
  const client = createQueryClient()
  const asked: PromiseWithResolvers<string[]>[] = []
  const observer = new QueryObserver(client, {
    queryKey: ['agents'],
    queryFn: () => {
      const answer = Promise.withResolvers<string[]>()
      asked.push(answer)
      return answer.promise
    },
  })
  const stop = observer.subscribe(() => undefined)
  return { client, asked, observer, stop }
}

const turn = () => new Promise((next) => setImmediate(next))

void test('what is made while a list is loaded for the first time is in it, though that answer comes later', async () => {
  const { client, asked, observer, stop } = openList()
  const change = client.invalidateQueries({ queryKey: ['agents'] })
  await turn()
  assert.equal(asked.length, 1)
  asked[0]?.resolve([])
  await turn()
  assert.deepEqual(observer.getCurrentResult().data, [])
  assert.equal(asked.length, 2)
  asked[1]?.resolve(['Agent 1'])
  await change
  assert.deepEqual(observer.getCurrentResult().data, ['Agent 1'])
  stop()
  client.clear()
})

void test('a list that changes faster than it is answered is shown all the same', async () => {
  const { client, asked, observer, stop } = openList()
  for (let n = 0; n < 8; n++) {
    void client.invalidateQueries({ queryKey: ['agents'] })
    await turn()
  }
  assert.equal(asked.length, 1)
  asked[0]?.resolve(['Agent 1'])
  await turn()
  assert.deepEqual(observer.getCurrentResult().data, ['Agent 1'])
  asked.at(-1)?.resolve(['Agent 1', 'Agent 2'])
  await turn()
  assert.deepEqual(observer.getCurrentResult().data, ['Agent 1', 'Agent 2'])
  stop()
  client.clear()
})

void test('a list that is asked for elsewhere is left alone', async () => {
  const { client, asked, observer, stop } = openList()
  await client.invalidateQueries({ queryKey: ['wallets'] })
  asked[0]?.resolve(['Agent 1'])
  await asked[0]?.promise
  await turn()
  assert.equal(asked.length, 1)
  assert.deepEqual(observer.getCurrentResult().data, ['Agent 1'])
  stop()
  client.clear()
})
