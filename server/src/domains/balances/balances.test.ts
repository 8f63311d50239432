// On PostgreSQL as well.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import * as api from '@purser/contract/balances/balances.ts'
import { KNOWN_TOKENS, requestFaucet, SOL_MINT, USDC_MINT } from '@purser/contract/tokens/tokens.ts'
import { connectWallet, disconnectWallet, generateBulk } from '@purser/contract/wallets/wallets.ts'
import { sql } from 'drizzle-orm'
import type { Address } from '@solana/kit'
import { createRpcChain } from '../../adapters/chain/rpc.ts'
import { createLog } from '../../kernel/log.ts'
import { startTestDesk, until } from '../../test/harness.ts'
import { fundsInWords } from './balances.service.ts'
import { startLocalnet } from '@purser/localnet/index.ts'
import { createReader } from './reading.ts'

const desk = await startTestDesk()
const { call } = desk
const WIF = KNOWN_TOKENS.find((t) => t.symbol === 'WIF')?.mint ?? ''
const log = createLog('silent')

const bulk = async (token: string, count: number) =>
  (await call(generateBulk, { token, body: { count, namePrefix: 'W' } })).ok.wallets
const read = async (token: string, walletIds: number[]) =>
  (await call(api.listBalances, { token, body: { walletIds } })).ok.balances
const pay = async (token: string, body: { address: string; sol?: number; mint?: string; amount?: string }) =>
  assert.equal((await call(requestFaucet, { token, body })).status, 200)

let ann: Awaited<ReturnType<typeof desk.signUp>>
before(async () => {
  ann = await desk.signUp()
})

void test('SOL and tokens of many wallets come in their order, tokens as soon as they are found', async () => {
  const { token } = ann
  const [a, b, c] = await bulk(token, 3)
  assert.ok(a && b && c)
  await pay(token, { address: a.address, sol: 1.25, mint: USDC_MINT, amount: '20.5' })
  await pay(token, { address: b.address, mint: WIF, amount: '3' })
  const ids = [c.id, b.id, a.id]
  const found = await until('the tokens', async () => {
    const balances = await read(token, ids)
    return balances.every((r) => r.complete) && balances[2]?.tokens.length === 1 && balances
  })
  assert.deepEqual(
    found.map((r) => [r.walletId, r.sol.balance, r.error]),
    [
      [c.id, 0, null],
      [b.id, 0, null],
      [a.id, 1.25, null],
    ],
  )
  const { usd, ...usdc } = found[2]?.tokens[0] ?? { usd: null }
  assert.deepEqual(usdc, { mint: USDC_MINT, symbol: 'USDC', amount: 20.5, decimals: 6 })
  assert.ok(Number(usd) > 15 && Number(usd) < 25, String(usd))
  assert.equal(found[1]?.tokens[0]?.symbol, 'WIF')
  assert.deepEqual([found[0]?.total_usd, found[0]?.sol.usd], [0, 0])
  const whole = Number(found[2]?.sol.usd) + Number(usd)
  assert.ok(Math.abs(Number(found[2]?.total_usd) - whole) < 0.00001)
  const alone = (await call(api.getBalance, { token, params: { address: a.address } })).ok
  assert.deepEqual(alone, {
    solBalance: 1.25,
    tokens: [{ mint: USDC_MINT, symbol: 'USDC', balance: 20.5, decimals: 6 }],
  })
  const both = (await call(api.getWalletByAddress, { token, params: { address: a.address } })).ok
  assert.deepEqual([both.id, both.name, both.solBalance, both.tokens], [a.id, a.name, 1.25, alone.tokens])
})

void test('tokens that arrive later are found after their movement, without being asked for again by hand', async () => {
  const { token } = ann
  const [wallet] = await bulk(token, 1)
  assert.ok(wallet)
  await until('the first look', async () => (await read(token, [wallet.id]))[0]?.complete)
  assert.deepEqual((await read(token, [wallet.id]))[0]?.tokens, [])
  await pay(token, { address: wallet.address, mint: WIF, amount: '7' })
  // An answer without the token never claims to be complete.
  const found = await until('the whole answer', async () => {
    const [record] = await read(token, [wallet.id])
    return record?.complete === true && record
  })
  assert.deepEqual(
    found.tokens.map(({ mint, amount }) => [mint, amount]),
    [[WIF, 7]],
  )
})

