// On PostgreSQL as well.
/** Bots that share a process: an error of one of them does not stop the others, and no decision is left unfinished. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { SOL_DECIMALS, toJsonAmount } from '@purser/contract/money.ts'
import { BOT_DEFAULTS } from '@purser/contract/trading-bots/trading-bots.ts'
import { botNoticeTexts, botSkipTexts } from '@purser/contract/trading-bots/trading-bot-texts.ts'
import { KNOWN_TOKENS, USDC_MINT } from '@purser/contract/tokens/tokens.ts'
import type { Address } from '@solana/kit'
import { eq, sql } from 'drizzle-orm'
import { openBots, practiceClock } from '../../test/bots-alone.ts'
import { BONK, BUYER, MINUTE } from '../../test/trading-bot.ts'
import { until } from '../../test/until.ts'
import { tradingBotTrades } from './trading-bots.tables.ts'

const SOL = 1_000_000_000n
const alone = await openBots()
const { db, userId, origin, chain } = alone
const { mint_address: _mint, ...defaults } = BOT_DEFAULTS
const PARAMETERS = { ...defaults, ...BUYER, status: 'active' as const }
const WIF = KNOWN_TOKENS.find((t) => t.symbol === 'WIF')?.mint ?? ''
const clock = practiceClock()
let server: Awaited<ReturnType<typeof alone.server>>
before(async () => {
  server = await alone.server({ marketClock: clock })
})
after(() => server.close())

async function begin(groupId: number, mintAddress = BONK): Promise<string> {
  const asking = { ...origin, originKey: randomUUID() }
  return (await server.bots.requests.start(asking, { groupId, mintAddress })).botId
}
const end = (botId: string, groupId: number) =>
  server.bots.requests.stop({ ...origin, originKey: randomUUID() }, { botId, groupId })
const readTrades = (botId: string) =>
  db.select().from(tradingBotTrades).where(eq(tradingBotTrades.botId, botId))
const drawn = (groupId: number) =>
  until('the first turns are drawn', async () => {
    const { wallets } = await server.bots.wallets(userId, groupId, { limit: 500 })
    return wallets.length > 0 && wallets.every((one) => one.next_trade_at !== null)
  })
const settled = async (botId: string, count: number) => {
  await until(`${count} trades have ended`, async () => {
    const trades = await readTrades(botId)
    return trades.length >= count && trades.every(({ status }) => status !== 'placed')
  })
  return readTrades(botId)
}

void test('a large group that waits for its price keeps no other from trading', async () => {
  const waits = await alone.group(
    server,
    Array.from({ length: 120 }, () => 0n),
    {
      ...PARAMETERS,
      price_range_max: '0.0000001',
    },
  )
  const trades = await alone.group(server, [SOL], PARAMETERS)
  const waiting = await begin(waits.groupId)
  await until('it waits', async () => {
    const [bot] = (await server.bots.status(userId, waits.groupId)).bots
    return bot?.notice !== null
  })
  const botId = await begin(trades.groupId)
  await drawn(trades.groupId)
  clock.move(10 * MINUTE)
  assert.equal((await settled(botId, 1))[0]?.status, 'filled')
  assert.equal(await end(botId, trades.groupId), 'inactive')
  assert.equal(await end(waiting, waits.groupId), 'inactive')
})

void test('what goes wrong with one bot keeps no other from trading', async () => {
  const wrong = await alone.group(server, [SOL], PARAMETERS)
  const trades = await alone.group(server, [SOL], PARAMETERS)
  const lost = await begin(wrong.groupId)
  await drawn(wrong.groupId)
  const setTo = (price: string) =>
    db.execute(sql`update trading_bots
      set parameters = jsonb_set(parameters, '{price_range_max}', to_jsonb(${price}::text)) where id = ${lost}::uuid`)
  await setTo('unreadable')
  await db.execute(
    sql`update trading_bot_wallets set due_at = due_at - interval '20 minutes' where bot_id = ${lost}::uuid`,
  )
  const botId = await begin(trades.groupId)
  await drawn(trades.groupId)
  clock.move(10 * MINUTE)
  assert.equal((await settled(botId, 1))[0]?.status, 'filled')
  await setTo('100')
  assert.equal((await settled(lost, 1))[0]?.status, 'filled')
  assert.equal(await end(botId, trades.groupId), 'inactive')
  assert.equal(await end(lost, wrong.groupId), 'inactive')
})

void test('a decision whose answer was lost is taken up, ends, and its wallet goes on', async () => {
  const { groupId } = await alone.group(server, [SOL], PARAMETERS)
  const botId = await begin(groupId)
  await drawn(groupId)
  clock.move(10 * MINUTE)
  const [first] = await settled(botId, 1)
  assert.ok(first)
  // The row as it is written; the database did not answer, so the process does not know of it.
  const [id, now] = [randomUUID(), Date.now()]
  await db.insert(tradingBotTrades).values({
    ...first,
    id,
    status: 'placed',
    createdAt: new Date(now),
    deadline: new Date(now + 30_000),
    spent: null,
    received: null,
    fee: null,
    rent: null,
    error: null,
    isFinal: false,
  })
  await settled(botId, 2)
  clock.move(10 * MINUTE)
  await settled(botId, 3)
  assert.equal(await end(botId, groupId), 'inactive')
})

void test('a wallet of two groups has one turn at a time: neither bot spends what the other is about to', async () => {
  const all = { ...PARAMETERS, retail_trade_percent_min: 1, retail_trade_percent_max: 1 }
  const one = await alone.group(server, [SOL], all)
  const other = await alone.group(server, [], all)
  await db.execute(sql`insert into wallet_group_members (group_id, wallet_id)
    values (${other.groupId}, ${one.wallets[0]?.id})`)
  const bots = [await begin(one.groupId), await begin(other.groupId)]
  await drawn(one.groupId)
  await drawn(other.groupId)
  clock.move(10 * MINUTE)
  const ids = sql`(${bots[0]}::uuid, ${bots[1]}::uuid)`
  await until('both had their turn', async () => {
    const { rows } = (await db.execute(
      sql`select count(last_turn_at)::int as n from trading_bot_wallets where bot_id in ${ids}`,
    )) as { rows: { n: number }[] }
    return rows[0]?.n === 2
  })
  const trades = [...(await settled(bots[0] ?? '', 0)), ...(await settled(bots[1] ?? '', 0))]
  assert.deepEqual(
    trades.map(({ status, error }) => [status, error]),
    [['filled', null]],
  )
  for (const [i, { groupId }] of [one, other].entries())
    assert.equal(await end(bots[i] ?? '', groupId), 'inactive')
})

void test('turns that fell due while a bot waited come in no burst, however many wallets joined meanwhile', async () => {
  const { groupId } = await alone.group(server, [SOL], PARAMETERS)
  const botId = await begin(groupId)
  await drawn(groupId)
  await server.bots.parameters.save(origin, { ...PARAMETERS, groupId, price_range_max: '0.0000001' })
  clock.move(10 * MINUTE)
  const readNotice = async () => (await server.bots.status(userId, groupId)).bots[0]?.notice
  await until('it waits', async () => (await readNotice()) === botNoticeTexts.price_range)
  const { groupId: joining } = await alone.group(
    server,
    Array.from({ length: 110 }, () => 0n),
    PARAMETERS,
  )
  await db.execute(sql`insert into wallet_group_members (group_id, wallet_id)
    select ${groupId}, wallet_id from wallet_group_members where group_id = ${joining}`)
  await server.bots.parameters.save(origin, { ...PARAMETERS, groupId })
  await until('it goes on', async () => (await readNotice()) === null)
  await drawn(groupId)
  // A later one has begun and is drawn: all that was due has been taken.
  const later = await begin(joining)
  await drawn(joining)
  assert.deepEqual(await readTrades(botId), [])
  assert.equal(await end(botId, groupId), 'inactive')
  assert.equal(await end(later, joining), 'inactive')
})

void test('that none can trade is said of a group of which none can, not of one whose turns passed', async () => {
  const able = await alone.group(server, [SOL], { ...PARAMETERS, retail_buy_probability: 1e-9 })
  const empty = await alone.group(server, [0n], PARAMETERS)
  const [one, other] = [await begin(able.groupId), await begin(empty.groupId)]
  await drawn(able.groupId)
  await drawn(empty.groupId)
  clock.move(10 * MINUTE)
  const readSkip = async (groupId: number) =>
    (await server.bots.wallets(userId, groupId, { limit: 1 })).wallets[0]?.skip
  const readNotice = async (groupId: number) => (await server.bots.status(userId, groupId)).bots[0]?.notice
  await until(
    'it has nothing to sell',
    async () => (await readSkip(able.groupId)) === botSkipTexts.nothing_to_sell,
  )
  await until('it pays no fees', async () => (await readSkip(empty.groupId)) === botSkipTexts.fees)
  await db.execute(sql`update trading_bots set notice = null where id in (${one}::uuid, ${other}::uuid)`)
  await until('it says so', async () => (await readNotice(empty.groupId)) === botNoticeTexts.funds)
  assert.equal(await readNotice(able.groupId), null, 'it holds enough to buy')
  assert.equal(await end(one, able.groupId), 'inactive')
  assert.equal(await end(other, empty.groupId), 'inactive')
})

void test('for USDC, by the flow of advanced settings, it keeps the SOL of fees, and its books equal the chain', async () => {
  const USDC = 1_000_000n
  const funds = [SOL, SOL, SOL, 5_000n]
  const dollars = [400n * USDC, 20n * USDC, 0n, 400n * USDC]
  const { groupId, wallets } = await alone.group(server, funds, {
    ...PARAMETERS,
    mint_address: WIF,
    whale_threshold: 100,
    whale_buy_probability: 0.5,
    retail_buy_probability: 0.5,
    use_usdc_trading: true,
    use_advanced_settings: true,
    hour_threshold: 0,
    day_threshold: 0,
    aggressiveness: 1,
  })
  const tokens = 50_000_000n
  for (const [i, { address }] of wallets.entries()) {
    if ((dollars[i] ?? 0n) > 0n)
      await chain.tokenAirdrop(address as Address, USDC_MINT as Address, dollars[i] ?? 0n)
    await chain.tokenAirdrop(address as Address, WIF as Address, tokens)
  }
  const held = async (address: string, mint: string) =>
    (await chain.holdings(address as Address)).tokens.find((one) => one.mint === mint)?.amount ?? 0n
  for (const [i, { address }] of wallets.entries())
    await until(
      'they hold both',
      async () => (await held(address, USDC_MINT)) === dollars[i] && (await held(address, WIF)) === tokens,
    )
  const began = await Promise.all(
    wallets.map(async ({ address }) => (await chain.balance(address as Address)).lamports),
  )
  const botId = await begin(groupId, WIF)
  await drawn(groupId)
  for (let turn = 1; turn <= 6; turn++) {
    clock.move(10 * MINUTE)
    await until('each has had its turn', async () => {
      const { rows } =
        (await db.execute(sql`select min(due_at) > ${new Date(clock.now()).toISOString()}::timestamptz as done
        from trading_bot_wallets where bot_id = ${botId}::uuid`)) as { rows: { done: boolean }[] }
      return rows[0]?.done === true
    })
    await settled(botId, 0)
  }
  const trades = await settled(botId, 1)
  const { wallets: listed } = await server.bots.wallets(userId, groupId, { limit: 10 })
  for (const [i, wallet] of wallets.entries()) {
    const own = trades
      .filter(({ walletId }) => walletId === wallet.id)
      .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
    let [sol, usdc, wif] = [began[i] ?? 0n, dollars[i] ?? 0n, tokens]
    for (const trade of own) {
      assert.equal(trade.status, 'filled', trade.error ?? '')
      assert.equal(trade.class, usdc >= 100n * USDC ? 'whale' : 'retail')
      const base = trade.side === 'buy' ? usdc : wif
      const [least, most] = trade.class === 'whale' ? [20n, 50n] : [100n, 200n]
      assert.ok(trade.amount >= (base * least) / 1_000n && trade.amount <= (base * most) / 1_000n)
      const [spent, received] = [trade.spent ?? 0n, trade.received ?? 0n]
      usdc += trade.side === 'buy' ? -spent : received
      wif += trade.side === 'buy' ? received : -spent
      sol -= (trade.fee ?? 0n) + (trade.rent ?? 0n)
      // Its price, from the traded amounts: 1e-12 USD.
      const [paid, got] = trade.side === 'buy' ? [spent, received] : [received, spent]
      assert.ok(Math.abs(Number(paid * 10n ** 12n) / Number(got) / Number(trade.priceUsd) - 1) < 0.05)
    }
    assert.equal(await held(wallet.address, USDC_MINT), usdc)
    assert.equal(await held(wallet.address, WIF), wif)
    assert.equal((await chain.balance(wallet.address as Address)).lamports, sol)
    const row = listed.find((one) => one.wallet_id === wallet.id)
    // USDC and WIF have six decimals.
    assert.equal(row?.currency_change, toJsonAmount(usdc - (dollars[i] ?? 0n), 6))
    assert.equal(row?.token_change, toJsonAmount(wif - tokens, 6))
    assert.equal(row?.fees_sol, toJsonAmount((began[i] ?? 0n) - sol, SOL_DECIMALS))
  }
  // Full force leans wholly to one side at a time, and a wallet that cannot pay fees never traded.
  assert.ok(!trades.some(({ walletId }) => walletId === wallets[3]?.id))
  assert.ok(trades.length >= 6, `${trades.length} trades`)
  assert.equal(await end(botId, groupId), 'inactive')
  const [bot] = (await server.bots.status(userId, groupId)).bots
  assert.equal(bot?.currency, 'USDC')
  // Saved for another currency: the effects of trades in this one are not shown as if they were in that.
  await server.bots.parameters.save(origin, {
    ...PARAMETERS,
    groupId,
    mint_address: WIF,
    use_usdc_trading: false,
  })
  const after = (await server.bots.wallets(userId, groupId, { limit: 10 })).wallets
  assert.deepEqual(
    after.map((one) => [one.currency_change, one.token_change, one.trades]),
    wallets.map(() => [0, 0, 0]),
  )
})
