import { after, before, test } from 'node:test'
import assert from 'node:assert/strict'
import { KNOWN_TOKENS, SOL_MINT, USDC_MINT } from '@purser/contract/tokens/tokens.ts'
import { type Address, generateKeyPairSigner, type KeyPairSigner } from '@solana/kit'
import { type Localnet, startLocalnet } from '@purser/localnet/index.ts'
import { mirrorInto } from '../../../desk.ts'
import { systemClock } from '../../../kernel/clock.ts'
import { createLog } from '../../../kernel/log.ts'
import type { Chain } from '../../../ports/chain.ts'
import { type Market, PRICE_SCALE, type Quote } from '../../../ports/market.ts'
import { liveMarket } from '../../../test/live-market.ts'
import { listed, strangeMint } from '../../../test/token-service.ts'
import { until } from '../../../test/until.ts'
import { createRpcChain } from '../../chain/rpc.ts'
import { createPracticeMarket } from './index.ts'

const BONK = KNOWN_TOKENS.find((t) => t.symbol === 'BONK')?.mint ?? ''
const FAR = strangeMint('a token of mainnet') as Address
let network: Localnet
let chain: Chain
let maker: KeyPairSigner
before(async () => {
  network = await startLocalnet({ rpcPort: 0 })
  chain = createRpcChain({ url: network.rpcUrl, log: createLog('silent') })
  maker = await generateKeyPairSigner()
})
after(() => network.close())

function open(more: object = {}) {
  const live = liveMarket()
  live.usd
    .set(SOL_MINT, 200n * PRICE_SCALE)
    .set(USDC_MINT, PRICE_SCALE)
    .set(FAR, 4n * PRICE_SCALE)
  live.tokens.list(listed({ mint: FAR, symbol: 'FAR', decimals: 8 }))
  const mirrorMint = mirrorInto(network)
  const { market, tokens } = live
  const given = { chain, clock: systemClock, maker: async () => maker, live: market, tokens, mirrorMint }
  return { live, market: createPracticeMarket({ ...given, ...more }) }
}
const request = { inputMint: SOL_MINT, outputMint: FAR, inAmount: 10n ** 9n, slippageBps: 100 }
/** 1 SOL of 200 USD at 4 USD each, less 10 bps, in eight decimals. */
const OUT = 4_995_000_000n
const quoted = async (market: Market) => {
  const quote = await market.quote(request)
  assert.ok('outAmount' in quote)
  return quote
}

test('a quote is what the live market gives, with its impact and the prices of both sides, before the chain has the mint', async () => {
  const { market, live } = open()
  const ofAWallet = { ...request, trader: maker.address }
  assert.deepEqual(await market.quote(ofAWallet), {
    ...request,
    outAmount: OUT,
    minOutAmount: 4_945_050_000n,
    priceImpactBps: 10,
    inPriceUsd: 200n * PRICE_SCALE,
    outPriceUsd: 4n * PRICE_SCALE,
  } satisfies Quote)
  assert.deepEqual(live.asked, [request])
  assert.equal(await chain.mintInfo(FAR), null)
  assert.deepEqual(await market.mirror?.mintInfo(FAR), {
    mint: FAR,
    supply: 0n,
    decimals: 8,
    program: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  })
})

test('a mint is created once, at its own address and with its decimals, and traded from then on', async () => {
  const { market } = open()
  const { mirror } = market
  assert.ok(mirror)
  const quote = await quoted(market)
  const trader = (await generateKeyPairSigner()).address
  assert.ok('unavailable' in (await market.prepare(quote, trader)), 'not before it was created')
  await Promise.all([mirror.create(FAR), mirror.create(FAR)])
  await mirror.create(FAR)
  const info = await chain.mintInfo(FAR)
  assert.deepEqual([info?.mint, info?.decimals, info?.supply], [FAR, 8, 0n])
  const swap = await market.prepare(quote, trader)
  assert.ok('instructions' in swap)
  assert.deepEqual([swap.inAmount, swap.outAmount], [10n ** 9n, OUT])
  assert.deepEqual(swap.cosigners, [maker])
  // The maker was given enough of it.
  const { tokens } = await chain.tokenHoldings(maker.address, FAR)
  assert.ok((tokens[0]?.amount ?? 0n) >= 20n * OUT)
})

