/** Prices exact to the last digit, shared by all who ask together, and never old. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { SOL_MINT, USDC_MINT } from '@purser/contract/tokens/tokens.ts'
import { isFault } from '../../../../kernel/fault.ts'
import { openDouble } from '../../../../test/double.ts'
import { factsDouble } from '../../../../test/facts-double.ts'
import { strangeMint } from '../../../../test/token-service.ts'
import { createPrices, readPrice } from './prices.ts'
import { createService } from './service.ts'
import type { ServiceAnswer } from '../types.ts'

const facts = factsDouble()
const double = await openDouble(facts)
after(() => double[Symbol.asyncDispose]())

const log = { debug() {}, info() {}, warn() {}, error() {}, child: () => log }
const away = (error: unknown) => isFault(error, 'market_away')

/** Time passes only through `move`; sleepers never wake. */
function open() {
  let now = 0
  const clock = {
    now: () => 1_700_000_000_000 + now,
    monotonic: () => now,
    sleep: () => new Promise<void>(() => {}),
  }
  facts.prices.clear()
  facts.prices.set(SOL_MINT, '150')
  facts.block = null
  facts.always = null
  facts.next.length = 0
  double.asked.length = 0
  const service = createService({ url: double.url, apiKey: null, callsPerMinute: 6_000, clock, log })
  const logged: string[] = []
  const note = (_: object, message: string) => void logged.push(message)
  const prices = createPrices({ service, clock, log: { ...log, info: note, warn: note } })
  return { logged, price: prices.priceUsd, prices, move: (ms: number) => void (now += ms) }
}
const parseIds = (path: string | undefined) =>
  new URL(path ?? '', 'http://x').searchParams.get('ids')?.split(',')
const REFUSED = { status: 400, body: '{"error":"Invalid mint"}' }
/** Ends a call at once: no test waits through the rest that another outage causes. */
const UNAUTHORISED = { status: 401, body: '' }

for (const [text, price] of [
  ['147.47', 147_470_000_000_000n],
  ['147.470000000000123456', 147_470_000_000_000n],
  ['0.1', 100_000_000_000n],
  ['0.30000000000000004', 300_000_000_000n],
  ['9007199254.740993', null],
  ['90071992.547409931234', 90_071_992_547_409_931_234n],
  ['1e3', 1_000_000_000_000_000n],
  ['1.5E+2', 150_000_000_000_000n],
  ['2.3456789e-7', 234_568n],
  ['1e-9', 1_000n],
  ['1000000000', 10n ** 21n],
  ['1000000001', null],
  ['9.99e-10', null],
  ['0', null],
  ['0.0', null],
  ['-1', null],
  ['1e999', null],
  ['1e-999', null],
  ['1e9999', null],
] as const)
  test(`a price of ${text} is ${price ?? 'none'}`, async () => {
    assert.equal(readPrice(text), price)
    const { price: of } = open()
    facts.prices.set(SOL_MINT, text)
    assert.equal(await of(SOL_MINT), price)
  })

for (const text of ['null', 'true', '"x"', '""', '{}', '[1]', '"Infinity"', '"0x10"'])
  test(`a price of ${text} is none`, async () => {
    const { price } = open()
    facts.prices.set(SOL_MINT, text)
    assert.equal(await price(SOL_MINT), null)
  })

test('a mint that the service leaves out has no price, and nothing that is no mint is asked about', async () => {
  const { price } = open()
  assert.equal(await price(strangeMint('unlisted')), null)
  assert.equal(await price('constructor'), null)
  assert.equal(await price(`${SOL_MINT},${USDC_MINT}`), null)
  assert.equal(double.asked.length, 1)
})

