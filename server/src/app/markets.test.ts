// On PostgreSQL as well.
/**
 * Promises of the port that every market keeps: the simulated one, practice at live prices, and the live one on a chain
 * that presents itself as mainnet. All three are asked alike for everything that a strategy relies on.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { KNOWN_TOKENS, SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import { startLocalnet } from '@purser/localnet/index.ts'
import { type Address, generateKeyPairSigner } from '@solana/kit'
import { createRpcChain } from '../adapters/chain/rpc.ts'
import { readConfig } from '../config/config.ts'
import { mirrorInto } from '../desk.ts'
import { systemClock } from '../kernel/clock.ts'
import { compile, DEFAULT_BUDGET } from '../kernel/solana/compile.ts'
import { createLog } from '../kernel/log.ts'
import { type Market, PRICE_SCALE, type Quote, type QuoteRequest } from '../ports/market.ts'
import { openTestDatabase } from '../test/database.ts'
import { openMainnetServices } from '../test/mainnet-services.ts'
import { fund, SOL } from '../test/money.ts'
import { type Rpc, connectRpc } from '../test/rpc.ts'
import { openServices, type ServicesDouble } from '../test/services-double.ts'
import { strangeMint } from '../test/token-service.ts'
import { until } from '../test/until.ts'
import { createMarket } from './create-market.ts'
import { openLive } from './open-live.ts'

const log = createLog('silent')
const database = await openTestDatabase()
after(() => database.close())
const maker = await generateKeyPairSigner()
const UNKNOWN = (await generateKeyPairSigner()).address
const BONK = KNOWN_TOKENS.find(({ symbol }) => symbol === 'BONK') ?? assert.fail('BONK is known')
const FAR = { mint: strangeMint('far'), symbol: 'FAR', name: 'Far Away', decimals: 6, usd: 0.25 }

type Network = { rpcUrl: string; close(): Promise<void> }
type Ground = {
  market: Market
  chain: ReturnType<typeof createRpcChain>
  rpc: Rpc
  mint: string
  decimals: number
}

const createChain = ({ rpcUrl }: Network) => createRpcChain({ url: rpcUrl, log })

async function overServices(
  services: ServicesDouble,
  network: Network & Partial<Parameters<typeof mirrorInto>[0]>,
  env: Record<string, string>,
): Promise<Ground> {
  services.freeze(true)
  const { rpcUrl } = network
  const config = {
    ...readConfig({ ...services.env, SOLANA_RPC_URL: rpcUrl, MARKET: 'live', ...env }),
    rpcUrl,
  }
  const chain = createChain(network)
  const opened = new AsyncDisposableStack()
  after(() => opened.disposeAsync())
  const kernel = { db: database.db, clock: systemClock, log }
  const live = await openLive({ config }, { chain, kernel }, opened)
  const { mirrorMint: mirror } = network
  const mirrorMint = mirror ? mirrorInto({ mirrorMint: mirror }) : null
  const parts = { db: database.db, chain, clock: systemClock, maker: async () => maker, live, mirrorMint }
  const market = createMarket(config, parts)
  await market.mirror?.create(FAR.mint)
  return { market, chain, rpc: connectRpc(network.rpcUrl), mint: FAR.mint, decimals: FAR.decimals }
}

const grounds: Record<string, () => Promise<Ground>> = {
  async simulated() {
    const network = await startLocalnet({ rpcPort: 0 })
    after(() => network.close())
    const chain = createChain(network)
    const parts = { db: database.db, chain, maker: async () => maker, live: null, mirrorMint: null }
    // Prices stand still, so that what is read one after another can be compared.
    const clock = { ...systemClock, now: () => 1_790_000_000_000 }
    const market = createMarket({ cluster: 'localnet', market: 'simulated' }, { ...parts, clock })
    return { market, chain, rpc: connectRpc(network.rpcUrl), mint: BONK.mint, decimals: BONK.decimals }
  },
  async practice() {
    const network = await startLocalnet({ rpcPort: 0 })
    after(() => network.close())
    const services = await openServices({ clock: systemClock, tokens: [FAR] })
    after(() => services[Symbol.asyncDispose]())
    return overServices(services, network, { SOLANA_CLUSTER: 'localnet' })
  },
  async live() {
    const mainnet = await openMainnetServices({ clock: systemClock, tokens: [FAR] })
    after(() => mainnet.close())
    const { rpcUrl, close } = mainnet.network
    return overServices(
      mainnet.services,
      { rpcUrl, close },
      {
        SOLANA_CLUSTER: 'mainnet-beta',
        ACCEPT_REAL_FUNDS: 'yes',
        DATABASE_URL: 'postgres://the.tests/own',
        SMTP_URL: 'smtp://the.tests',
        MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
        ALLOWED_EMAILS: '@the.tests',
        METRICS_TOKEN: 'a token of the tests',
      },
    )
  },
}

const request = (mint: string, inAmount = SOL / 10n): QuoteRequest => ({
  inputMint: SOL_MINT,
  outputMint: mint,
  inAmount,
  slippageBps: 100,
})
async function quoted(market: Market, asked: QuoteRequest): Promise<Quote> {
  const quote = await market.quote(asked)
  assert.ok(
    'outAmount' in quote,
    JSON.stringify(quote, (_, v: unknown) => (typeof v === 'bigint' ? `${v}` : v)),
  )
  return quote
}

for (const [name, open] of Object.entries(grounds)) {
  const ground = await open()
  const { market, chain, rpc, mint, decimals } = ground
  const scale = 10n ** BigInt(decimals)
  /** USD in 1e-12 USD. */
  const worth = {
    in: ({ inAmount, inPriceUsd }: Quote) => (inAmount * inPriceUsd) / SOL,
    out: ({ outAmount, outPriceUsd }: Quote) => (outAmount * outPriceUsd) / scale,
  }

  void test(`${name}: a quote is of what was asked, with its limit, and brings no more than the prices say`, async () => {
    const asked = request(mint)
    const quote = await quoted(market, asked)
    const { inputMint, outputMint, inAmount, slippageBps } = quote
    assert.deepEqual({ inputMint, outputMint, inAmount, slippageBps }, asked)
    // Each market rounds in its own direction: a service's answer follows its program.
    const off = quote.minOutAmount * 10_000n - quote.outAmount * 9_900n
    assert.ok(off > -10_000n && off < 10_000n, `${quote.minOutAmount} of ${quote.outAmount}`)
    assert.ok(Number.isInteger(quote.priceImpactBps) && quote.priceImpactBps >= 0)
    assert.equal(quote.outPriceUsd, await market.priceUsd(mint))
    assert.equal(quote.inPriceUsd, await market.priceUsd(SOL_MINT))
    const [paid, brings] = [worth.in(quote), worth.out(quote)]
    assert.ok(brings <= paid && brings * 100n >= paid * 97n, `${paid} for ${brings}`)
  })

  void test(`${name}: the same is asked the other way, and a larger order brings less of each`, async () => {
    const small = await quoted(market, request(mint))
    const large = await quoted(market, request(mint, 200n * SOL))
    assert.ok(large.outAmount * small.inAmount <= small.outAmount * large.inAmount)
    assert.ok(large.priceImpactBps >= small.priceImpactBps)
    const back = { inputMint: mint, outputMint: SOL_MINT, inAmount: small.outAmount, slippageBps: 100 }
    const sold = await quoted(market, back)
    assert.ok(sold.outAmount > 0n && sold.outAmount <= small.inAmount)
  })

  void test(`${name}: the formula of its costs gives what a quote gives`, async () => {
    const asked = request(mint, 10n * SOL)
    const friction = await market.friction(asked)
    assert.ok('depthUsd' in friction)
    const quote = await quoted(market, asked)
    const value = Number(worth.in(quote)) / Number(PRICE_SCALE)
    const modelled = value * (1 - value / friction.depthUsd) * (1 - friction.feeBps / 10_000)
    const brings = Number(worth.out(quote)) / Number(PRICE_SCALE)
    assert.ok(Math.abs(brings / modelled - 1) < 0.005, `${brings} and ${modelled}`)
  })

  void test(`${name}: what cannot be traded is an answer and no fault`, async () => {
    const none = async (asked: QuoteRequest) => {
      const answer = await market.quote(asked)
      assert.ok('unavailable' in answer)
      return answer.unavailable.code
    }
    assert.equal(await none({ ...request(mint), outputMint: SOL_MINT }), 'same_mint')
    assert.ok(await none(request(UNKNOWN)))
    assert.equal(await market.priceUsd(UNKNOWN), null)
    const least = await market.quote({
      ...request(mint),
      inputMint: mint,
      outputMint: SOL_MINT,
      inAmount: 1n,
    })
    assert.ok('unavailable' in least || least.outAmount > 0n)
  })

  void test(`${name}: candles stand in their slots, oldest first, and hold together`, async () => {
    const seconds = 300
    const to = Math.floor(1_790_000_000 / seconds) * seconds
    const now = name === 'simulated' ? to : Math.floor(Date.now() / 1_000 / seconds) * seconds - 3_600
    const asked = { mint, seconds, from: now - 7_200, to: now }
    const candles = await until('its candles are there', () => market.candles(asked).catch(() => null))
    assert.ok(candles.length > 0)
    let before = asked.from - 1
    for (const { time, open: first, high, low, close } of candles) {
      assert.ok(time > before && time < asked.to && time % seconds === 0, `${time}`)
      before = time
      assert.ok(low > 0 && low <= Math.min(first, close) && high >= Math.max(first, close))
    }
  })

  void test(`${name}: a swap that is prepared is executed for no more and no less than its quote`, async () => {
    const trader = await generateKeyPairSigner()
    await fund(rpc, trader.address, SOL)
    const quote = await quoted(market, { ...request(mint), trader: trader.address })
    const refused = await market.prepare({ ...quote, minOutAmount: quote.outAmount * 2n }, trader.address)
    assert.ok('moved' in refused || 'unavailable' in refused, 'beyond its limit nothing is built')
    const swap = await market.prepare(quote, trader.address)
    assert.ok('instructions' in swap)
    assert.equal(swap.inAmount, quote.inAmount)
    assert.ok(swap.outAmount >= quote.minOutAmount)
    const { instructions, after: behind, lookupTables, budget = DEFAULT_BUDGET } = swap
    const built = {
      feePayer: trader,
      instructions,
      ...(behind ? { after: behind } : {}),
      ...(lookupTables ? { lookupTables } : {}),
    }
    const wrapping = { operationId: randomUUID(), format: 0 as const, budget }
    const { bytes } = await compile(built, wrapping, await chain.latestBlockhash()).sign()
    assert.deepEqual(await chain.send(bytes), { outcome: 'accepted' })
    const held = async () =>
      (await chain.tokenHoldings(trader.address, mint as Address)).tokens.reduce(
        (sum, { amount }) => sum + amount,
        0n,
      )
    await until('it has arrived', async () => (await held()) > 0n)
    const got = await held()
    assert.ok(got >= quote.minOutAmount && got <= quote.outAmount, `${got} of ${quote.outAmount}`)
    const { lamports } = await chain.balance(trader.address)
    const rent = await chain.rentExempt(165)
    const most = quote.inAmount + rent + 2n * 5_000n + (market.costs?.priority ?? 0n)
    assert.ok(
      SOL - lamports >= quote.inAmount && SOL - lamports <= most,
      `${SOL - lamports} of at most ${most}`,
    )
  })

  void test(`${name}: what has settled is told as often as one likes, and what is unknown can be taken back`, async () => {
    const swap = {
      operationId: randomUUID(),
      inputMint: SOL_MINT,
      outputMint: mint,
      inAmount: 50n * SOL,
      outAmount: 1n,
    }
    ;(await market.settled(swap))()
    const once = await market.priceUsd(mint)
    ;(await market.settled(swap))()
    assert.equal(await market.priceUsd(mint), once)
    await market.unsettled(swap.operationId)
    await market.unsettled(randomUUID())
    assert.equal(await market.healthy(), true)
  })
}
