// On PostgreSQL as well.
import { after, before, test } from 'node:test'
import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { KNOWN_TOKENS, SOL_MINT, USDC_MINT } from '@purser/contract/tokens/tokens.ts'
import { type Localnet, startLocalnet } from '@purser/localnet/index.ts'
import { type Address, generateKeyPairSigner } from '@solana/kit'
import { sql } from 'drizzle-orm'
import { createRpcChain } from '../../adapters/chain/rpc.ts'
import { createSimulatedMarket } from '../../adapters/market/simulated/index.ts'
import type { Db } from '../../db/client.ts'
import { type Clock, systemClock } from '../../kernel/clock.ts'
import { isFault } from '../../kernel/fault.ts'
import { createLimiter } from '../../kernel/concurrency/limiter.ts'
import { createLog } from '../../kernel/log.ts'
import { type Heartbeat, startHeartbeat } from '../../kernel/heartbeat.ts'
import type { Chain } from '../../ports/chain.ts'
import type { Execution } from '../../ports/chain-data.ts'
import type { Market } from '../../ports/market.ts'
import { openTestDatabase, type TestDatabase } from '../../test/database.ts'
import { startEngine } from '../../test/engine.ts'
import { recordStatements } from '../../test/statements.ts'
import { until } from '../../test/until.ts'
import type { Transfers } from '../transfers/index.ts'
import { createWallets, type OwnedWallet, type Wallets } from '../wallets/index.ts'
import { createTrading, readTradeResult, type Trading } from './index.ts'
import { computeTraded } from './settle-trade.ts'
import { tradeKind } from './trade.ts'

const BONK = KNOWN_TOKENS.find((t) => t.symbol === 'BONK')?.mint ?? ''
const SOL = 10n ** 9n
const dir = mkdtempSync(join(tmpdir(), 'purser-trade-'))
const journalPath = join(dir, 'journal')
const log = createLog('silent')
let network: Localnet
let chain: Chain
let database: TestDatabase
let heartbeat: Heartbeat
let transfers: Transfers
let wallets: Wallets
let market: Market
let trading: Trading
let userId: number
let maker: Address

before(async () => {
  network = await startLocalnet({ rpcPort: 0 })
  chain = createRpcChain({ url: network.rpcUrl, log })
  database = await openTestDatabase()
  const { db } = database
  heartbeat = await startHeartbeat(db, { alone: true, log })
  transfers = await startEngine({ db, chain, log, heartbeat, journalPath })
  const key = new Uint8Array(randomBytes(32))
  wallets = createWallets({
    db,
    clock: systemClock,
    limiter: createLimiter(db, systemClock),
    masterKey: { current: () => key, candidates: () => [key] },
  })
  const signer = () => wallets.keys.systemSigner('market-maker')
  maker = (await signer()).address
  market = createSimulatedMarket({
    db,
    chain,
    clock: systemClock,
    maker: signer,
    seed: 'trade',
    cluster: 'localnet',
  })
  trading = createTrading({ db, clock: systemClock, market, transfers, wallets, chain })
  const { rows } = (await db.execute(
    sql`insert into users (email) values ('trader@example.com') returning id`,
  )) as { rows: { id: string | number }[] }
  userId = Number(rows[0]?.id)
})
after(async () => {
  await transfers.lifecycle.stop()
  await heartbeat.stop()
  await database.close()
  await network.close()
  rmSync(dir, { recursive: true })
})

/** 0.1 SOL for USDC, in the stored form of a trade. */
const createRequest = (wallet: OwnedWallet) => ({
  wallet: wallet.address,
  inputMint: SOL_MINT,
  outputMint: USDC_MINT,
  inAmount: '100000000',
  slippageBps: 50,
  side: 'buy',
  outputAccount: null,
})
const kindParts = (clock: Clock = systemClock) => ({ db: database.db, clock, market, wallets, chain })

