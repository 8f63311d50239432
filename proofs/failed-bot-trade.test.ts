/**
 * A bot's trade that failed on the chain bought nothing and cost its fee, and every figure of the bot shows just that.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SOL_DECIMALS, toJsonAmount } from '@purser/contract/money.ts'
import { MARKET_SPEED_MAX } from '@purser/contract/limits.ts'
import { setMarketClock } from '@purser/contract/market/market.ts'
import { KNOWN_TOKENS } from '@purser/contract/tokens/tokens.ts'
import { listBotTrades, listBotWallets } from '@purser/contract/trading-bots/trading-bot-trades.ts'
import * as api from '@purser/contract/trading-bots/trading-bots.ts'
import { addToGroup, createGroup } from '@purser/contract/wallets/wallet-groups.ts'
import { revealKey } from '@purser/contract/wallets/wallets.ts'
import { fund, readBalances, makeWallets, SOL } from '../server/src/test/money.ts'
import { startNetwork, startProduct, temporaryDir } from '../server/src/test/product.ts'
import { connectRpc } from '../server/src/test/rpc.ts'
import { signUp } from '../server/src/test/sign-up.ts'
import { until } from '../server/src/test/until.ts'
import { ask, readLamports } from './ledger.ts'
import { signedTransfer } from './signed-transfer.ts'

const BONK = KNOWN_TOKENS.find((t) => t.symbol === 'BONK')?.mint ?? ''
const LEFT = 3_000_000n

void test('a trade whose funds are gone when it arrives is a failed one, and its fee is in the figures', async () => {
  const dataDir = temporaryDir()
  const network = await startNetwork(temporaryDir(), 0, ['--faults'])
  const { rpcUrl } = network
  const rpc = connectRpc(rpcUrl)
  const env = { SOLANA_RPC_URL: rpcUrl }
  let product = await startProduct(dataDir, env)
  const { token } = await signUp(product.call)
  const [wallet, other] = await makeWallets(product.call, token, 2)
  assert.ok(wallet && other)
  for (const { address } of [wallet, other]) await fund(rpc, address, 2n * SOL)
  const { id: groupId } = (await product.call(createGroup, { token, body: { name: 'Desk' } })).ok
  await product.call(addToGroup, { token, params: { id: groupId }, body: { walletIds: [wallet.id] } })
  const { private_key: key } = (await product.call(revealKey, { token, body: { address: wallet.address } }))
    .ok
  const query = { groupId }
  const trades = async () => (await product.call(listBotTrades, { token, query })).ok.trades
  const body = { groupId, mint_address: BONK, retail_buy_probability: 1, retail_interval_max: 600 }
  assert.equal((await product.call(api.saveBotParameters, { token, body })).status, 200)
  const start = { groupId, mintAddress: BONK }
  const { botId } = (await product.call(api.startBot, { token, body: start })).ok
  assert.ok(botId)
  // From now on no send arrives; the trade is signed, sent in vain, and abandoned.
  await ask(rpcUrl, 'localnet_setFaults', [{ method: 'sendTransaction', kind: 'drop' }])
  await product.call(setMarketClock, { token, body: { speed: MARKET_SPEED_MAX } })
  await until('a trade is sent in vain', () => product.stdout().includes('a send was not accepted'))
  await product.call(setMarketClock, { token, body: { speed: 1 } })
  await product.end('SIGKILL')
  await ask(rpcUrl, 'localnet_setFaults', [])
  // The owner uses the wallet's key elsewhere: all but `LEFT` goes away.
  const signed = await signedTransfer(rpc, { key, to: other.address, left: LEFT })
  await ask(rpcUrl, 'sendTransaction', signed, { encoding: 'base64', preflightCommitment: 'confirmed' })
  await until('the wallet is drained', async () => (await readLamports(rpcUrl, wallet.address)) === LEFT)

  product = await startProduct(dataDir, env)
  await until('it has ended', async () => (await trades()).every(({ status }) => status === 'failed'))
  const [trade, ...more] = await trades()
  assert.deepEqual(more, [])
  assert.match(trade?.error ?? '', /custom program error/i)
  const [held = 0n] = await readBalances(rpc, [wallet.address])
  assert.ok(held < LEFT, 'it arrived')
  const fee = toJsonAmount(LEFT - held, SOL_DECIMALS)
  const [bot] = (await product.call(api.getBotStatus, { token, query })).ok.bots
  assert.deepEqual(bot?.figures, {
    trades: 0,
    buys: 0,
    whale_trades: 0,
    retail_trades: 0,
    failed: 1,
    volume_usd: 0,
    fees_sol: fee,
  })
  const [row] = (await product.call(listBotWallets, { token, query })).ok.wallets
  assert.deepEqual([row?.trades, row?.token_change, row?.currency_change, row?.fees_sol], [0, 0, 0, fee])
  const stopped = await product.call(api.stopBot, { token, body: { botId, groupId } })
  assert.equal(stopped.ok.status, 'inactive')
  assert.equal((await product.end('SIGTERM')).code, 0)
  await network.end('SIGTERM')
})
