// On PostgreSQL as well.
/** The trading bot of a group through the API: its states and texts, its turns, and books that equal the chain. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { afterEach, test } from 'node:test'
import { parseUnits, SOL_DECIMALS, toJsonAmount } from '@purser/contract/money.ts'
import { listAudit } from '@purser/contract/audit.ts'
import { channels } from '@purser/contract/live.ts'
import { getStoppable, stopAll } from '@purser/contract/strategies/stop-all.ts'
import { SOL_MINT, USDC_MINT } from '@purser/contract/tokens/tokens.ts'
import { botNoticeTexts, botSkipTexts, botTexts } from '@purser/contract/trading-bots/trading-bot-texts.ts'
import { listBotTrades, listBotWallets } from '@purser/contract/trading-bots/trading-bot-trades.ts'
import * as api from '@purser/contract/trading-bots/trading-bots.ts'
import {
  addToGroup,
  deleteGroup,
  listGroupStatus,
  removeFromGroup,
} from '@purser/contract/wallets/wallet-groups.ts'
import { deleteWallet } from '@purser/contract/wallets/wallets.ts'
import { generateKeyPairSigner } from '@solana/kit'
import { sql } from 'drizzle-orm'
import { startTestDesk, until } from '../../test/harness.ts'
import { readBalances, makeWallets, SOL } from '../../test/money.ts'
import { BONK, createBots, MINUTE } from '../../test/trading-bot.ts'

const desk = await startTestDesk({ network: 'steered' })
const { call, chain, clock } = desk
await chain('localnet_setSlotTime', 20)
const { group } = createBots(desk)
afterEach(() => chain('localnet_clearFaults'))

type Pages = { trades?: { id: string }[]; wallets?: { wallet_id: number }[]; next?: string | undefined }
const turn = () => clock.move(10 * MINUTE)
const said = ({ status, fault }: { status: number; fault: { error: string } }) => `${status} ${fault.error}`

void test('parameters begin with the defaults, are answered as saved, and are refused with the texts of their fields', async () => {
  const bot = await group([0n])
  const { token, groupId } = bot
  const read = async () => (await call(api.getBotParameters, { token, query: { groupId } })).ok
  assert.deepEqual(await read(), api.BOT_DEFAULTS)
  assert.deepEqual((await call(api.getBotStatus, { token, query: {} })).ok, { bots: [], unavailable: null })
  const saved = (await call(api.saveBotParameters, { token, body: { groupId, mint_address: ` ${BONK} ` } }))
    .ok
  assert.deepEqual(saved, { ...api.BOT_DEFAULTS, mint_address: BONK, status: 'active' })
  assert.deepEqual(await read(), saved)
  const exact = { whale_threshold: '123456789.123456789', price_range_max: '0.000000000001' }
  assert.equal((await bot.save(exact)).ok.whale_threshold, '123456789.123456789')
  assert.equal((await read()).price_range_max, 1e-12)

  const refused = async (change: object) => {
    const { fault, status } = await call(api.saveBotParameters, {
      token,
      wrongBody: { groupId, mint_address: BONK, ...change },
    })
    assert.equal(status, 400)
    return (fault.details ?? []).map(({ path, message }) => `${path}: ${message}`)
  }
  assert.deepEqual(await refused({ mint_address: ' ' }), ['mint_address: Token mint address is required.'])
  assert.deepEqual(await refused({ mint_address: 'BONK' }), ['mint_address: must be a Solana address'])
  const whale = 'Whale intervals must be between 600 seconds (10 min) and 86400 seconds (1 day).'
  const retail = 'Retail intervals must be between 600 seconds (10 min) and 86400 seconds (1 day).'
  for (const wrong of [0, 599, 86_401, 600.5, 'soon']) {
    assert.deepEqual(await refused({ whale_interval_min: wrong }), [`whale_interval_min: ${whale}`])
    assert.deepEqual(await refused({ retail_interval_max: wrong }), [`retail_interval_max: ${retail}`])
  }
  assert.deepEqual(
    await refused({
      whale_interval_min: 601,
      whale_interval_max: 600,
      retail_interval_min: 601,
      retail_interval_max: 600,
      whale_trade_percent_min: 0.06,
      retail_trade_percent_min: 0.3,
      price_range_min: 101,
    }),
    [
      'whale_interval_min: Whale interval minimum cannot be greater than maximum.',
      'retail_interval_min: Retail interval minimum cannot be greater than maximum.',
      'whale_trade_percent_min: Whale trade percentage minimum cannot be greater than maximum.',
      'retail_trade_percent_min: Retail trade percentage minimum cannot be greater than maximum.',
      'price_range_min: Price range minimum cannot be greater than maximum.',
    ],
  )
  assert.deepEqual(await refused({ whale_threshold: '5.0000000001' }), [
    'whale_threshold: has more decimals than the token allows',
  ])
  assert.deepEqual(await refused({ whale_threshold: '5.0000001', use_usdc_trading: true }), [
    'whale_threshold: has more decimals than the token allows',
  ])
  for (const change of [
    { whale_buy_probability: 1.01 },
    { hour_threshold: -0.01 },
    { volatility_multiplier: 11 },
    { volatility_multiplier: 0.5 },
    { aggressiveness: 2 },
    { price_range_min: -1 },
  ])
    assert.equal((await refused(change)).length > 0, true, JSON.stringify(change))
  assert.equal((await read()).whale_threshold, '123456789.123456789')
})

void test('it starts, trades, books what the chain says, and stops, in its states', async () => {
  const bot = await group([10n * SOL, SOL])
  const { token, groupId } = bot
  const readStatus = async () => {
    const found = (await call(listGroupStatus, { token })).ok.find(({ id }) => id === groupId)
    return [found?.has_active_bot, found?.bot_status]
  }
  assert.equal(said(await bot.start()), `409 ${botTexts.saveFirst}`)
  const empty = await call(api.startBot, { token, body: { groupId, mintAddress: ' ' } })
  assert.equal(said(empty), '400 Token mint address is required.')
  assert.deepEqual(await readStatus(), [false, 'inactive'])
  await bot.run()
  assert.deepEqual(await readStatus(), [true, 'active'])
  assert.equal((await bot.bot()).status, 'active')
  assert.equal(said(await bot.start()), '409 The bot is active. It can be started when it is inactive.')
  assert.deepEqual(await bot.trades(), [])
  turn()
  const trades = await bot.settled(2)
  assert.deepEqual(
    trades.map(({ status, side, error }) => [status, side, error]),
    [
      ['filled', 'buy', null],
      ['filled', 'buy', null],
    ],
  )
  assert.ok(trades.every((trade) => trade.signature !== null && trade.operation_id !== null))
  const { figures, next_trade_at: next } = await bot.bot()
  assert.deepEqual([figures.trades, figures.buys, figures.whale_trades, figures.retail_trades], [2, 2, 1, 1])
  assert.ok(next !== null && Date.parse(next) > clock.now() + 9 * MINUTE)
  const effects = await bot.effects()
  const held = await readBalances(
    chain,
    effects.map((one) => one.wallet_address),
  )
  for (const [i, one] of effects.entries()) {
    const had = one.class === 'whale' ? 10n * SOL : SOL
    const change = (held[i] ?? 0n) - had + parseUnits(one.fees_sol, SOL_DECIMALS)
    assert.equal(one.currency_change, toJsonAmount(change, SOL_DECIMALS))
    assert.ok(Number(one.token_change) > 0)
  }
  const botId = (await bot.bot()).id
  for (const body of [
    { botId: randomUUID(), groupId },
    { botId: 'none', groupId },
  ])
    assert.equal(said(await call(api.stopBot, { token, body })), '404 Trading bot not found')
  const stopped = await call(api.stopBot, { token, body: { botId, groupId, updateConfigStatus: true } })
  assert.equal(stopped.ok.status, 'inactive')
  assert.equal(said(await bot.stop()), '409 The bot is inactive. It can be stopped when it is active.')
  assert.deepEqual(await readStatus(), [false, 'inactive'])
  turn()
  // Saved parameters that were marked inactive have to be saved, or marked active again.
  assert.equal(said(await bot.start()), `409 ${botTexts.saveFirst}`)
  assert.equal((await bot.start({ updateConfigStatus: true })).ok.status, 'active')
  assert.equal((await call(api.getBotParameters, { token, query: { groupId } })).ok.status, 'active')
  assert.equal((await bot.bot()).figures.trades, 0, 'figures are those since the last start')
  assert.equal((await bot.trades()).length, 2)
  assert.equal((await bot.stop()).ok.status, 'inactive')
  const { rows } = (await call(listAudit, { token, query: {} })).ok
  assert.deepEqual(
    rows.map(({ type }) => type).filter((type) => type.startsWith('bot-')),
    ['bot-stop', 'bot-start', 'bot-stop', 'bot-start', 'bot-parameters'],
  )
})

void test('a request is carried out once by its key, and of many at once one wins', async () => {
  const bot = await group([SOL])
  await bot.save()
  const [key, other] = [randomUUID(), randomUUID()]
  const answers = await Promise.all(Array.from({ length: 5 }, () => bot.start({}, key)))
  assert.deepEqual(new Set(answers.map(({ text }) => text)).size, 1)
  assert.equal(answers[0]?.ok.status, 'active')
  assert.equal((await bot.start({}, key)).text, answers[0]?.text)
  const stops = await Promise.all(Array.from({ length: 4 }, () => bot.stop()))
  assert.deepEqual(stops.map(({ status }) => status).sort(), [200, 409, 409, 409])
  const starts = await Promise.all(Array.from({ length: 4 }, () => bot.start()))
  assert.deepEqual(starts.map(({ status }) => status).sort(), [200, 409, 409, 409])
  assert.equal((await bot.stop({}, other)).ok.status, 'inactive')
  assert.equal((await bot.stop({}, other)).ok.status, 'inactive')
})

void test('a token that is none, or is not traded, cannot be started nor tried', async () => {
  const nothing = (await generateKeyPairSigner()).address
  const unknown = await group([SOL], { mint_address: nothing })
  await unknown.save()
  for (const dryRun of [true, false])
    assert.equal(
      said(await unknown.start({ dryRun })),
      `400 No token with the address ${nothing} exists on this network.`,
    )
  const same = await group([SOL], { mint_address: USDC_MINT, use_usdc_trading: true })
  await same.save()
  assert.equal(said(await same.start({ dryRun: true })), '409 USDC cannot be swapped for itself.')
  const sol = await group([SOL], { mint_address: SOL_MINT })
  await sol.save()
  assert.equal(said(await sol.start()), '400 mintAddress must be another token than SOL')
  assert.equal(said(await sol.start({ mintAddress: BONK })), `409 ${botTexts.saveFirst}`)
  const empty = await group([])
  await empty.save()
  assert.equal(said(await empty.start()), '409 This group has no wallets. Add wallets to it first.')
})

void test('a dry run shows the first turns and what a day costs, and stores and sends nothing', async () => {
  const bot = await group([SOL, 10n * SOL, 0n])
  await bot.save({ whale_interval_max: 1_800, retail_interval_max: 600 })
  const { preview, ...answer } = (await bot.start({ dryRun: true })).ok
  assert.deepEqual(answer, { success: true, botId: null, status: 'inactive' })
  assert.ok(preview)
  assert.deepEqual([preview.whales, preview.retail, preview.unable, preview.in_range], [1, 2, 1, true])
  /** The part of what remains after the rent of its own account, that of the token's and three fees. */
  const part = (sol: number, percent: number) =>
    Math.floor(((sol * 1_000_000_000 - 650_240 - 1_488_440 - 30_000) * percent) / 100) / 1e3 / 1e6
  assert.deepEqual(
    preview.first_turns.map((first) => [
      first.class,
      first.buy_min,
      first.buy_max,
      first.sell_min,
      first.sell_max,
      first.skip,
    ]),
    [
      ['whale', part(10, 2), part(10, 5), 0, 0, null],
      ['retail', part(1, 10), part(1, 20), 0, 0, null],
      ['retail', 0, 0, 0, 0, botSkipTexts.fees],
    ],
  )
  // Every 20 minutes, and every 10.
  assert.equal(preview.trades_per_day, 72 + 144)
  assert.equal(preview.fees_per_day, (216 * 10_000) / 1e3 / 1e6)
  assert.equal((await bot.bot()).status, 'inactive')
  assert.deepEqual(await bot.trades(), [])
  await bot.save({ price_range_max: '0.0000001' })
  assert.equal((await bot.start({ dryRun: true })).ok.preview?.in_range, false)
})