async function newWallet(lamports: bigint): Promise<OwnedWallet> {
  const made = await database.db.transaction((tx) =>
    wallets.creation.generate(tx, userId, { name: undefined, key: false, client: 'test' }),
  )
  if (lamports > 0n) {
    const address = made.address as Address
    await chain.airdrop(address, lamports)
    await until('the airdrop', async () => (await chain.balance(address)).lamports === lamports)
  }
  const [owned] = await wallets.lookups.getByAddresses(userId, [made.address])
  assert.ok(owned)
  return owned
}
const ask = (
  wallet: OwnedWallet,
  inputMint: string,
  outputMint: string,
  inAmount: bigint,
  more: object = {},
) =>
  trading.trade({
    userId,
    wallet,
    inputMint,
    outputMint,
    inAmount,
    slippageBps: 100,
    side: 'buy',
    originKey: randomUUID(),
    ...more,
  })
const held = async (owner: Address, mint: string) =>
  (await chain.holdings(owner)).tokens.filter((t) => t.mint === mint).reduce((n, t) => n + t.amount, 0n)
async function done(id: string) {
  const operation = await transfers.lookups.waitForEnd(id, 30_000)
  assert.equal(operation.status, 'completed', operation.error ?? operation.status)
  const result = readTradeResult(operation)
  assert.ok(result)
  return { operation, result }
}

void test('a wallet buys a token, swaps it for another and sells that: chain and books agree to the lamport', async () => {
  const wallet = await newWallet(2n * SOL)
  const rent = await chain.rentExempt(165)

  const bought = await done((await ask(wallet, SOL_MINT, USDC_MINT, SOL)).id)
  assert.equal(bought.result.inAmount, SOL.toString())
  assert.equal(bought.result.fee, '10000')
  assert.equal(bought.result.rent, rent.toString())
  const afterBuy = 2n * SOL - SOL - 10_000n - rent
  assert.equal((await chain.balance(wallet.address)).lamports, afterBuy)
  const usdc = await held(wallet.address, USDC_MINT)
  assert.equal(bought.result.outAmount, usdc.toString())
  const usd = Number(bought.result.inPriceUsd)
  assert.ok(Math.abs(Number(usdc) / 1e6 / usd - 1) < 0.02, `${usdc} for 1 SOL at ${usd}`)
  const movements = await transfers.lookups.listMovements(bought.operation.id)
  assert.deepEqual(
    movements.map((m) => [m.mint, m.amount, m.status]),
    [
      [SOL_MINT, SOL, 'confirmed'],
      [USDC_MINT, usdc, 'confirmed'],
    ],
  )

  const across = await done((await ask(wallet, USDC_MINT, BONK, usdc)).id)
  assert.equal(await held(wallet.address, USDC_MINT), 0n)
  const bonk = await held(wallet.address, BONK)
  assert.equal(across.result.outAmount, bonk.toString())
  const afterAcross = afterBuy - 10_000n - rent
  assert.equal((await chain.balance(wallet.address)).lamports, afterAcross)

  const sold = await done((await ask(wallet, BONK, SOL_MINT, bonk)).id)
  assert.equal(sold.result.rent, '0')
  const end = (await chain.balance(wallet.address)).lamports
  assert.equal(end, afterAcross - 10_000n + BigInt(sold.result.outAmount))
  assert.ok(BigInt(sold.result.outAmount) < SOL, 'going round never gains')
  assert.equal(await held(wallet.address, BONK), 0n)

  assert.deepEqual(
    await database.db
      .execute(sql`select mint from market_impacts where operation_id = ${sold.operation.id} order by ppb`)
      .then((r) => (r as { rows: { mint: string }[] }).rows.map((row) => row.mint)),
    [BONK, SOL_MINT],
  )
})

void test('a trade takes at most nine statements and three transactions from its decision to its end', async () => {
  const wallet = await newWallet(2n * SOL)
  await done((await ask(wallet, SOL_MINT, BONK, SOL / 10n)).id)
  const { statements, transactions } = await recordStatements(async () => {
    const originKey = randomUUID()
    assert.equal(await transfers.lookups.findByOrigin(originKey), undefined)
    const [owned] = await wallets.lookups.getByAddresses(userId, [wallet.address])
    assert.ok(owned)
    await done((await ask(owned, SOL_MINT, BONK, SOL / 10n, { originKey, looked: true })).id)
  })
  // Prices are the market's.
  const sent = statements.filter((text) => !text.includes('from "market_impacts"'))
  assert.ok(sent.length <= 9, `${sent.length} statements:\n${sent.join('\n')}`)
  assert.ok(transactions <= 3, `${transactions} transactions:\n${sent.join('\n')}`)
})

