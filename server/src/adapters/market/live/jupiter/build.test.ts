import { after, beforeEach, test } from 'node:test'
import assert from 'node:assert/strict'
import { KNOWN_TOKENS, SOL_MINT, USDC_MINT } from '@purser/contract/tokens/tokens.ts'
import { generateKeyPairSigner } from '@solana/kit'
import { isFault } from '../../../../kernel/fault.ts'
import { buildDouble } from '../../../../test/build-double.ts'
import { json, openDouble } from '../../../../test/double.ts'
import { plainService } from '../../../../test/plain-service.ts'
import { createBuilds, isNoQuote } from './build.ts'

const BONK = KNOWN_TOKENS[2]?.mint ?? ''
const taker = (await generateKeyPairSigner()).address
const stranger = (await generateKeyPairSigner()).address
const SOL_FOR_USDC = { inputMint: SOL_MINT, outputMint: USDC_MINT, inAmount: 10n ** 9n, slippageBps: 50 }
const USDC_FOR_SOL = { ...SOL_FOR_USDC, inputMint: USDC_MINT, outputMint: SOL_MINT }

const double = buildDouble({ quote: ({ inAmount }) => (inAmount * 14n) / 100n })
const server = await openDouble(double.part)
after(() => server[Symbol.asyncDispose]())
let now = 0
const builds = createBuilds({
  service: plainService(server.url),
  clock: { now: () => now, monotonic: () => now },
})
beforeEach(() => {
  now += 10_000
  double.lie(null)
  double.reply(null)
  double.asked.length = 0
})

void test('SOL for a token, a token for SOL, and two tokens are read exactly', async () => {
  for (const request of [SOL_FOR_USDC, USDC_FOR_SOL, { ...USDC_FOR_SOL, outputMint: BONK }]) {
    const built = await builds.build(request, taker)
    assert.ok(!isNoQuote(built))
    assert.equal(built.outAmount, 140_000_000n)
    assert.equal(built.threshold, 139_300_000n)
    assert.equal(built.priceImpactBps, 1)
  }
  const most = await builds.build({ ...SOL_FOR_USDC, inAmount: 2n ** 64n - 1n }, taker)
  assert.ok(!isNoQuote(most))
  assert.equal(most.outAmount, ((2n ** 64n - 1n) * 14n) / 100n)
})

void test('what is asked is asked as documented', async () => {
  await builds.build(SOL_FOR_USDC, taker, { maxAccounts: 50 })
  const url = new URL(server.asked.at(-1) ?? '', server.url)
  assert.deepEqual(Object.fromEntries(url.searchParams), {
    inputMint: SOL_MINT,
    outputMint: USDC_MINT,
    amount: '1000000000',
    taker,
    slippageBps: '50',
    maxAccounts: '50',
    wrapAndUnwrapSol: 'true',
    computeUnitPricePercentile: 'high',
  })
})

void test('one answer of up to two seconds is shared, by the same wallet only', async () => {
  const [a, b] = await Promise.all([builds.build(SOL_FOR_USDC, taker), builds.build(SOL_FOR_USDC, taker)])
  assert.equal(a, b)
  now += 2_000
  assert.equal(await builds.build(SOL_FOR_USDC, taker), a)
  await builds.build(SOL_FOR_USDC, stranger)
  assert.equal(double.asked.length, 2)
  now += 1
  assert.notEqual(await builds.build(SOL_FOR_USDC, taker), a)
})

void test('an outage is no answer about the pair, and is not kept', async () => {
  for (const status of [401, 403, 429, 500, 503]) {
    double.reply(json({ error: 'No routes found' }, status))
    await assert.rejects(builds.build(SOL_FOR_USDC, taker), (error) => isFault(error, 'market_away'))
  }
  for (const reply of [{ cut: '{"inputMint":' }, { status: 200, body: '' }, json({}), json([])]) {
    double.reply(reply)
    await assert.rejects(builds.build(SOL_FOR_USDC, taker), (error) => isFault(error, 'market_away'))
  }
  double.reply(null)
  assert.ok(!isNoQuote(await builds.build(SOL_FOR_USDC, taker)))
})

void test('each refusal of the service means what its table says', async () => {
  const meaning = async (body: unknown) => {
    now += 10_000
    double.reply(json(body, 400))
    const answer = await builds.build(SOL_FOR_USDC, taker)
    assert.ok(isNoQuote(answer))
    return answer.unavailable
  }
  const no_route = { code: 'no_route', symbol: 'SOL', of: 'USDC' }
  assert.deepEqual(await meaning({ error: 'No routes found' }), no_route)
  for (const errorCode of [
    'TOKEN_NOT_TRADABLE',
    'COULD_NOT_FIND_ANY_ROUTE',
    'NO_ROUTES_FOUND',
    'ROUTE_PLAN_DOES_NOT_CONSUME_ALL_THE_AMOUNT',
  ])
    assert.deepEqual(await meaning({ error: 'x', errorCode }), no_route)
  assert.equal(
    (await meaning({ error: 'x', errorCode: 'CANNOT_COMPUTE_OTHER_AMOUNT_THRESHOLD' })).code,
    'too_little_for_a_unit',
  )
  assert.deepEqual(await meaning({ error: 'Invalid \u202e\n taker', errorCode: 'constructor' }), {
    code: 'service_refuses',
    words: 'Invalid taker',
  })
  assert.equal(((await meaning({ error: 'long '.repeat(1_000) })) as { words: string }).words.length, 200)
})