void test('analysis says what a token can be traded for', async () => {
  const { token } = await desk.signUp()
  const analyse = async (mint: string) => (await call(api.analyzeToken, { token, params: { mint } })).ok
  const bonk = await analyse(BONK)
  assert.deepEqual(
    [bonk.status, bonk.supportsSOL, bonk.supportsUSDC, bonk.location],
    ['supported', true, true, 'Simulated market'],
  )
  assert.match(bonk.recommendations[0] ?? '', /^SOL pair: a \$[\d,]+ order moves the price about 1%/)
  const usdc = await analyse(USDC_MINT)
  assert.deepEqual([usdc.supportsSOL, usdc.supportsUSDC], [true, false])
  const sol = await analyse(SOL_MINT)
  assert.deepEqual([sol.status, sol.recommendations[0]], ['unsupported', botTexts.noOptions])
  const nothing = (await generateKeyPairSigner()).address
  assert.deepEqual(await analyse(nothing), {
    status: 'error',
    error: `No token with the address ${nothing} exists on this network.`,
    location: null,
    supportsUSDC: false,
    supportsSOL: false,
    recommendations: [],
  })
  assert.equal((await call(api.analyzeToken, { token, params: { mint: 'nothing' } })).status, 400)
})

void test('wallets without funds pass their turns and say why; the bot says that none can trade', async () => {
  const bot = await group([0n, SOL], { retail_buy_probability: 0 })
  await bot.run()
  turn()
  await until('both have passed', async () => (await bot.effects()).every(({ skip }) => skip !== null))
  assert.deepEqual(
    (await bot.effects()).map(({ skip }) => skip),
    [botSkipTexts.nothing_to_sell, botSkipTexts.nothing_to_sell],
  )
  await until('it says so', async () => (await bot.bot()).notice === botNoticeTexts.funds)
  assert.deepEqual(await bot.trades(), [])
  // Saved parameters take effect at the next turn; token and currency are fixed.
  assert.equal((await bot.save({ retail_buy_probability: 1 })).status, 200)
  assert.equal(
    said(await bot.save({ use_usdc_trading: true })),
    '409 Stop the bot before changing its token or quote currency.',
  )
  turn()
  const [trade] = await bot.settled(1)
  assert.equal(trade?.status, 'filled')
  await until('it goes on', async () => (await bot.bot()).notice === null)
  assert.equal((await bot.effects()).find(({ trades }) => trades === 0)?.skip, botSkipTexts.fees)
})