void test('asked again under the same key a trade is the same operation and happens once', async () => {
  const wallet = await newWallet(SOL)
  const originKey = randomUUID()
  const both = await Promise.all([1, 2].map(() => ask(wallet, SOL_MINT, BONK, SOL / 10n, { originKey })))
  assert.equal(both[0]?.id, both[1]?.id)
  const { operation, result } = await done(both[0]?.id ?? '')
  assert.equal((await ask(wallet, SOL_MINT, BONK, SOL / 10n, { originKey })).id, operation.id)
  assert.equal(await held(wallet.address, BONK), BigInt(result.outAmount))
})

void test('trades at once out of one wallet never spend the same funds', async () => {
  const wallet = await newWallet(SOL)
  const asked = await Promise.allSettled([1, 2, 3].map(() => ask(wallet, SOL_MINT, BONK, (SOL * 4n) / 10n)))
  const begun = asked.flatMap((a) => (a.status === 'fulfilled' ? [a.value] : []))
  assert.equal(begun.length, 2)
  const refused = asked.find((a) => a.status === 'rejected')
  assert.ok(refused && isFault(refused.reason, 'funds_in_flight'))
  const results = await Promise.all(begun.map(({ id }) => done(id)))
  const spent = results.reduce(
    (n, { result }) => n + BigInt(result.inAmount) + BigInt(result.fee) + BigInt(result.rent),
    0n,
  )
  assert.equal((await chain.balance(wallet.address)).lamports, SOL - spent)
  const got = results.reduce((n, { result }) => n + BigInt(result.outAmount), 0n)
  assert.equal(await held(wallet.address, BONK), got)
})

void test('a wallet can trade all it has but what the chain demands, and not a lamport more', async () => {
  const wallet = await newWallet(SOL)
  const most = SOL - 10_000n - (await chain.rentExempt(165)) - (await chain.rentExempt(0))
  await assert.rejects(ask(wallet, SOL_MINT, USDC_MINT, most + 1n), (e) => isFault(e, 'insufficient_balance'))
  await done((await ask(wallet, SOL_MINT, USDC_MINT, most)).id)
  assert.equal((await chain.balance(wallet.address)).lamports, await chain.rentExempt(0))
})

void test('what cannot be traded is refused before anything is written', async () => {
  const wallet = await newWallet(SOL)
  const stranger = (await generateKeyPairSigner()).address
  await assert.rejects(ask(wallet, SOL_MINT, stranger, SOL / 2n), (e) => isFault(e, 'unknown_mint'))
  await assert.rejects(ask(wallet, SOL_MINT, SOL_MINT, SOL / 2n), (e) => isFault(e, 'no_liquidity'))
  await assert.rejects(ask(wallet, SOL_MINT, BONK, 10n ** 18n), (e) => isFault(e, 'no_liquidity'))
  await assert.rejects(ask(wallet, SOL_MINT, BONK, 0n), (e) => isFault(e, 'invalid_input'))
  assert.equal((await chain.balance(wallet.address)).lamports, SOL)
})

void test('a price beyond the slippage limit refuses the trade with both figures', async () => {
  const wallet = await newWallet(SOL)
  const jumpy: Market = {
    ...market,
    async quote(request) {
      const quote = await market.quote(request)
      return 'unavailable' in quote ? quote : { ...quote, minOutAmount: quote.outAmount * 2n }
    },
  }
  const kind = tradeKind({ ...kindParts(), market: jumpy })
  const request = createRequest(wallet)
  const built = await kind.build({ id: randomUUID(), userId, request } as Parameters<typeof kind.build>[0])
  assert.ok('refused' in built)
  const figures =
    /^The price moved beyond the slippage limit of 0\.5%: expected at least (\d{1,3}(?:,\d{3})*\.\d+) USDC, but the market gives (\d{1,3}(?:,\d{3})*\.\d+)\.$/
  const [expected = 0, got = 0] = (figures.exec(built.refused) ?? [])
    .slice(1)
    .map((n) => Number(n.replaceAll(',', '')))
  assert.ok(Math.abs(expected / got - 2) < 0.01, built.refused)
})