test('all who ask in one turn share a call, and the next ones its answer for a while', async () => {
  const { price, move } = open()
  facts.prices.set(SOL_MINT, '150')
  facts.prices.set(USDC_MINT, '1')
  await Promise.all([price(SOL_MINT), price(USDC_MINT), price(SOL_MINT)])
  assert.deepEqual(double.asked.map(parseIds), [[SOL_MINT, USDC_MINT]])
  move(2_999)
  facts.prices.set(SOL_MINT, '151')
  assert.equal(await price(SOL_MINT), 150_000_000_000_000n)
  assert.equal(double.asked.length, 1)
  move(1)
  assert.equal(await price(SOL_MINT), 151_000_000_000_000n)
  // The other mint was added to the call.
  assert.deepEqual(parseIds(double.asked[1]), [SOL_MINT, USDC_MINT])
  assert.equal(await price(USDC_MINT), 1_000_000_000_000n)
  assert.equal(double.asked.length, 2)
})

test('what nobody has asked about lately is not asked about again', async () => {
  const { price, move } = open()
  await price(USDC_MINT)
  move(10_000)
  await price(SOL_MINT)
  assert.deepEqual(double.asked.map(parseIds), [[SOL_MINT, USDC_MINT], [SOL_MINT]])
})

test('a call is about at most 50 mints', async () => {
  const { price } = open()
  const mints = Array.from({ length: 120 }, (_, i) => strangeMint(`mint ${i}`))
  mints.forEach((mint, i) => facts.prices.set(mint, `${i + 1}`))
  const found = await Promise.all(mints.map(price))
  assert.deepEqual(
    found,
    mints.map((_, i) => BigInt(i + 1) * 10n ** 12n),
  )
  assert.deepEqual(
    double.asked.map((path) => parseIds(path)?.length),
    [50, 50, 23],
  )
})

test('without an answer the last price is used for 30 s, and then there is none', async () => {
  const { price, move } = open()
  facts.prices.set(SOL_MINT, '150')
  await price(SOL_MINT)
  facts.always = UNAUTHORISED
  move(29_999)
  assert.equal(await price(SOL_MINT), 150_000_000_000_000n)
  move(1)
  await assert.rejects(price(SOL_MINT), away)
  await assert.rejects(price(USDC_MINT), away)
  facts.always = null
  facts.prices.set(SOL_MINT, '160')
  move(60_000)
  assert.equal(await price(SOL_MINT), 160_000_000_000_000n)
})

test('a price that grows old while its next one is waited for is none', async () => {
  let now = 0
  let answer: (told: ServiceAnswer) => void = () => {}
  const clock = { now: () => now, monotonic: () => now, sleep: () => new Promise<void>(() => {}) }
  const service = {
    get: () => new Promise<ServiceAnswer>((resolve) => (answer = resolve)),
    health: () => null,
  }
  const { priceUsd } = createPrices({ service, clock, log })
  const first = priceUsd(SOL_MINT)
  await new Promise(setImmediate)
  answer({ status: 200, body: `{"${SOL_MINT}":{"usdPrice":150,"blockId":1}}` })
  assert.equal(await first, 150_000_000_000_000n)
  now = 29_000
  const next = priceUsd(SOL_MINT)
  await new Promise(setImmediate)
  now = 30_000
  answer({ outage: 'timeout' })
  await assert.rejects(next, away)
})

for (const body of ['<html>maintenance</html>', '[]', 'null', '"fine"', '{"So1'])
  test(`an answer of ${body} is none, and no mint is without a price by it`, async () => {
    const { price } = open()
    facts.always = { status: 200, body }
    await assert.rejects(price(SOL_MINT), away)
  })

test('a mint that the service refuses costs no other its price', async () => {
  const { price } = open()
  facts.prices.set(SOL_MINT, '150')
  facts.next.push(REFUSED)
  assert.deepEqual(await Promise.all([price(SOL_MINT), price(USDC_MINT)]), [150_000_000_000_000n, null])
  facts.always = REFUSED
  assert.equal(await price(strangeMint('refused')), null)
})

