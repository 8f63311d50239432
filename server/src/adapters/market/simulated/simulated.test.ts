// On PostgreSQL as well.
import { after, before, test } from 'node:test'
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { KNOWN_TOKENS, SOL_MINT, USDC_MINT } from '@purser/contract/tokens/tokens.ts'
import { generateKeyPairSigner, type KeyPairSigner } from '@solana/kit'
import { type Localnet, startLocalnet } from '@purser/localnet/index.ts'
import { systemClock } from '../../../kernel/clock.ts'
import { createLog } from '../../../kernel/log.ts'
import type { Chain } from '../../../ports/chain.ts'
import type { Market, Quote } from '../../../ports/market.ts'
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { createRpcChain } from '../../chain/rpc.ts'
import { createSimulatedMarket, IMPACT_HALF_LIFE_MS } from './index.ts'
import { createPath } from './path.ts'
import { isNoQuote } from './pricing.ts'
import { createProfile } from './profile.ts'

const BONK = KNOWN_TOKENS.find((t) => t.symbol === 'BONK')?.mint ?? ''
const STRANGER = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'
let network: Localnet
let chain: Chain
let database: TestDatabase
let maker: KeyPairSigner
let now = Date.now()
const clock = { ...systemClock, now: () => now }
const market = (more: object = {}): Market =>
  createSimulatedMarket({
    db: database.db,
    chain,
    clock,
    maker: async () => maker,
    seed: 'test',
    cluster: 'localnet',
    ...more,
  })
before(async () => {
  network = await startLocalnet({ rpcPort: 0 })
  chain = createRpcChain({ url: network.rpcUrl, log: createLog('silent') })
  database = await openTestDatabase()
  maker = await generateKeyPairSigner()
})
after(async () => {
  await network.close()
  await database.close()
})

/** A swap of 1,000 SOL. */
const thousandSol = () => ({
  operationId: randomUUID(),
  inputMint: SOL_MINT,
  outputMint: BONK,
  inAmount: 10n ** 12n,
  outAmount: 1n,
})

void test('a swap that settled moves both prices once however often it is told, and the move halves with time', async () => {
  const m = market()
  const swap = thousandSol()
  const price = async () => (await m.priceUsd(BONK)) ?? 0n
  const calm = await price()
  const solCalm = (await m.priceUsd(SOL_MINT)) ?? 0n
  await m.settled(swap)
  const moved = await price()
  await m.settled(swap)
  assert.equal(await price(), moved)
  const expected = (solCalm * 1_000n * 10n ** 9n) / (5_000_000n * 10n ** 12n)
  assert.ok(moved > calm)
  assert.equal(moved, (calm * (10n ** 9n + expected)) / 10n ** 9n)
  assert.ok(((await m.priceUsd(SOL_MINT)) ?? 0n) < solCalm)

  now += IMPACT_HALF_LIFE_MS
  const share = async () => {
    const candle = (
      await m.candles({ mint: BONK, seconds: 1, from: Math.floor(now / 1000), to: now / 1000 + 1 })
    ).at(-1)
    return Number(await price()) / ((candle?.close ?? 0) * 1e12) - 1
  }
  assert.ok(Math.abs((await share()) / (Number(expected) / 2e9) - 1) < 0.01)
  now += 30 * IMPACT_HALF_LIFE_MS
  assert.ok(Math.abs(await share()) < 1e-7)
})

void test('a price has moved from the time on that the history tells, however long the database takes to write it', async () => {
  const written = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  /** Its writes wait until they are released. */
  const slow = new Proxy(database.db, {
    get(db, name) {
      if (name !== 'insert') return Reflect.get(db, name) as unknown
      return (...args: Parameters<typeof db.insert>) => ({
        values: (rows: never) => ({
          onConflictDoNothing: async () => {
            begun.resolve()
            await written.promise
            await db
              .insert(...args)
              .values(rows)
              .onConflictDoNothing()
          },
        }),
      })
    },
  })
  const m = market({ db: slow })
  const from = now
  const price = async () => Number((await m.priceUsd(BONK)) ?? 0n) / 1e12
  const settled = m.settled({
    operationId: randomUUID(),
    inputMint: SOL_MINT,
    outputMint: BONK,
    inAmount: 10n ** 12n,
    outAmount: 1n,
  })
  await begun.promise
  now += 7_000
  const [at, seen] = [now, await price()]
  written.resolve()
  await settled
  assert.ok(Math.abs((await price()) / seen - 1) < 1e-9, 'counted once')
  now += 1_000
  const past = await m.past?.({ mint: BONK, from, to: now })
  assert.ok(Math.abs((past?.at(at) ?? 0) / seen - 1) < 1e-7, `${past?.at(at)} ${seen}`)
})

