/**
 * Killed together with its chain, or in the middle of a payment: what was confirmed stays, what was requested happens
 * once.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { KNOWN_TOKENS, requestFaucet } from '@purser/contract/tokens/tokens.ts'
import { generateWallet } from '@purser/contract/wallets/wallets.ts'
import { pause } from '../server/src/kernel/clock.ts'
import { onPostgres } from '../server/src/test/database.ts'
import { seededRandom, sample, seed, whole } from '../server/src/test/seeded-random.ts'
import { beginTrading, finish, killAgainAndAgain, ORDERS } from './kills.ts'
import { ask, audit, readLamports } from './ledger.ts'
import { startNetwork, startProduct, temporaryDir } from '../server/src/test/product.ts'
import { signUp } from '../server/src/test/sign-up.ts'

const KILLS = whole ? 3 : 2
const BONK = KNOWN_TOKENS.find((t) => t.symbol === 'BONK')?.mint ?? ''

void test(`killed together with its chain, it keeps what was confirmed (seed ${seed})`, {
  skip: onPostgres,
}, async () => {
  const dataDir = temporaryDir()
  const again = () => startProduct(dataDir)
  const first = await again()
  const { token } = await signUp(first.call)
  const running = await beginTrading(first.call, token)
  const random = seededRandom(seed + 1)
  const { product } = await killAgainAndAgain(first, token, running, {
    times: KILLS,
    again,
    random,
  })
  await finish(product, token, running)
  const network = await startNetwork(dataDir)
  const { filled } = await audit(dataDir, network.rpcUrl)
  assert.ok(filled >= ORDERS + 3, `${filled} orders were filled`)
  await network.end('SIGTERM')
})

void test(`a faucet payment that is cut off and asked for again with its key is paid once (seed ${seed})`, {
  skip: onPostgres,
}, async () => {
  const [dataDir, chainDir] = [temporaryDir(), temporaryDir()]
  const network = await startNetwork(chainDir)
  const again = () => startProduct(dataDir, { SOLANA_RPC_URL: network.rpcUrl })
  let product = await again()
  const { token } = await signUp(product.call)
  const { address } = (await product.call(generateWallet, { token })).ok
  const random = seededRandom(seed + 2)
  let cutOff = 0
  const body = { address, sol: '1.5', mint: BONK, amount: '100' }
  // From before it is written down, over the first stocking of the faucet, to after its confirmation.
  const later = sample([120, 400, 900, 2_500], { of: 1, random })
  const moments = [5, 40, ...later].map((ms) => ms * (0.5 + random()))
  for (const moment of moments) {
    const key = randomUUID()
    const asked = product.call(requestFaucet, { token, body, key }).then(
      () => true,
      () => false,
    )
    await pause(moment)
    await product.end('SIGKILL')
    if (!(await asked)) cutOff++
    product = await again()
    const paid = await product.call(requestFaucet, { token, body, key })
    assert.equal(paid.status, 200, paid.text)
    const repeated = await product.call(requestFaucet, { token, body, key })
    assert.equal(repeated.text, paid.text)
  }
  assert.ok(cutOff > 0, 'at least one payment was under way when it was killed')
  assert.equal(await readLamports(network.rpcUrl, address), BigInt(moments.length) * 1_500_000_000n)
  const held = await ask<{
    value: { account: { data: { parsed: { info: { tokenAmount: { amount: string } } } } } }[]
  }>(
    network.rpcUrl,
    'getTokenAccountsByOwner',
    address,
    { mint: BONK },
    { commitment: 'confirmed', encoding: 'jsonParsed' },
  )
  const amounts = held.value.map((v) => v.account.data.parsed.info.tokenAmount.amount)
  assert.deepEqual(amounts, [String(moments.length * 100 * 1e5)])
  assert.equal((await product.end('SIGTERM')).code, 0)
  const { operations } = await audit(dataDir, network.rpcUrl)
  assert.equal(operations, moments.length)
  await network.end('SIGTERM')
})
