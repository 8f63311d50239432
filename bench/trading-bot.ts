/**
 * A day of the market at 100 times speed: twelve wallets of a group, half of them whales, trade by the bot in the product as
 * its users start it. Then every trade is held against the parameters (interval, size, side, price), and every wallet's
 * balance on the chain against what the bot says it did. Prints the processor's time a trade; fails on any difference.
 *
 * Run: node bench/trading-bot.ts [hours of the market's time]
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getMarketClock, setMarketClock } from '@purser/contract/market/market.ts'
import { LAMPORTS_PER_SOL, parseUnits, SOL_DECIMALS } from '@purser/contract/money.ts'
import { LAMPORTS_PER_SIGNATURE, MARKET_SPEED_MAX } from '@purser/contract/limits.ts'
import { HOUR_MS } from '@purser/contract/time.ts'
import { KNOWN_TOKENS, requestFaucet } from '@purser/contract/tokens/tokens.ts'
import {
  type BotTrade,
  type BotWallet,
  listBotTrades,
  listBotWallets,
} from '@purser/contract/trading-bots/trading-bot-trades.ts'
import {
  type BotClass,
  getBotStatus,
  saveBotParameters,
  startBot,
  stopBot,
} from '@purser/contract/trading-bots/trading-bots.ts'
import { generateBulk } from '@purser/contract/wallets/wallets.ts'
import { connectRpc } from '../server/src/test/rpc.ts'
import { startNetwork, startProduct, temporaryDir } from '../server/src/test/product.ts'
import { signUp } from '../server/src/test/sign-up.ts'
import { until } from '../server/src/test/until.ts'
import { busy } from './processes.ts'

const HOURS = Number(process.argv[2] ?? 24)
const WALLETS = 12
const BONK = KNOWN_TOKENS.find(({ symbol }) => symbol === 'BONK')
assert.ok(BONK)
const { mint, decimals } = BONK
const START = { whale: { sol: 40, token: 100_000_000 }, retail: { sol: 2, token: 5_000_000 } }
const INTERVAL = { min: 600, max: 7_200 }
/** The defaults; sizes in parts per thousand. */
const RULES: Record<BotClass, { buys: number; least: bigint; most: bigint }> = {
  whale: { buys: 0.7, least: 20n, most: 50n },
  retail: { buys: 0.6, least: 100n, most: 200n },
}
const WHALE = 5n * LAMPORTS_PER_SOL
/** The signatures of the trader and of the market. */
const SIGNATURES = 2n
/** Parts per thousand of the smallest balance that stay for fees and rent. */
const RESERVED = 1n
/** The bot polls every quarter of a second, and a trade may wait for earlier ones. */
const LATE_SECONDS = MARKET_SPEED_MAX * 20
const SIGMAS = 4