void test('out of the price range, and while the network is away, no turn is used up and none comes in a burst', async () => {
  const bot = await group([SOL])
  await bot.run()
  await bot.save({ price_range_max: '0.0000001' })
  turn()
  await until('it waits', async () => (await bot.bot()).notice === botNoticeTexts.price_range)
  assert.deepEqual([(await bot.trades()).length, (await bot.effects())[0]?.skip], [0, null])
  await bot.save({ price_range_max: 100 })
  await until('it goes on', async () => (await bot.bot()).notice === null)
  const [wallet] = await bot.effects()
  assert.ok(Date.parse(wallet?.next_trade_at ?? '') > clock.now(), 'what fell due is drawn anew')
  await chain('localnet_setFaults', [
    { method: 'getGenesisHash', kind: 'fail500' },
    { method: 'getMultipleAccounts', kind: 'fail500' },
  ])
  turn()
  await until('the network is away', async () => (await bot.bot()).notice === botNoticeTexts.network)
  await chain('localnet_clearFaults')
  await until('it goes on', async () => (await bot.bot()).notice === null)
  assert.deepEqual(await bot.trades(), [])
  turn()
  assert.equal((await bot.settled(1)).length, 1)
})

void test('wallets that join get their turns, wallets that leave get none, and neither they nor the group are deleted', async () => {
  const bot = await group([SOL, SOL])
  const { token, groupId, wallets } = bot
  await bot.run()
  const params = { id: groupId }
  const [left, other] = wallets
  assert.ok(left && other)
  const remove = (id: number) => call(deleteWallet, { token, params: { id }, body: {} })
  assert.equal(
    said(await remove(left.id)),
    '409 The trading bot of a group trades with this wallet. Stop the bot or remove the wallet from the group before deleting it.',
  )
  assert.equal(
    said(await call(deleteGroup, { token, params })),
    '409 The trading bot of this group is running. Stop it before deleting the group.',
  )
  await call(removeFromGroup, { token, params, body: { walletIds: [left.id] } })
  const [joins] = await makeWallets(call, token, 1)
  assert.ok(joins)
  await call(addToGroup, { token, params, body: { walletIds: [joins.id] } })
  await until('it has a turn', async () =>
    (await bot.effects()).some((one) => one.wallet_id === joins.id && one.next_trade_at !== null),
  )
  turn()
  await bot.settled(1)
  await until('all have had a turn', async () =>
    (await bot.effects()).some((one) => one.wallet_id === joins.id && one.skip !== null),
  )
  assert.deepEqual(
    (await bot.trades()).map((trade) => trade.wallet_id),
    [other.id],
  )
  assert.equal((await bot.stop()).ok.status, 'inactive')
  assert.equal((await call(deleteGroup, { token, params })).status, 200)
})

