// On PostgreSQL as well.
import { after, before, test } from 'node:test'
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import { generateKeyPairSigner } from '@solana/kit'
import { type Localnet, startLocalnet } from '@purser/localnet/index.ts'
import { sql } from 'drizzle-orm'
import { systemClock } from '../../../kernel/clock.ts'
import { createLog } from '../../../kernel/log.ts'
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { until } from '../../../test/until.ts'
import { createRpcChain } from '../../chain/rpc.ts'
import { createSimulatedMarket } from './index.ts'

let network: Localnet
let database: TestDatabase
before(async () => {
  network = await startLocalnet({ rpcPort: 0 })
  database = await openTestDatabase()
})
after(async () => {
  await network.close()
  await database.close()
})

test('a swap of a mint that is not traded any more settles in its transaction, and nothing waits for itself', async () => {
  const { db } = database
  const maker = await generateKeyPairSigner()
  const market = createSimulatedMarket({
    db,
    chain: createRpcChain({ url: network.rpcUrl, log: createLog('silent') }),
    clock: systemClock,
    maker: async () => maker,
    seed: 'test',
    cluster: 'devnet',
    // Stands for the desk's search for tokens that were created here: there is none.
    mintsHere: async () =>
      ((await db.execute(sql`select 1 where false`)) as { rows: unknown[] }).rows.length > 0,
  })
  const outputMint = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'
  await market.priceUsd(SOL_MINT)
  assert.equal(await market.priceUsd(outputMint), null)
  const swap = {
    operationId: randomUUID(),
    inputMint: SOL_MINT,
    outputMint,
    inAmount: 10n ** 9n,
    outAmount: 1n,
  }
  let done = false
  void db.transaction((tx) => market.settled(swap, tx)).then(() => (done = true))
  await until('it is settled', () => done)
})