test('a path that is not there is an outage, not a mint without a price', async () => {
  const { price } = open()
  facts.always = { status: 404, body: 'Not Found' }
  await assert.rejects(price(SOL_MINT), away)
})

void test('a price does not grow younger while the machine sleeps', async () => {
  let [now, slept] = [0, 0]
  const clock = {
    now: () => 1_700_000_000_000 + now + slept,
    monotonic: () => now,
    sleep: () => new Promise<void>(() => {}),
  }
  const answers: ServiceAnswer[] = [
    { status: 200, body: `{"${SOL_MINT}":{"usdPrice":140,"blockId":1}}` },
    { status: 200, body: `{"${SOL_MINT}":{"usdPrice":90,"blockId":2}}` },
  ]
  const service = {
    get: async () => answers.shift() ?? ({ outage: 'network' } satisfies ServiceAnswer),
    health: () => null,
  }
  const { priceUsd } = createPrices({ service, clock, log })
  assert.equal(await priceUsd(SOL_MINT), 140_000_000_000_000n)
  slept += 3_600_000
  now += 10
  assert.equal(await priceUsd(SOL_MINT), 90_000_000_000_000n)
  slept += 3_600_000
  await assert.rejects(priceUsd(SOL_MINT), away)
})

void test('prices that stand still at one block are none after a minute, and are ones again when they move', async () => {
  const { price, prices, move } = open()
  facts.prices.set(SOL_MINT, '140').set(USDC_MINT, '1')
  facts.block = 348_004_026
  for (let seconds = 0; seconds < 60; seconds += 5) {
    assert.equal(await price(SOL_MINT), 140_000_000_000_000n)
    move(5_000)
  }
  assert.equal(prices.staleMs(), null)
  // The last block is still no older than half a minute.
  for (let seconds = 0; seconds < 25; seconds += 5) {
    await price(SOL_MINT)
    move(5_000)
  }
  assert.equal(prices.staleMs(), 25_000)
  await assert.rejects(price(SOL_MINT), away)
  await assert.rejects(Promise.all([price(SOL_MINT), price(USDC_MINT)]), away)
  facts.block = 348_004_027
  assert.equal(await price(SOL_MINT), 140_000_000_000_000n)
  assert.equal(prices.staleMs(), null)
  move(60_000)
  // Old blocks do not become new by alternating.
  for (const block of [348_004_026, 348_004_027, 348_004_026]) {
    facts.block = block
    await assert.rejects(price(SOL_MINT), away)
    move(5_000)
  }
})

void test('a token whose price nobody asks for together with that of SOL is none either once prices stand still', async () => {
  const { price, move } = open()
  facts.prices.set(USDC_MINT, '1')
  facts.block = 348_004_026
  for (let seconds = 0; seconds < 85; seconds += 5) {
    assert.equal(await price(USDC_MINT), 1_000_000_000_000n)
    move(5_000)
  }
  await assert.rejects(price(USDC_MINT), away)
})

void test('prices of no block are none', async () => {
  const { price, prices, move } = open()
  facts.prices.set(USDC_MINT, '1')
  facts.block = 'none'
  await assert.rejects(price(USDC_MINT), away)
  move(5_000)
  assert.equal(prices.staleMs(), 5_000)
  facts.prices.delete(SOL_MINT)
  facts.block = null
  await assert.rejects(price(USDC_MINT), away)
  facts.prices.set(SOL_MINT, '140')
  assert.equal(await price(USDC_MINT), 1_000_000_000_000n)
})

void test('stale prices are logged once, and so is their end', async () => {
  const { price, move, logged } = open()
  facts.block = 'none'
  for (let i = 0; i < 3; i++) {
    await assert.rejects(price(SOL_MINT), away)
    move(5_000)
  }
  facts.block = null
  await price(SOL_MINT)
  await price(USDC_MINT)
  assert.deepEqual(logged, [
    'the prices of the market service are stale and not used',
    'the prices of the market service are fresh again',
  ])
})
