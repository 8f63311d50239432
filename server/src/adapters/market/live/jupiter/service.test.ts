/**
 * The market's service when it answers, limits, refuses and breaks off: which results are answers, and when the next
 * call is made.
 */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openDouble, type DoubleAnswer, json } from '../../../../test/double.ts'
import { until } from '../../../../test/until.ts'
import { createService } from './service.ts'
import type { Lane } from '../types.ts'

const answers: DoubleAnswer[] = []
const shown: unknown[] = []
const double = await openDouble((_, headers) => {
  shown.push(headers['x-api-key'])
  return answers.shift() ?? json({ fine: true })
})
after(() => double[Symbol.asyncDispose]())

const WALL = 1_700_000_000_000
/** Sleepers wake when `move` reaches their time, unless their signal has ended the sleep. */
function steeredClock() {
  let now = 0
  let sleeping: { at: number; wake: () => void }[] = []
  return {
    now: () => WALL + now,
    monotonic: () => now,
    sleep: (ms: number, signal?: AbortSignal) =>
      new Promise<void>((resolve) => {
        const one = { at: now + ms, wake: resolve }
        sleeping.push(one)
        signal?.addEventListener('abort', () => {
          sleeping = sleeping.filter((other) => other !== one)
          resolve()
        })
      }),
    /** Milliseconds until the next one wakes. */
    next: () => Math.min(...sleeping.map(({ at }) => at)) - now,
    async move(ms: number) {
      const end = now + ms
      for (;;) {
        const due = sleeping.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0]
        if (!due) break
        sleeping = sleeping.filter((one) => one !== due)
        now = Math.max(now, due.at)
        due.wake()
        await new Promise((resolve) => setImmediate(resolve))
      }
      now = end
    },
  }
}

function open(limits: { callsPerMinute?: number; apiKey?: string | null } = {}) {
  const clock = steeredClock()
  const lines: string[] = []
  const write = (fields: object, message: string) => void lines.push(JSON.stringify({ ...fields, message }))
  const log = { debug: write, info: write, warn: write, error: write, child: () => log }
  const service = createService({
    url: double.url,
    apiKey: limits.apiKey ?? null,
    callsPerMinute: limits.callsPerMinute ?? 600,
    clock,
    log,
  })
  double.asked.length = 0
  answers.length = 0
  shown.length = 0
  let ended = 0
  const get = (path: string, lane: Lane = 'price', withinMs = 5_000) =>
    service.get(path, {}, { lane, withinMs }).finally(() => ended++)
  /** Waits until that many have an answer: the clock may end the others' calls. */
  const answered = (times: number) => until('answers', () => ended === times)
  const asked = (times: number) => until('calls', () => double.asked.length === times)
  return { clock, service, get, asked, answered, lines }
}
const fine = { status: 200, body: '{"fine":true}' }
const status = (code: number, headers = {}): DoubleAnswer => ({ status: code, headers, body: 'secret words' })
/** Moves the clock on until this has its answer. */
async function passing<T>(
  clock: ReturnType<typeof steeredClock>,
  answer: Promise<T>,
  ms: number,
): Promise<T> {
  let ended = false
  void answer.finally(() => (ended = true))
  await until('its answer', () => {
    if (!ended) void clock.move(ms)
    return ended
  })
  return answer
}

test('a path, its query and the key arrive as they are, and the answer as its text', async () => {
  const { service } = open({ apiKey: 'a-key' })
  const answer = await service.get('/price/v3', { ids: 'a,b', ü: '&=' }, { lane: 'price', withinMs: 5_000 })
  assert.deepEqual(answer, fine)
  assert.deepEqual(double.asked, ['/price/v3?ids=a%2Cb&%C3%BC=%26%3D'])
  assert.deepEqual(shown, ['a-key'])
  assert.deepEqual(service.health(), { outage: null, sinceMs: 0, callsLeft: 599 })
})

test('without a key none is shown, and nothing is known of a service that was not asked', async () => {
  const { service, get } = open()
  assert.equal(service.health(), null)
  await get('/x')
  assert.deepEqual(shown, [undefined])
})

