// On PostgreSQL as well.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { SOL_DECIMALS } from '@purser/contract/money.ts'
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import { startLocalnet } from '@purser/localnet/index.ts'
import { getTransferSolInstruction } from '@solana-program/system'
import { generateKeyPairSigner, type Signature } from '@solana/kit'
import { sql } from 'drizzle-orm'
import { ConfigError } from './config/config.ts'
import { systemClock } from './kernel/clock.ts'
import { createLog } from './kernel/log.ts'
import { createCluster } from './adapters/chain/cluster/cluster.ts'
import { createRpcNode } from './adapters/chain/rpc.ts'
import { Fault, isFault } from './kernel/fault.ts'
import { guardEndpoints, guardNetwork } from './network.ts'
import { users } from './domains/accounts/accounts.tables.ts'
import { startEngine } from './test/engine.ts'
import { createLegs } from './test/payment.ts'
import { startHeartbeat } from './kernel/heartbeat.ts'
import type { ChainNode } from './ports/chain.ts'
import { openTestDatabase } from './test/database.ts'
import { startTestDesk, until } from './test/harness.ts'

const desk = await startTestDesk({ network: 'steered' })
const { db } = desk.database
const log = createLog('silent')

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
  const away = createRpcNode({ url: 'http://127.0.0.1:9', log })
  const { node, verify } = guardNetwork(away, { db, cluster: 'localnet', log })
  for (const ask of [verify, node.latestBlockhash])
    await assert.rejects(ask(), (error) => error instanceof Fault && error.code === 'chain_away')
})

test('mainnet behind the name of a test network is refused', async () => {
  const real = createRpcNode({ url: 'http://127.0.0.1:9', log })
  const mainnet = { ...real, genesisHash: async () => '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d' }
  const { node, verify } = guardNetwork(mainnet, { db, cluster: 'devnet', log })
  await assert.rejects(verify(), /mainnet-beta/)
  await assert.rejects(
    node.latestBlockhash(),
    (error) => error instanceof Fault && error.code === 'chain_away',
  )
})

test('another network under the name of mainnet ends the start, and is not remembered', async () => {
  const empty = await openTestDatabase()
  const away = createRpcNode({ url: 'http://127.0.0.1:9', log })
  const start = (hash: string) =>
    guardEndpoints([{ ...away, name: 'endpoint 1', genesisHash: async () => hash }], {
      db: empty.db,
      cluster: 'mainnet-beta',
      log,
    })
  try {
    await assert.rejects(start('a-genesis-of-another'), (error) => {
      assert.ok(error instanceof ConfigError)
      assert.match(
        error.message,
        /^SOLANA_CLUSTER is mainnet-beta, but endpoint 1 is a different network: a-genesis/,
      )
      return true
    })
    await start('5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d')
  } finally {
    await empty.close()
  }
})

test('the first start stores no network while its endpoints are several', async () => {
  const empty = await openTestDatabase()
  const away = createRpcNode({ url: 'http://127.0.0.1:9', log })
  const at = (name: string, hash: string): ChainNode => ({ ...away, name, genesisHash: async () => hash })
  const start = (nodes: ChainNode[]) => guardEndpoints(nodes, { db: empty.db, cluster: 'localnet', log })
  const another = (error: unknown) =>
    error instanceof ConfigError && /endpoint 2 is network there/.test(error.message)
  try {
    await assert.rejects(start([at('endpoint 1', 'here'), at('endpoint 2', 'there')]), another)
    // The first to answer decided nothing.
    await start([at('endpoint 1', 'there'), away, at('endpoint 3', 'there')])
    await assert.rejects(
      start([at('endpoint 1', 'here')]),
      (error) => error instanceof ConfigError && /belongs to network there/.test(error.message),
    )
  } finally {
    await empty.close()
  }
})