test('what is signed is what the live market gives then: worse than the limit it has moved, an outage is no price', async () => {
  const { market, live } = open()
  await market.mirror?.create(FAR)
  const quote = await quoted(market)
  const trader = (await generateKeyPairSigner()).address
  live.usd.set(SOL_MINT, 199n * PRICE_SCALE)
  const worse = await market.prepare(quote, trader)
  assert.ok('instructions' in worse && worse.outAmount < OUT && worse.outAmount >= quote.minOutAmount)
  live.usd.set(SOL_MINT, 190n * PRICE_SCALE)
  const moved = await market.prepare(quote, trader)
  assert.ok('moved' in moved && moved.outAmount === 4_745_250_000n, JSON.stringify(Object.keys(moved)))
  live.state = 'away'
  for (const asked of [
    () => market.quote(request),
    () => market.prepare(quote, trader),
    () => market.priceUsd(FAR),
    () => market.candles({ mint: FAR, seconds: 60, from: 0, to: 600 }),
  ])
    await assert.rejects(asked, { code: 'market_away' })
  assert.equal(await market.healthy(), false)
  live.state = 'answers'
  assert.equal(await market.healthy(), true)
})

test('no trade moves a price, and none of the past is made up', async () => {
  const { market } = open()
  const swap = { operationId: 'x', inputMint: SOL_MINT, outputMint: FAR, inAmount: 10n ** 15n, outAmount: 1n }
  ;(await market.settled(swap))()
  assert.equal(await market.priceUsd(FAR), 4n * PRICE_SCALE)
  assert.equal(market.past, undefined)
})

test('a mint that nobody knows is not traded, and one that the network cannot take says why', async () => {
  const { market, live } = open()
  const nowhere = strangeMint('of nobody')
  const none = await market.quote({ ...request, outputMint: nowhere })
  assert.ok('unavailable' in none && none.unavailable.code === 'not_traded')
  await assert.rejects(async () => market.mirror?.create(nowhere), { code: 'unknown_mint' })
  live.tokens.state = 'away'
  await assert.rejects(async () => market.mirror?.create(nowhere), { code: 'market_away' })
  await assert.rejects(() => market.quote({ ...request, outputMint: nowhere }), { code: 'market_away' })
  // A mint that the chain has needs no service.
  assert.equal((await market.mirror?.mintInfo(USDC_MINT))?.decimals, 6)
  live.tokens.state = 'answers'
  const { address } = await generateKeyPairSigner()
  await chain.airdrop(address, 10n ** 9n)
  await until('it is a wallet', async () => (await chain.balance(address)).lamports > 0n)
  live.tokens.list(listed({ mint: address, symbol: 'WALLET' }))
  await assert.rejects(async () => market.mirror?.create(address), {
    code: 'chain_refused',
    message: `The local network cannot create the mint ${address}: ${address} holds another account on this network.`,
  })
})

test('where another process runs the network, only what it has is traded', async () => {
  const { market } = open({ mirrorMint: null })
  const other = strangeMint('elsewhere')
  const none = await market.quote({ ...request, outputMint: other })
  assert.ok('unavailable' in none && none.unavailable.code === 'not_traded')
  await assert.rejects(async () => market.mirror?.create(other), { code: 'unknown_mint' })
})

test('a swap for itself is none, and nobody is asked about it', async () => {
  const { market, live } = open()
  const same = await market.quote({ ...request, outputMint: SOL_MINT })
  assert.ok('unavailable' in same && same.unavailable.code === 'same_mint')
  assert.deepEqual(live.asked, [])
})