void test('a swap that was dropped moves its prices back, and one that settles again moves them once', async () => {
  const m = market()
  const price = async () => (await m.priceUsd(BONK)) ?? 0n
  const swap = thousandSol()
  const calm = await price()
  await m.unsettled(swap.operationId)
  await m.settled(swap)
  const moved = await price()
  assert.ok(moved > calm)
  await m.unsettled(swap.operationId)
  await m.unsettled(swap.operationId)
  assert.equal(await price(), calm)
  await m.settled(swap)
  await m.settled(swap)
  assert.equal(await price(), moved)
  await m.unsettled(swap.operationId)
})

void test('the past is what was seen then, with the effect of trades, and is not told beyond what is kept', async () => {
  const m = market()
  const seen: [number, number][] = []
  const from = now
  for (let i = 0; i < 40; i++) {
    now += 7_000
    if (i % 9 === 4)
      await m.settled({
        operationId: randomUUID(),
        inputMint: i % 2 ? SOL_MINT : BONK,
        outputMint: i % 2 ? BONK : SOL_MINT,
        inAmount: i % 2 ? 10n ** 12n : 10n ** 15n,
        outAmount: 1n,
      })
    now += 1_000
    seen.push([now, Number((await m.priceUsd(BONK)) ?? 0n) / 1e12])
  }
  const past = await m.past?.({ mint: BONK, from, to: now })
  assert.ok(past)
  assert.equal(past.everyMs, 0)
  for (const [ms, price] of seen.toReversed()) assert.ok(Math.abs(past.at(ms) / price - 1) < 1e-7, `${ms}`)
  const calm = createPath(createProfile(BONK, 'test'))
  assert.ok(
    seen.some(([ms, price]) => Math.abs(price / calm.at(ms) - 1) > 1e-4),
    'trades moved it',
  )
  assert.equal(await m.past?.({ mint: STRANGER, from, to: now }), null)
  assert.equal(await m.past?.({ mint: BONK, from: now - 91 * 86_400_000, to: now }), null)
})

void test('two markets on one seed agree to the last digit, and a mint that is not there has no price', async () => {
  const request = { inputMint: SOL_MINT, outputMint: USDC_MINT, inAmount: 10n ** 9n, slippageBps: 50 }
  assert.deepEqual(await market().quote(request), await market().quote(request))
  assert.equal(await market().priceUsd(STRANGER), null)
  const unknown = await market().quote({ ...request, outputMint: STRANGER })
  assert.ok(isNoQuote(unknown) && unknown.unavailable.code === 'not_traded')
  assert.deepEqual(await market().candles({ mint: STRANGER, seconds: 60, from: 0, to: 600 }), [])
})

void test('on devnet only mints made here are traded', async () => {
  const m = market({ cluster: 'devnet', mintsHere: async (mint: string) => mint === BONK })
  assert.equal(await m.priceUsd(USDC_MINT), null)
  assert.ok(((await m.priceUsd(BONK)) ?? 0n) > 0n)
  assert.equal(await market({ cluster: 'devnet' }).priceUsd(BONK), null)
})

void test('on mainnet-beta nothing is traded and nothing has a price', async () => {
  const m = market({ cluster: 'mainnet-beta', mintsHere: async () => true })
  assert.equal(await m.priceUsd(SOL_MINT), null)
  const none = await m.quote({ inputMint: SOL_MINT, outputMint: BONK, inAmount: 10n ** 9n, slippageBps: 10 })
  assert.ok(isNoQuote(none) && none.unavailable.code === 'not_traded')
})

void test('preparing prices the swap anew: beyond the limit it has moved and names what it would bring', async () => {
  const m = market()
  const trader = (await generateKeyPairSigner()).address
  const quote = (await m.quote({
    inputMint: SOL_MINT,
    outputMint: BONK,
    inAmount: 10n ** 9n,
    slippageBps: 10,
  })) as Quote
  const ready = await m.prepare(quote, trader)
  assert.ok('instructions' in ready)
  assert.deepEqual({ in: ready.inAmount, out: ready.outAmount }, { in: quote.inAmount, out: quote.outAmount })
  await m.settled({ operationId: randomUUID(), ...quote, inAmount: 10n ** 12n })
  const late = await m.prepare(quote, trader)
  assert.ok('moved' in late && late.outAmount < quote.minOutAmount, 'the price rose by more than 10 bps')
})
