import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import { ConfigError } from './config.ts'
import { createLog } from './kernel/log.ts'
import { createRpcChain } from './adapters/chain/rpc.ts'
import { Fault } from './kernel/fault.ts'
import { guardNetwork } from './network.ts'
import { startTestDesk } from './test/harness.ts'

const desk = await startTestDesk({ network: 'steered' })
const { db } = desk.database

test('the network of the first start is remembered, and another one ends the start', async () => {
  const { rows } = (await db.execute(sql`select value from settings where key = 'genesis_hash'`)) as {
    rows: { value: string }[]
  }
  assert.equal(rows[0]?.value, await desk.chain('getGenesisHash'))
  await desk.stop()
  await db.execute(sql`update settings set value = 'elsewhere' where key = 'genesis_hash'`)
  await assert.rejects(
    desk.start(),
    (error) => error instanceof ConfigError && /elsewhere/.test(error.message),
  )
  await db.execute(sql`delete from settings`)
  await desk.start()
})

test('nothing can be signed while the network is unknown, and it is asked for again', async () => {
  const away = createRpcChain({ url: 'http://127.0.0.1:9', log: createLog('silent') })
  const { chain, verify } = guardNetwork(away, { db, cluster: 'localnet' })
  for (const ask of [verify, chain.latestBlockhash])
    await assert.rejects(ask(), (error) => error instanceof Fault && error.code === 'chain_away')
})

test('mainnet behind the name of a test network is refused', async () => {
  const real = createRpcChain({ url: 'http://127.0.0.1:9', log: createLog('silent') })
  const mainnet = { ...real, genesisHash: async () => '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d' }
  const { chain } = guardNetwork(mainnet, { db, cluster: 'devnet' })
  await assert.rejects(chain.latestBlockhash(), /mainnet-beta/)
})
