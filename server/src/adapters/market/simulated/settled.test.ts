// On PostgreSQL as well.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { KNOWN_TOKENS, SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import { createBus } from '../../../kernel/bus.ts'
import { systemClock } from '../../../kernel/clock.ts'
import { createLog } from '../../../kernel/log.ts'
import type { Chain } from '../../../ports/chain.ts'
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { marketImpacts } from '../simulated.tables.ts'
import { createSimulatedMarket } from './index.ts'

const BONK = KNOWN_TOKENS.find((t) => t.symbol === 'BONK')?.mint ?? ''
let database: TestDatabase
before(async () => {
  database = await openTestDatabase()
})
after(() => database.close())

const chain = {
  mintInfo: async () => ({ mint: BONK, decimals: 5, supply: 0n, program: BONK }),
} as unknown as Chain
const maker = async () => assert.fail('nothing is signed here')
const now = Date.now()
const market = (bus = createBus(createLog('silent'))) =>
  createSimulatedMarket({
    db: database.db,
    bus,
    chain,
    clock: { ...systemClock, now: () => now },
    maker,
    seed: 'test',
    cluster: 'localnet',
  })
const swap = () => ({
  operationId: randomUUID(),
  inputMint: SOL_MINT,
  outputMint: BONK,
  inAmount: 10n ** 12n,
  outAmount: 1n,
})
const rows = async () => (await database.db.select().from(marketImpacts)).length

void test('a swap that settles within a transaction moves the price once it is committed and told, and once', async () => {
  const bus = createBus(createLog('silent'))
  const [m, same] = [market(bus), market(bus)]
  const price = async () => (await m.priceUsd(BONK)) ?? 0n
  const calm = await price()
  await m.priceUsd(SOL_MINT)
  assert.equal(await same.priceUsd(BONK), calm)
  const failed = database.db.transaction(async (tx) => {
    await m.settled(swap(), tx)
    throw new Error('rolled back')
  })
  await assert.rejects(failed, /rolled back/)
  assert.equal(await rows(), 0)
  assert.equal(await price(), calm)

  const one = swap()
  const committed = await database.db.transaction((tx) => m.settled(one, tx))
  assert.equal(await rows(), 2)
  assert.equal(await price(), calm)
  committed()
  const moved = await price()
  assert.ok(moved > calm)
  assert.equal(await same.priceUsd(BONK), moved)
  assert.equal(await market().priceUsd(BONK), moved, 'as the table tells it')
  const again = await database.db.transaction((tx) => m.settled(one, tx))
  again()
  assert.equal(await price(), moved)
  await same.unsettled(one.operationId)
  assert.equal(await price(), calm)
})

void test('within a transaction a market that knows no price yet waits for nothing but its handle', async () => {
  const m = market()
  await m.candles({ mint: BONK, seconds: 60, from: 0, to: 0 })
  const one = swap()
  const committed = await database.db.transaction((tx) => m.settled(one, tx))
  committed()
  assert.equal(await m.priceUsd(BONK), await market().priceUsd(BONK))
})