void test('a trade that a stopped server left is resumed by the next one and happens once', async () => {
  const wallet = await newWallet(SOL)
  const { id } = await ask(wallet, SOL_MINT, BONK, SOL / 4n)
  await transfers.lifecycle.stop()
  await heartbeat.stop()
  assert.notEqual((await transfers.lookups.find(id))?.status, 'completed')
  heartbeat = await startHeartbeat(database.db, { alone: true, log })
  transfers = await startEngine({ db: database.db, chain, log, heartbeat, journalPath })
  trading = createTrading({ db: database.db, clock: systemClock, market, transfers, wallets, chain })
  assert.ok((await transfers.lifecycle.resume()) >= 1)
  const { result } = await done(id)
  assert.equal(await held(wallet.address, BONK), BigInt(result.outAmount))
  const spent = SOL / 4n + BigInt(result.fee) + BigInt(result.rent)
  assert.equal((await chain.balance(wallet.address)).lamports, SOL - spent)
})

void test('once everything is stopped nothing is signed of what was submitted before, but the sale that ends a strategy', async () => {
  const { db } = database
  const wallet = await newWallet(2n * SOL)
  const halts = await transfers.submit.halts(userId)
  // A server that dies before it has signed.
  await transfers.lifecycle.stop()
  const [order, exit] = [
    await ask(wallet, SOL_MINT, BONK, SOL / 4n, { halts }),
    await ask(wallet, SOL_MINT, USDC_MINT, SOL / 4n, { isExit: true }),
  ]
  await heartbeat.stop()
  heartbeat = await startHeartbeat(db, { alone: true, log })
  transfers = await startEngine({ db, chain, log, heartbeat, journalPath })
  trading = createTrading({ db, clock: systemClock, market, transfers, wallets, chain })
  const how = { except: ['trade', 'faucet'], reason: 'It was not sent.' }
  const { trades } = await db.transaction((tx) => transfers.submit.cancelWaiting(tx, userId, how))
  assert.deepEqual(
    trades.map(({ id }) => id),
    [order.id],
  )
  await transfers.lifecycle.resume()
  await done(exit.id)
  assert.equal((await transfers.lookups.find(order.id))?.error, 'It was not sent.')
  assert.equal(await held(wallet.address, BONK), 0n)
  // One that was paused, and had decided before.
  await assert.rejects(ask(wallet, SOL_MINT, BONK, SOL / 4n, { halts }), (error) =>
    isFault(error, 'stopped_meanwhile'),
  )
  await done(
    (await ask(wallet, SOL_MINT, BONK, SOL / 4n, { halts: await transfers.submit.halts(userId) })).id,
  )
})

void test('a trade that lost its details with the database is refused, and one that was executed ends with its fee', async () => {
  const kind = tradeKind(kindParts())
  const lost = { id: randomUUID(), userId, request: {} } as Parameters<typeof kind.build>[0]
  assert.deepEqual(await kind.build(lost), {
    refused: 'The details of this trade were lost with the database; nothing was resent.',
  })
  const execution: Execution = { slot: 1n, err: null, fee: 10_000n, logs: [], lamports: [], tokens: [] }
  assert.deepEqual(await kind.settle?.(lost, execution), { result: { fee: '10000' } })
  assert.equal(readTradeResult({ result: { fee: '10000' } }), null)
})