test('a refusal of what was asked is an answer, in its own words', async () => {
  const { get } = open()
  answers.push(json({ error: 'No routes found' }, 400), status(404))
  assert.deepEqual(await get('/x'), { status: 400, body: '{"error":"No routes found"}' })
  assert.deepEqual(await get('/x'), { status: 404, body: 'secret words' })
})

test('no more calls begin in any minute than allowed, over all lanes, and swaps come first', async () => {
  const { clock, get, answered, service } = open({ callsPerMinute: 8 })
  const within = 200_000
  // Tokens leave half of them free, prices a quarter.
  const all = Array.from({ length: 6 }, (_, i) => get(`/token${i}`, 'token', within))
  await answered(4)
  all.push(...Array.from({ length: 4 }, (_, i) => get(`/price${i}`, 'price', within)))
  await answered(6)
  all.push(...Array.from({ length: 3 }, (_, i) => get(`/swap${i}`, 'swap', within)))
  await answered(8)
  assert.equal(service.health()?.callsLeft, 0)
  assert.equal(double.asked.filter((path) => path.startsWith('/swap')).length, 2)
  await clock.move(59_999)
  assert.equal(double.asked.length, 8)
  await clock.move(1)
  await answered(12)
  const next = double.asked.slice(8).map((path) => path.slice(1, -1))
  assert.equal(next.filter((path) => path === 'token').length, 1)
  assert.ok(double.asked.slice(8).includes('/swap2'))
  await clock.move(60_000)
  await Promise.all(all)
})

test('who would have to wait for longer than it has time is told at once, and nothing is asked', async () => {
  const { get } = open({ callsPerMinute: 1 })
  await get('/x')
  assert.deepEqual(await get('/y', 'swap'), { outage: 'rate_limited' })
  assert.equal(double.asked.length, 1)
})

test('who waits in vain is told when its time has passed, and its turn goes to others', async () => {
  const { clock, get, answered } = open({ callsPerMinute: 2 })
  await get('/a', 'swap')
  await clock.move(30_000)
  await get('/b', 'swap')
  const swaps = [get('/c', 'swap', 100_000), get('/d', 'swap', 100_000)]
  const late = get('/late', 'swap', 40_000)
  await clock.move(30_000)
  await answered(3)
  await clock.move(10_000)
  assert.deepEqual(await late, { outage: 'rate_limited' })
  await clock.move(20_000)
  await Promise.all(swaps)
  assert.deepEqual(double.asked.slice(2), ['/c', '/d'])
})

test('after a 429 all wait until the moment that it names', async () => {
  const { clock, get, asked } = open()
  answers.push(status(429, { 'x-ratelimit-reset': String(WALL / 1_000 + 4), 'x-ratelimit-remaining': '-1' }))
  const first = get('/x')
  await asked(1)
  await until('its wait', () => clock.next() === 4_000)
  const other = get('/y', 'swap')
  await clock.move(3_999)
  assert.equal(double.asked.length, 1)
  await clock.move(1)
  assert.deepEqual(await Promise.all([first, other]), [fine, fine])
})

for (const [name, reset] of [
  ['that names no moment', undefined],
  ['whose moment has passed', String(WALL / 1_000 - 5)],
  ['that names no number', 'soon'],
] as const)
  test(`after a 429 ${name} the next call begins 2 s later`, async () => {
    const { clock, get, asked, service } = open()
    answers.push(status(429, reset === undefined ? {} : { 'x-ratelimit-reset': reset }))
    const first = get('/x')
    await asked(1)
    await until('its wait', () => clock.next() === 2_000)
    assert.equal(service.health()?.outage, 'rate_limited')
    await clock.move(2_000)
    assert.deepEqual(await first, fine)
  })