void test('a wallet of which the search failed after tokens came is searched again when it is read', async () => {
  const { token } = ann
  const [wallet] = await bulk(token, 1)
  assert.ok(wallet)
  await until('the first look', async () => (await read(token, [wallet.id]))[0]?.complete)
  // Reads of both programs' accounts, as often as one search makes them.
  const fault = { method: 'getTokenAccountsByOwner', kind: 'fail500', about: wallet.address, times: 8 }
  await desk.chain('localnet_setFaults', [fault])
  await pay(token, { address: wallet.address, mint: WIF, amount: '7' })
  assert.equal((await read(token, [wallet.id]))[0]?.complete, false)
  const found = await until('the token', async () => (await read(token, [wallet.id]))[0]?.tokens[0])
  assert.equal(found.mint, WIF)
})

void test('an answer younger than 3 s is given again, and a movement of the desk makes it old at once', async () => {
  const { token } = ann
  const [wallet] = await bulk(token, 1)
  assert.ok(wallet)
  const { address } = wallet
  const sol = async () => (await read(token, [wallet.id]))[0]?.sol.balance
  const single = async () => (await call(api.getBalance, { token, params: { address } })).ok.solBalance
  assert.deepEqual([await sol(), await single()], [0, 0])
  const signature = await desk.chain<string>('requestAirdrop', address, 2_000_000_000)
  assert.ok(signature)
  await until('the airdrop', async () => {
    const { value } = await desk.chain<{ value: number }>('getBalance', address, { commitment: 'confirmed' })
    return value > 0
  })
  // The clock of the desk may be moved but not stopped: a fresh reading is repeated only after 3 s.
  desk.clock.move(3_000)
  assert.deepEqual([await sol(), await single()], [2, 2])
  await pay(token, { address, sol: 1 })
  assert.deepEqual([await sol(), await single()], [3, 3])
})

void test('one foreign wallet, an unknown one, a wallet twice or none refuses the whole list', async () => {
  const { token } = await desk.signUp()
  const [hers] = await bulk(ann.token, 1)
  const [mine] = await bulk(token, 1)
  assert.ok(hers && mine)
  for (const [walletIds, status] of [
    [[mine.id, hers.id], 404],
    [[mine.id, 999_999_999], 404],
    [[mine.id, mine.id], 400],
    [[], 400],
    [['x'], 400],
    [undefined, 400],
  ] as const) {
    const refused = await call(api.listBalances, { token, wrongBody: { walletIds } })
    assert.equal(refused.status, status)
  }
  for (const params of [{ address: hers.address }, { address: 'nonsense' }])
    for (const endpoint of [api.getBalance, api.getWalletByAddress]) {
      const refused = await call(endpoint, { token, params })
      assert.equal(refused.status, 404)
      assert.equal(refused.fault.error, 'Wallet not found')
    }
  const foreign = await call(connectWallet, { token, body: { walletAddress: hers.address } })
  assert.equal(foreign.status, 404)
  assert.equal((await call(connectWallet, { token, body: { walletAddress: mine.address } })).ok.success, true)
  assert.equal((await call(disconnectWallet, { token })).ok.success, true)
})

void test('one token is read in many wallets, in their order, as far as it can be moved', async () => {
  const { token } = await desk.signUp()
  const wallets = await bulk(token, 130)
  const [rich, poor] = [wallets[120], wallets[3]]
  assert.ok(rich && poor)
  await pay(token, { address: rich.address, mint: WIF, amount: '1234.000001' })
  const walletAddresses = wallets.map(({ address }) => address)
  const body = { walletAddresses, tokenAddress: WIF }
  const { balances } = (await call(api.listTokenBalances, { token, body })).ok
  assert.deepEqual(
    balances.map(({ walletAddress }) => walletAddress),
    walletAddresses,
  )
  assert.deepEqual(balances[120], { walletAddress: rich.address, balance: 1234.000001, decimals: 6 })
  assert.deepEqual(new Set(balances.map(({ balance }) => balance)), new Set([0, 1234.000001]))
  const one = { walletAddress: rich.address, tokenAddress: WIF }
  assert.deepEqual((await call(api.readTokenBalance, { token, body: one })).ok, {
    success: true,
    balance: 1234.000001,
    decimals: 6,
  })
  const { token: stranger } = await desk.signUp()
  assert.equal((await call(api.readTokenBalance, { token: stranger, body: one })).status, 404)
  for (const [change, status, text] of [
    [{ tokenAddress: poor.address }, 400, /^No token with the address/],
    [{ tokenAddress: '1'.repeat(44) }, 400, /^No token with the address/],
    [{ tokenAddress: 'nonsense' }, 400, /must be a Solana address/],
    [{ walletAddresses: [] }, 400, /at least one wallet/],
    [{ walletAddresses: [poor.address, WIF] }, 404, /^Wallet not found/],
  ] as const) {
    const refused = await call(api.listTokenBalances, { token, wrongBody: { ...body, ...change } })
    assert.equal(refused.status, status)
    assert.match(refused.fault.error, text)
  }
})