void test('stopping everything stops the bots of that user alone, and no start comes after it', async () => {
  const [bot, other] = [await group([SOL]), await group([SOL])]
  await bot.run()
  await other.run()
  const { token } = bot
  assert.equal((await call(getStoppable, { token })).ok.trading_bots, 1)
  const { ok } = await call(stopAll, { token })
  assert.deepEqual([ok.trading_bots_stopped, ok.message], [1, '1 trading bot stopped.'])
  assert.equal((await bot.bot()).status, 'inactive')
  assert.equal((await other.bot()).status, 'active')
  const again = (await call(stopAll, { token })).ok
  assert.deepEqual([again.trading_bots_stopped, again.message], [0, 'Nothing was running.'])
  turn()
  assert.equal((await other.settled(1)).length, 1)
  assert.deepEqual(await bot.trades(), [])
})

void test('a stop brings a trade in flight to its end, and says stopping until that is certain', async () => {
  const bot = await group([SOL])
  await bot.run()
  await chain('localnet_setFaults', [
    { method: 'sendTransaction', kind: 'drop' },
    { method: 'getSignatureStatuses', kind: 'fail500' },
  ])
  turn()
  await until('it is signed', async () => (await bot.trades()).some(({ signature }) => signature !== null))
  assert.equal((await bot.stop()).ok.status, 'stopping')
  assert.equal(said(await bot.start()), '409 The bot is stopping. It can be started when it is inactive.')
  await chain('localnet_clearFaults')
  await until('it is inactive', async () => (await bot.bot()).status === 'inactive')
  const [trade, ...more] = await bot.settled(1)
  assert.equal(trade?.status, 'filled')
  assert.deepEqual(more, [])
})