/** One address, behind which the network can change from one moment to the next. */
async function twoNetworks() {
  const options = { rpcPort: 0, clock: 'steered', faults: true } as const
  const [database, ...networks] = await Promise.all([
    openTestDatabase(),
    startLocalnet(options),
    startLocalnet(options),
  ])
  const chains = networks.map(({ rpcUrl }) => createRpcNode({ url: rpcUrl, log }))
  const [right, second] = chains as [ChainNode, ChainNode]
  // All local networks begin alike, and need different hashes here.
  const other: ChainNode = { ...second, genesisHash: async () => 'elsewhere' }
  const rpc = async (which: 0 | 1, method: string, ...params: unknown[]) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const headers = { 'content-type': 'application/json' }
    await fetch(networks[which].rpcUrl, { method: 'POST', headers, body })
  }
  const line = { leadsTo: right, asked: [] as string[] }
  const behind = new Proxy(right, {
    get: (_, name: keyof ChainNode) => (line.asked.push(name), line.leadsTo[name]),
  })
  const { node } = guardNetwork({ ...right, ...bound(behind) }, { db: database.db, cluster: 'localnet', log })
  const chain = createCluster([node])
  after(async () => {
    await Promise.all([database.close(), ...networks.map((network) => network.close())])
  })
  return { db: database.db, kind: database.kind, chain, line, right, other, rpc }
}
/** Calls whatever the line leads to at that moment. */
const bound = (behind: ChainNode): Partial<ChainNode> =>
  Object.fromEntries(
    Object.keys(behind)
      .filter((name) => name !== 'name' && name !== 'health')
      .map((name) => [
        name,
        (...asked: never[]) => (behind[name as keyof ChainNode] as (...a: never[]) => unknown)(...asked),
      ]),
  )

test('of a single endpoint that turns into another network nothing is read until it is the right one again', async () => {
  const { chain, line, right, other } = await twoNetworks()
  await chain.blockHeight('moved')
  const { address } = await generateKeyPairSigner()
  assert.equal((await chain.balance(address)).lamports, 0n)
  line.leadsTo = other
  await assert.rejects(chain.blockHeight('moved'), (error) => isFault(error, 'chain_away'))
  line.asked.splice(0)
  for (const read of [
    () => chain.balance(address),
    () => chain.accounts([address]),
    () => chain.holdings(address),
    () => chain.execution('1'.repeat(64) as Signature),
  ])
    await assert.rejects(read(), (error) => isFault(error, 'chain_away'))
  assert.deepEqual(
    line.asked.filter((name) => name !== 'genesisHash'),
    [],
  )
  line.leadsTo = right
  assert.equal((await chain.balance(address)).lamports, 0n)
})

test('nothing is concluded from another, higher network behind the same address', async () => {
  const { db, kind, chain, line, right, other, rpc } = await twoNetworks()
  await rpc(1, 'localnet_advanceSlots', 2_000)
  await rpc(0, 'localnet_setSlotTime', 15)
  const source = await generateKeyPairSigner()
  const { address: destination } = await generateKeyPairSigner()
  await rpc(0, 'requestAirdrop', source.address, 1_000_000_000)
  await until('it is funded', async () => (await right.balance(source.address)).lamports > 0n)
  const [user] = await db.insert(users).values({ email: 'here@example.com' }).returning()
  const heartbeat = await startHeartbeat(db, { alone: kind === 'embedded', log })
  const journalPath = join(mkdtempSync(join(tmpdir(), 'purser-network-')), 'transactions.jsonl')
  const engine = await startEngine({ db, chain, log, heartbeat, journalPath })
  const amount = 5_000_000n
  engine.lifecycle.register('send', {
    build: async () => ({
      feePayer: source,
      instructions: [getTransferSolInstruction({ source, destination, amount })],
    }),
  })
  await engine.lifecycle.resume()
  try {
    await rpc(0, 'localnet_setFaults', [{ method: 'sendTransaction', kind: 'drop' }])
    const { id } = await engine.submit.submit({
      userId: user?.id ?? 0,
      type: 'send',
      originKey: randomUUID(),
      request: {},
      ...createLegs({ from: source.address, to: destination, amount }),
    })
    const signature = await until('it is signed', () => engine.signatures.find(id))
    // Meanwhile the right one stands still.
    await rpc(0, 'localnet_setSlotTime', 600_000)
    line.leadsTo = other
    line.asked = []
    const asked = (name: string) => line.asked.filter((method) => method === name).length
    await until('it asked the other network', () => asked('blockHeight') > 1)
    const away = (error: unknown) => error instanceof Fault && error.code === 'chain_away'
    await assert.rejects(chain.blockHeight('moved'), away)
    await assert.rejects(chain.nodes[0]?.lookUp([signature as Signature]) ?? Promise.resolve(), away)
    assert.equal((await chain.send(new Uint8Array(200))).outcome, 'unknown')
    assert.equal((await engine.lookups.find(id))?.error, null)
    line.leadsTo = right
    await rpc(0, 'localnet_clearFaults')
    await rpc(0, 'localnet_setSlotTime', 50)
    const done = async () => (await engine.lookups.find(id))?.status === 'completed'
    await until('it is paid', done)
    // The same bytes: nothing was signed anew.
    assert.equal(await engine.signatures.find(id), signature)
    assert.equal((await right.balance(destination)).lamports, amount)
  } finally {
    await engine.lifecycle.stop()
    await heartbeat.stop()
  }
})