void test('where the chain does not answer for some wallets, those alone say so and are asked for again', async () => {
  const { token } = await desk.signUp()
  const wallets = await bulk(token, 150)
  const ids = wallets.map((w) => w.id)
  await desk.chain('localnet_setFaults', [
    { method: 'getMultipleAccounts', kind: 'fail500', about: wallets[120]?.address },
  ])
  const balances = await read(token, ids)
  await desk.chain('localnet_clearFaults')
  const failed = balances.filter((r) => r.error !== null)
  assert.deepEqual(
    failed.map((r) => r.walletId),
    ids.slice(100),
  )
  for (const record of failed)
    assert.deepEqual(record, {
      walletId: record.walletId,
      sol: { balance: null, usd: null },
      tokens: [],
      total_usd: null,
      complete: false,
      error: 'Failed to load balance',
    })
  assert.ok((await read(token, ids)).every((r) => r.error === null && r.sol.balance === 0))
})

void test('a thousand wallets take ten calls for their SOL and one for each hundred known token accounts', async () => {
  const network = await startLocalnet({ rpcPort: 0 })
  try {
    const real = createRpcChain({ url: network.rpcUrl, log })
    const calls = { lamports: 0, tokens: 0 }
    const chain = {
      ...real,
      lamports: (list: Address[]) => (assert.ok(list.length <= 100), calls.lamports++, real.lamports(list)),
      tokenAmounts: (list: Address[]) => (
        assert.ok(list.length <= 100), calls.tokens++, real.tokenAmounts(list)
      ),
    }
    const { token } = await desk.signUp()
    const wallets = await bulk(token, 1000)
    const { db } = desk.database
    const reader = createReader({ db, chain, log })
    const empty = await reader.read(wallets)
    assert.deepEqual(calls, { lamports: 10, tokens: 0 })
    assert.equal(empty.size, 1000)
    const rich = wallets.slice(0, 3)
    for (const [i, { id, ...wallet }] of rich.entries()) {
      const address = wallet.address as Address
      await real.tokenAirdrop(address, WIF as Address, BigInt(i + 1) * 1_000_000n)
      const tokens = await until('the tokens', async () => {
        const { tokens } = await real.holdings(address)
        return tokens.length === 1 && tokens
      })
      await db.execute(sql`insert into token_accounts (wallet_id, account, mint, decimals)
        values (${id}, ${tokens[0]?.account}, ${WIF}, 6)`)
    }
    // Accounts that do not exist, or belong to another, hold nothing for this wallet.
    const [, , , poor] = wallets
    const [account] = (await real.holdings(rich[0]?.address as Address)).tokens
    await db.execute(sql`insert into token_accounts (wallet_id, account, mint, decimals)
      values (${poor?.id}, ${account?.account}, ${WIF}, 6)`)
    await db.execute(sql`insert into token_accounts (wallet_id, account, mint, decimals)
      select id, address, ${WIF}, 6 from wallets where id >= ${wallets[10]?.id} and id < ${wallets[10]?.id} + 246`)
    const found = await reader.read(wallets)
    assert.deepEqual(calls, { lamports: 20, tokens: 3 })
    assert.deepEqual(
      [...rich, poor].map((w) => found.get(w?.id ?? 0)?.tokens),
      [1n, 2n, 3n].map((n) => [{ mint: WIF, decimals: 6, amount: n * 1_000_000n }]).concat([[]]),
    )
  } finally {
    await network.close()
  }
})

void test('funds are put in words that a person reads at a glance', () => {
  const token = (mint: string, amount: bigint) => ({ mint, amount, decimals: 6 })
  assert.equal(fundsInWords(0n, []), null)
  assert.equal(fundsInWords(0n, [token(WIF, 0n)]), null)
  assert.equal(fundsInWords(1n, []), '0.000000001 SOL')
  assert.equal(fundsInWords(1_500_000_000n, [token(USDC_MINT, 20_000_000n)]), '1.5 SOL and 20 USDC')
  const many = [USDC_MINT, WIF, SOL_MINT, ...KNOWN_TOKENS.slice(3).map((t) => t.mint)]
  assert.equal(
    fundsInWords(
      10n ** 9n,
      many.map((mint) => token(mint, 1_000_000n)),
    ),
    '1 SOL, 1 USDC, 1 WIF, 1 WSOL and 2 more tokens',
  )
})
