/**
 * Killed at points of the engine and at random moments, the desk trades every decision of a bot at most once, and books
 * it.
 */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { LAMPORTS_PER_SIGNATURE } from '@purser/contract/limits.ts'
import { parseUnits } from '@purser/contract/money.ts'
import { listBotTrades, listBotWallets } from '@purser/contract/trading-bots/trading-bot-trades.ts'
import * as api from '@purser/contract/trading-bots/trading-bots.ts'
import { listOperations } from '@purser/contract/transfers/transfers.ts'
import { pause } from '../server/src/kernel/clock.ts'
import { readBalances } from '../server/src/test/money.ts'
import { startNetwork, startProduct, temporaryDir } from '../server/src/test/product.ts'
import type { Rpc } from '../server/src/test/rpc.ts'
import { seed, seededRandom, whole } from '../server/src/test/seeded-random.ts'
import { signUp } from '../server/src/test/sign-up.ts'
import { until } from '../server/src/test/until.ts'
import { EACH_HAS, makeBuyingGroup } from './buying-group.ts'
import { ask } from './ledger.ts'

const POINTS = ['operation', 'signed', 'journal', 'send', 'status', 'end'].flatMap((name) =>
  ['before', 'after'].map((side) => `${name}:${side}:1`),
)
const AT_POINTS = whole ? POINTS.length : 3
const AT_RANDOM = whole ? 8 : 2
const PRELOAD = pathToFileURL(join(import.meta.dirname, 'kill-points.ts')).href
/** First turns are spread over ten minutes: one of these every two seconds, and none twice during the test. */
const WALLETS = 300
const INTERVAL = 600
const DIES_WITHIN_MS = 60_000
const ENDS_WITHIN_MS = 120_000

void test(`killed ${AT_POINTS + AT_RANDOM} times while its bot trades, it trades each decision once (seed ${seed})`, async () => {
  const random = seededRandom(seed + 23)
  const [dataDir, chainDir, killDir] = [temporaryDir(), temporaryDir(), temporaryDir()]
  const network = await startNetwork(chainDir, 0, ['--steered', '--faults'])
  const rpc: Rpc = (method, ...params) => ask(network.rpcUrl, method, ...params)
  await rpc('localnet_setSlotTime', 60)
  const start = () =>
    startProduct(dataDir, {
      SOLANA_RPC_URL: network.rpcUrl,
      KILL_POINTS: killDir,
      NODE_OPTIONS: `--import=${PRELOAD}`,
    })
  const arm = (point: string) => writeFileSync(join(killDir, 'at'), point)
  let product = await start()
  const { token } = await signUp(product.call)
  const { wallets, groupId, wanted } = await makeBuyingGroup(product.call, rpc, {
    token,
    count: WALLETS,
    interval: INTERVAL,
  })
  assert.equal((await product.call(api.startBot, { token, body: wanted })).status, 200)
  const query = { groupId, limit: 500 }
  const effects = async () => (await product.call(listBotWallets, { token, query })).ok.wallets
  const trades = async () => (await product.call(listBotTrades, { token, query })).ok.trades
  await until('first turns are drawn', async () =>
    (await effects()).every((one) => one.next_trade_at !== null),
  )
  const points = POINTS.toSorted(() => random() - 0.5).slice(0, AT_POINTS)
  const blows: (string | null)[] = [...points, ...Array.from({ length: AT_RANDOM }, () => null)]
  for (const point of blows) {
    const what = point ?? 'at random'
    // An earlier decision may be the one that is struck.
    const done = new Set((await trades()).filter(({ status }) => status !== 'placed').map(({ id }) => id))
    const undone = (list: { id: string }[]) => list.some(({ id }) => !done.has(id))
    if (point === null) {
      await until('a turn is taken', async () => undone(await trades()), DIES_WITHIN_MS)
      await pause(random() * 900)
      await product.end('SIGKILL')
    } else {
      arm(point)
      let signal: string | null = null
      void product.ended.then((end) => (signal = end.signal))
      assert.equal(await until('it dies', () => signal, DIES_WITHIN_MS), 'SIGKILL', what)
      assert.match(readFileSync(join(killDir, 'log'), 'utf8'), new RegExp(`killed ${point}\n$`))
    }
    arm('')
    product = await start()
    // Every decision made by then ends by itself.
    const decided = await trades()
    assert.ok(undone(decided), what)
    await until(
      `${what}: what was decided has ended`,
      async () => {
        const now = new Map((await trades()).map(({ id, status }) => [id, status]))
        return decided.every(({ id }) => now.get(id) !== 'placed' && now.has(id))
      },
      ENDS_WITHIN_MS,
    )
  }
  const [bot] = (await product.call(api.getBotStatus, { token, query: { groupId } })).ok.bots
  assert.ok(bot)
  assert.equal(bot.status, 'active')
  await product.call(api.stopBot, { token, body: { botId: bot.id, groupId } })
  await until(
    'it has stopped',
    async () =>
      (await product.call(api.getBotStatus, { token, query: { groupId } })).ok.bots[0]?.status === 'inactive',
    ENDS_WITHIN_MS,
  )
  const all = await trades()
  const filled = all.filter(({ status }) => status === 'filled')
  assert.equal(new Set(all.map(({ operation_id: id }) => id)).size, all.length)
  assert.equal(new Set(all.map(({ wallet_id: id }) => id)).size, all.length, 'one turn an interval')
  // A slow machine leaves time for more trades than one page holds.
  const readPage = async (before: object) =>
    (await product.call(listOperations, { token, query: { type: 'trade', limit: 200, ...before } })).ok
  const { operations, next } = await readPage({})
  if (next !== undefined) operations.push(...(await readPage({ before: next })).operations)
  assert.equal(operations.filter(({ status }) => status === 'completed').length, filled.length)
  const { figures } = (await product.call(api.getBotStatus, { token, query: { groupId } })).ok.bots[0] ?? bot
  assert.deepEqual([figures.trades, figures.failed], [filled.length, all.length - filled.length])
  // To the lamport: each wallet holds what its books say.
  const signed = (value: string | number) => {
    const text = String(value)
    return text.startsWith('-') ? -parseUnits(text.slice(1), 9) : parseUnits(text, 9)
  }
  const rows = await effects()
  assert.equal(rows.length, WALLETS)
  const held = await readBalances(
    rpc,
    rows.map((row) => row.wallet_address),
  )
  for (const [i, row] of rows.entries())
    assert.equal(held[i], EACH_HAS + signed(row.currency_change) - signed(row.fees_sol), row.wallet_name)
  const fees = rows.reduce((sum, row) => sum + signed(row.fees_sol), 0n)
  assert.equal(signed(figures.fees_sol), fees)
  assert.ok(fees >= BigInt(filled.length) * 2n * LAMPORTS_PER_SIGNATURE)
  assert.equal((await product.end('SIGTERM')).code, 0)
  await network.end('SIGTERM')
})