void test(`${HOURS} hours of the market at ${MARKET_SPEED_MAX} times speed`, {
  timeout: 3_600_000,
}, async () => {
  const network = await startNetwork(temporaryDir())
  const product = await startProduct(temporaryDir(), { SOLANA_RPC_URL: network.rpcUrl })
  const { call } = product
  const rpc = connectRpc(network.rpcUrl)
  const { token } = await signUp(call)
  const made = (
    await call(generateBulk, { token, body: { count: WALLETS, namePrefix: 'Runner', createNewGroup: true } })
  ).ok
  const groupId = made.group_id
  assert.ok(groupId !== null)
  const getClass = (index: number): BotClass => (index % 2 === 0 ? 'whale' : 'retail')
  for (const [i, { address }] of made.wallets.entries()) {
    const { sol, token: amount } = START[getClass(i)]
    await call(requestFaucet, { token, body: { address, sol } })
    await call(requestFaucet, { token, body: { address, mint, amount } })
  }
  const held = async (address: string) => {
    const { value: lamports } = (await rpc('getBalance', address, { commitment: 'confirmed' })) as {
      value: number
    }
    const { value: accounts } = (await rpc(
      'getTokenAccountsByOwner',
      address,
      { mint },
      { encoding: 'jsonParsed', commitment: 'confirmed' },
    )) as { value: { account: { data: { parsed: { info: { tokenAmount: { amount: string } } } } } }[] }
    const tokens = accounts.reduce(
      (sum, { account }) => sum + BigInt(account.data.parsed.info.tokenAmount.amount),
      0n,
    )
    return { lamports: BigInt(lamports), tokens }
  }
  const all = () => Promise.all(made.wallets.map(({ address }) => held(address)))
  await until('the tokens are there', async () => (await all()).every(({ tokens }) => tokens > 0n))
  const before = await all()

  await call(saveBotParameters, {
    token,
    body: {
      groupId,
      mint_address: mint,
      whale_interval_min: INTERVAL.min,
      whale_interval_max: INTERVAL.max,
      retail_interval_min: INTERVAL.min,
      retail_interval_max: INTERVAL.max,
    },
  })
  const { botId } = (await call(startBot, { token, body: { groupId, mintAddress: mint } })).ok
  assert.ok(botId !== null)
  const bot = async () => (await call(getBotStatus, { token, query: { groupId } })).ok.bots[0]
  await until('it is active', async () => (await bot())?.status === 'active')
  const used = busy(product.child.pid ?? 0)
  assert.equal((await call(setMarketClock, { token, body: { speed: MARKET_SPEED_MAX } })).status, 200)
  const time = async () => Date.parse((await call(getMarketClock, { token })).ok.market_time)
  const end = (await time()) + HOURS * HOUR_MS
  await until('the day is over', async () => (await time()) >= end, (2 * HOURS * HOUR_MS) / MARKET_SPEED_MAX)
  assert.equal((await call(stopBot, { token, body: { groupId, botId } })).status, 200)
  await until('it is inactive', async () => (await bot())?.status === 'inactive')
  assert.equal((await call(setMarketClock, { token, body: { speed: 1 } })).status, 200)
  const seconds = busy(product.child.pid ?? 0) - used

  const trades: BotTrade[] = []
  for (let before: string | undefined; ; ) {
    const page = (
      await call(listBotTrades, { token, query: { groupId, limit: 500, ...(before ? { before } : {}) } })
    ).ok
    trades.push(...page.trades)
    before = page.next
    if (before === undefined) break
  }
  trades.reverse()
  const wallets: BotWallet[] = (await call(listBotWallets, { token, query: { groupId, limit: 500 } })).ok
    .wallets
  const after = await all()

  for (const [i, { id, name }] of made.wallets.entries()) {
    const own = trades.filter(({ wallet_id }) => wallet_id === id)
    const from = before[i] ?? { lamports: 0n, tokens: 0n }
    const to = after[i] ?? { lamports: 0n, tokens: 0n }
    const sums = wallets.find(({ wallet_id }) => wallet_id === id)
    assert.ok(sums, name)
    // The database agrees with the chain, to the lamport.
    const units = (amount: number | string, of: number) =>
      String(amount).startsWith('-') ? -parseUnits(String(amount).slice(1), of) : parseUnits(amount, of)
    assert.equal(from.tokens + units(sums.token_change, decimals), to.tokens, name)
    assert.equal(
      from.lamports + units(sums.currency_change, SOL_DECIMALS) - units(sums.fees_sol, SOL_DECIMALS),
      to.lamports,
      name,
    )
    let [sol, tokens] = [from.lamports, from.tokens]
    let last: number | undefined
    for (const trade of own) {
      const at = Date.parse(trade.market_time) / 1000
      const gap = last === undefined ? INTERVAL.min : at - last
      assert.ok(
        gap >= INTERVAL.min && gap <= INTERVAL.max + LATE_SECONDS,
        `${name}: ${gap} s between two turns`,
      )
      last = at
      if (trade.status !== 'filled') continue
      const paid = parseUnits(trade.currency_amount ?? 0, SOL_DECIMALS)
      const got = parseUnits(trade.token_amount ?? 0, decimals)
      const isBuy = trade.side === 'buy'
      const [part, whole] = isBuy ? [paid, sol] : [got, tokens]
      const { least, most } = RULES[trade.class]
      // A part per million is lost where it is rounded down; the reserve is not traded from.
      assert.ok(part * 1_000n >= whole * (least - RESERVED), `${name}: ${part} of ${whole}`)
      assert.ok(part * 1_000n <= whole * most, `${name}: ${part} of ${whole}`)
      assert.equal(trade.class, sol >= WHALE ? 'whale' : 'retail', `${name} with ${sol} lamports`)
      sol += isBuy ? -paid : paid
      sol -= SIGNATURES * LAMPORTS_PER_SIGNATURE
      tokens += isBuy ? got : -got
      assert.ok(sol > 0n && tokens >= 0n, name)
    }
  }
  for (const [name, { buys }] of Object.entries(RULES)) {
    const own = trades.filter((trade) => trade.class === name)
    const share = own.filter(({ side }) => side === 'buy').length / own.length
    const sigma = Math.sqrt((buys * (1 - buys)) / own.length)
    console.log(`${name}: ${own.length} trades, ${(share * 100).toFixed(1)} % buys (${buys * 100} % asked)`)
    assert.ok(Math.abs(share - buys) <= SIGMAS * sigma, `${name}: ${share} of ${own.length} are buys`)
  }
  assert.ok(trades.every(({ price_usd }) => price_usd >= 0 && price_usd <= 100))
  const failed = trades.filter(({ status }) => status !== 'filled')
  console.log(
    `${trades.length} trades of ${WALLETS} wallets in ${HOURS} hours of the market, ${failed.length} not filled; ` +
      `${((seconds * 1000) / trades.length).toFixed(0)} ms of processor a trade, all else the server did included`,
  )
  assert.equal((await product.end('SIGTERM')).code, 0)
  await network.end('SIGTERM')
})
