/** Calls a second, and the order of lanes when there are too few. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBudget, type Lane } from './budget.ts'

/** Sleepers wake when `move` reaches their time. */
function steeredClock() {
  let now = 0
  const sleeping: { at: number; wake: () => void }[] = []
  return {
    monotonic: () => now,
    sleep: (ms: number) =>
      new Promise<void>((resolve) => void sleeping.push({ at: now + ms, wake: resolve })),
    async move(ms: number) {
      const end = now + ms
      for (;;) {
        const due = sleeping.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0]
        if (!due) break
        sleeping.splice(sleeping.indexOf(due), 1)
        now = Math.max(now, due.at)
        due.wake()
        await new Promise((resolve) => setImmediate(resolve))
      }
      now = end
    },
  }
}

function opened(limits: { perSecond: number; perMethod?: number }) {
  const clock = steeredClock()
  const budget = createBudget({ clock, ...limits })
  const started: { what: string; at: number }[] = []
  const call = (lane: Lane, what: string, method = 'getBalance', signal?: AbortSignal) => {
    const go = () => void started.push({ what, at: clock.monotonic() })
    const waits = budget(lane, method, signal)
    return waits === undefined ? Promise.resolve(go()) : waits.then(go)
  }
  return { clock, call, started, names: () => started.map(({ what }) => what) }
}

test('no more calls than allowed start in any second', async () => {
  const { clock, call, started } = opened({ perSecond: 10 })
  for (let i = 0; i < 45; i++) void call('money', String(i))
  assert.equal(started.length, 10)
  await clock.move(5_000)
  assert.equal(started.length, 45)
  for (const { at } of started)
    assert.ok(started.filter((one) => one.at >= at && one.at < at + 1_000).length <= 10)
})

test('sends come first, then money, screens last, and the others wait in their order', async () => {
  const { clock, call, names } = opened({ perSecond: 1 })
  void call('money', 'first')
  for (const what of ['a', 'b']) void call('screen', `screen ${what}`)
  for (const what of ['a', 'b']) void call('money', `money ${what}`)
  void call('send', 'send')
  await clock.move(10_000)
  assert.deepEqual(names(), ['first', 'send', 'money a', 'money b', 'screen a', 'screen b'])
})

test('screens leave some of each second free for money', async () => {
  const { call, names } = opened({ perSecond: 8 })
  for (let i = 0; i < 20; i++) void call('screen', 'screen')
  assert.equal(names().length, 6)
  void call('money', 'money')
  void call('send', 'send')
  assert.deepEqual(names().slice(6), ['money', 'send'])
})

test('a call that waits goes when its time is out, and takes nothing of the budget', async () => {
  const { clock, call, names } = opened({ perSecond: 1 })
  void call('money', 'first')
  const out = new AbortController()
  const waiting = call('screen', 'screen', 'getBalance', out.signal)
  out.abort(new Error('its time is out'))
  await assert.rejects(waiting, /its time is out/)
  await clock.move(1_000)
  void call('money', 'second')
  assert.deepEqual(names(), ['first', 'second'])
})

test('one method has a limit of its own, and lets the others pass', async () => {
  const { clock, call, names } = opened({ perSecond: 10, perMethod: 2 })
  for (const what of ['1', '2', '3']) void call('money', what, 'getBalance')
  await call('money', 'other', 'getLatestBlockhash')
  assert.deepEqual(names(), ['1', '2', 'other'])
  await clock.move(10_000)
  assert.deepEqual(names(), ['1', '2', 'other', '3'])
})