test('a limit that would last for hours by a wrong clock lasts a minute', async () => {
  const { clock, get } = open()
  answers.push(status(429, { 'x-ratelimit-reset': String(WALL / 1_000 + 86_400) }))
  assert.deepEqual(await get('/x'), { outage: 'rate_limited' })
  assert.equal(clock.monotonic(), 0)
  await clock.move(60_000)
  assert.deepEqual(await get('/x'), fine)
})

for (const code of [401, 403])
  test(`a key that is refused with ${code} is not shown again for a minute`, async () => {
    const { clock, get, service, lines } = open({ apiKey: 'k-4711' })
    answers.push(status(code))
    assert.deepEqual(await get('/x'), { outage: 'unauthorised' })
    await clock.move(59_999)
    assert.deepEqual(await get('/x', 'swap', 5_000), { outage: 'unauthorised' })
    assert.deepEqual(service.health(), { outage: 'unauthorised', sinceMs: 59_999, callsLeft: 599 })
    assert.equal(double.asked.length, 1)
    await clock.move(1)
    assert.deepEqual(await get('/x'), fine)
    assert.ok(lines.length > 0)
    assert.ok(!lines.join().includes('k-4711'))
  })

test('a server that is not well is asked again, each time later, and its words are no answer', async () => {
  const { clock, get, asked } = open()
  answers.push(status(500), status(503), status(502))
  const answer = get('/x', 'swap', 10_000)
  for (const [i, ms] of [500, 1_000, 2_000].entries()) {
    await asked(i + 1)
    await until('its wait', () => clock.next() === ms)
    await clock.move(ms)
  }
  assert.deepEqual(await answer, fine)
  answers.push(status(500))
  const anew = get('/x', 'swap', 10_000)
  await asked(5)
  await until('its wait', () => clock.next() === 500)
  await clock.move(500)
  assert.deepEqual(await anew, fine)
})

test('a path that always fails holds up no other lane', async () => {
  const { clock, get } = open()
  answers.push(status(500))
  assert.deepEqual(await get('/x', 'swap', 400), { outage: 'server_error' })
  assert.deepEqual(await get('/y', 'price', 400), fine)
  assert.deepEqual(await get('/x', 'swap', 400), { outage: 'server_error' })
  assert.equal(double.asked.length, 2)
  await clock.move(500)
  assert.deepEqual(await get('/x', 'swap', 400), fine)
})

test('a body that breaks off is no answer', async () => {
  const { clock, get } = open()
  answers.push({ cut: '{"fine":' })
  assert.deepEqual(await get('/x', 'swap', 400), { outage: 'cut_off' })
  await clock.move(500)
  answers.push({ cut: '{"fine":' })
  assert.deepEqual(await passing(clock, get('/x', 'swap', 5_000), 100), fine)
})

test('a service that never answers is given up', async () => {
  const { clock, get, asked, service } = open()
  answers.push('silent')
  const answer = get('/x', 'swap', 3_000)
  await asked(1)
  await clock.move(3_000)
  assert.deepEqual(await answer, { outage: 'timeout' })
  assert.equal(service.health()?.outage, 'timeout')
})

test('an answer without an end is not read', async () => {
  const { get } = open()
  answers.push({ status: 200, body: 'x'.repeat(5 * 1024 * 1024) })
  assert.deepEqual(await get('/x', 'swap', 400), { outage: 'server_error' })
})

test('a redirect is not followed', async () => {
  const { get } = open()
  answers.push(status(302, { location: `${double.url}/elsewhere` }))
  assert.deepEqual(await get('/x', 'swap', 400), { outage: 'server_error' })
  assert.deepEqual(double.asked, ['/x'])
})

test('a service that is not there is an outage', async () => {
  const closed = await openDouble()
  await closed[Symbol.asyncDispose]()
  const clock = steeredClock()
  const log = { debug() {}, info() {}, warn() {}, error() {}, child: () => log }
  const service = createService({ url: closed.url, apiKey: null, callsPerMinute: 30, clock, log })
  const answer = await service.get('/x', {}, { lane: 'swap', withinMs: 400 })
  assert.deepEqual(answer, { outage: 'network' })
})