void test('trades and wallets are listed in pages, and consoles hear of changes', async () => {
  const bot = await group([SOL, SOL, SOL])
  const { token, groupId } = bot
  const socket = desk.socket(channels.status, { token })
  await socket.opened
  await bot.run()
  turn()
  await bot.settled(3)
  const heard = () =>
    socket.messages.filter((m) => m.type === 'trading_bots_changed' && m.groupId === groupId)
  await until('it was told', () => heard().length >= 2)
  const ids: string[] = []
  const walletIds: number[] = []
  let before: string | undefined
  do {
    const query: object = { groupId, limit: 1, ...(before === undefined ? {} : { before }) }
    const page: Pages = (await call(listBotTrades, { token, query: query as never })).ok
    ids.push(...(page.trades ?? []).map(({ id }) => id))
    before = page.next
  } while (before !== undefined)
  do {
    const query: object = { groupId, limit: 2, ...(before === undefined ? {} : { before }) }
    const page: Pages = (await call(listBotWallets, { token, query: query as never })).ok
    walletIds.push(...(page.wallets ?? []).map(({ wallet_id: id }) => id))
    before = page.next
  } while (before !== undefined)
  assert.deepEqual(
    ids,
    (await bot.trades()).map(({ id }) => id),
  )
  assert.deepEqual([...walletIds].sort(), bot.wallets.map(({ id }) => id).sort())
  for (const before of [
    'x',
    '999999999999999_1',
    `+033658-09-27T01:46:39.999Z_${randomUUID()}`,
    `-000001-01-01T00:00:00.000Z_${randomUUID()}`,
    `1_${randomUUID()}`,
    `${new Date().toISOString()}_${randomUUID()}_1`,
  ])
    for (const endpoint of [listBotTrades, listBotWallets])
      assert.equal(
        (await call(endpoint, { token, query: { groupId, limit: 1, before } })).status,
        400,
        before,
      )
})

void test('trades that are final and old are swept, what the bot did is not', async () => {
  const bot = await group([SOL])
  await bot.run()
  turn()
  await bot.settled(1)
  await bot.stop()
  const { figures } = await bot.bot()
  const { db } = desk.database
  await db.execute(sql`update trading_bot_trades set is_final = true, created_at = now() - interval '31 days'
    where bot_id = ${(await bot.bot()).id}::uuid`)
  await desk.stop()
  await desk.start()
  await until('they are swept', async () => (await bot.trades()).length === 0)
  assert.deepEqual((await bot.bot()).figures, figures)
})