void test('what the journal keeps of a trade is enough to book it and too little to send it again', async () => {
  const wallet = await newWallet(2n * SOL)
  const kind = tradeKind(kindParts())
  const request = createRequest(wallet)
  const recalled = kind.recall(request)
  const restored = { id: randomUUID(), userId, request: recalled } as Parameters<typeof kind.build>[0]
  assert.ok('refused' in (await kind.build(restored)), 'nothing is sent again')
  const execution: Execution = {
    slot: 1n,
    err: null,
    fee: 10_000n,
    logs: [],
    lamports: [{ address: wallet.address, before: 500_000_000n, after: 399_990_000n }],
    tokens: [{ owner: wallet.address, mint: USDC_MINT, before: 0n, after: 15_000_000n }] as never,
  }
  const settled = await kind.settle?.(restored, execution)
  const result = readTradeResult({ result: settled?.result })
  assert.deepEqual([result?.inAmount, result?.outAmount], ['100000000', '15000000'])
  assert.equal(kind.recall({}), undefined)
})

void test('a trade is signed within the limits of its decision or not at all, also when it is built anew', async () => {
  const wallet = await newWallet(3n * SOL)
  let now = Date.now()
  const kind = tradeKind(kindParts({ ...systemClock, now: () => now }))
  const quote = await market.quote({
    inputMint: SOL_MINT,
    outputMint: USDC_MINT,
    inAmount: SOL / 10n,
    slippageBps: 100,
  })
  assert.ok(!('unavailable' in quote))
  const operation = await ask(wallet, SOL_MINT, USDC_MINT, SOL / 10n)
  const createRequest = (minOut: bigint, deadline: number) => ({
    ...operation,
    request: {
      ...(operation.request as object),
      minOut: minOut.toString(),
      deadline,
    },
  })
  const within = createRequest(quote.minOutAmount, now + 60_000)
  assert.ok(!('refused' in (await kind.build(within))), 'in time and at its price it is built')
  const dear = await kind.build(createRequest(quote.outAmount * 2n, now + 60_000))
  assert.ok('refused' in dear)
  assert.match(dear.refused, /^The price moved beyond the limit set when it was decided/)
  assert.equal(await trading.findRefusal(operation.id), 'price')
  now += 60_001
  const late = await kind.build(within)
  assert.deepEqual(late, {
    refused: 'It could not be sent in the time allowed; nothing was traded.',
  })
})

void test('a trade past its deadline is ended by its code before anything is signed, and never sent', async () => {
  const wallet = await newWallet(3n * SOL)
  const before = (await chain.balance(wallet.address)).lamports
  const late = await ask(wallet, SOL_MINT, USDC_MINT, SOL / 10n, { deadline: new Date(Date.now() - 1) })
  const ended = await transfers.lookups.waitForEnd(late.id, 20_000)
  assert.equal(ended.status, 'failed')
  assert.equal(await trading.findRefusal(late.id), 'late')
  const dear = await ask(wallet, SOL_MINT, USDC_MINT, SOL / 10n, { minOut: 10n ** 15n })
  assert.equal((await transfers.lookups.waitForEnd(dear.id, 20_000)).status, 'failed')
  assert.equal(await trading.findRefusal(dear.id), 'price')
  const originKey = randomUUID()
  const gone = await trading.giveUpLate({ userId, originKey })
  assert.deepEqual([gone.status, await trading.findRefusal(gone.id)], ['failed', 'late'])
  const met = await ask(wallet, SOL_MINT, USDC_MINT, SOL / 10n, { originKey })
  assert.equal(met.id, gone.id, 'a submit that is late meets it')
  assert.equal((await chain.balance(wallet.address)).lamports, before)
})

void test('what a trader spent and received is separate from fee and rent, also where the account held lamports before', () => {
  const request = {
    wallet: 'W',
    inputMint: SOL_MINT,
    outputMint: BONK,
    inAmount: '1000',
    slippageBps: 1,
    outputAccount: 'A',
  }
  const execution: Execution = {
    slot: 1n,
    err: null,
    fee: 10n,
    logs: [],
    lamports: [
      { address: 'W' as Address, before: 5_000n, after: 3_700n },
      { address: 'A' as Address, before: 10n, after: 300n },
      { address: maker, before: 0n, after: 1_000n },
    ],
    tokens: [
      { owner: 'W' as Address, mint: BONK as Address, before: 1n, after: 8n },
      { owner: maker, mint: BONK as Address, before: 9n, after: 2n },
    ],
  }
  assert.deepEqual(computeTraded(request, execution), { inAmount: 1_000n, outAmount: 7n, rent: 290n })
})
