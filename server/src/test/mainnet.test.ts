import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { MAINNET_GENESIS } from '@purser/contract/system.ts'
import { SOL_MINT, USDC_MINT as USDC } from '@purser/contract/tokens/tokens.ts'
import { TOKEN_2022_PROGRAM_ADDRESS } from '@solana-program/token-2022'
import { type Address, generateKeyPairSigner, type KeyPairSigner } from '@solana/kit'
import { openTable } from './lookup-table.ts'
import { openMainnet } from './mainnet.ts'
import { createIssuer } from './mints.ts'
import { fund, readBalances, SOL } from './money.ts'
import { openPool, type Pool, type PoolTerms } from './pool.ts'
import { JUPITER, ROUTE_ERRORS } from './route-program/route-program.ts'
import { submit } from './submit.ts'
import { fundTokens, readTokens } from './tokens.ts'
import { around } from './wrapped.ts'

const { network, rpc } = await openMainnet()
after(network.close)
const issuer = await createIssuer(rpc)

const USDC_HELD = 1_000_000_000n
const QUOTED = 140_000_000n
/** ceil(140,000,000 · 9,950 / 10,000) */
const THRESHOLD = 139_300_000n

async function openTrader(): Promise<KeyPairSigner> {
  const trader = await generateKeyPairSigner()
  await fund(rpc, trader.address, 10n * SOL)
  return trader
}

const openSolPool = (): Promise<Pool> =>
  openPool(network, [
    { mint: SOL_MINT, amount: 1_000n * SOL },
    { mint: USDC, amount: 1_000_000_000_000n },
  ])

type Swap = {
  from?: string
  inAmount?: bigint
  quoted?: bigint
  otherDestination?: string
  destination?: string
}

async function swap(pool: Pool, trader: KeyPairSigner, options: Swap = {}, table?: Address) {
  const { from = SOL_MINT, inAmount = SOL, quoted = QUOTED } = options
  const to = from === SOL_MINT ? USDC : SOL_MINT
  const { setup, source, destination, cleanup } = await around(trader, { from, to, inAmount })
  const route = pool.route({
    trader: trader.address,
    from,
    source,
    destination: options.destination ?? destination,
    ...(options.otherDestination === undefined ? {} : { otherDestination: options.otherDestination }),
    inAmount,
    quoted,
    slippageBps: 50,
  })
  const tables = table === undefined ? {} : { [table]: [...pool.addresses, JUPITER] }
  return submit(rpc, { payer: trader, instructions: [...setup, route, ...cleanup], tables })
}

const readUsdc = async (...owners: string[]) => readTokens(rpc, owners, { mint: USDC })
async function readPool(pool: Pool): Promise<bigint[]> {
  const { value } = await rpc<{ value: { data: [string] }[] }>('getMultipleAccounts', pool.tokenAccounts, {
    commitment: 'confirmed',
    encoding: 'base64',
  })
  return value.map(({ data }) => Buffer.from(data[0], 'base64').readBigUInt64LE(64))
}

void test('it presents itself as mainnet, with the mints that are known there', async () => {
  assert.equal(await rpc('getGenesisHash'), MAINNET_GENESIS)
  const mSol = 'mSoLzYCxHdYgdzU16g5QSh3i5K3z3KZK7ytfqcJm7So'
  const { value } = await rpc<{ value: { data: { parsed: { info: { decimals: number } } } }[] }>(
    'getMultipleAccounts',
    [SOL_MINT, USDC, mSol],
    { encoding: 'jsonParsed' },
  )
  assert.deepEqual(
    value.map(({ data }) => data.parsed.info.decimals),
    [9, 6, 9],
  )
})

void test('SOL into a token and back by a lookup table ends in exactly the balances that were promised', async () => {
  const [pool, trader] = await Promise.all([openSolPool(), openTrader()])
  const table = await openTable(rpc, issuer, [...pool.addresses, JUPITER])
  const rent = BigInt(await rpc<number>('getMinimumBalanceForRentExemption', 165))

  const bought = await swap(pool, trader, {}, table)
  assert.equal(bought.err, null)
  assert.deepEqual(await readUsdc(trader.address), [QUOTED])
  assert.deepEqual(await readBalances(rpc, [trader.address]), [9n * SOL - rent - bought.fee])
  assert.deepEqual(await readPool(pool), [1_001n * SOL, 1_000_000_000_000n - QUOTED])

  const sold = await swap(pool, trader, { from: USDC, inAmount: QUOTED, quoted: SOL - 1n }, table)
  assert.equal(sold.err, null)
  assert.deepEqual(await readUsdc(trader.address), [0n])
  assert.deepEqual(await readBalances(rpc, [trader.address]), [10n * SOL - 1n - rent - bought.fee - sold.fee])

  // The bytes hold the table and indexes only.
  const plain = await swap(pool, trader)
  assert.equal(plain.err, null)
  assert.ok(bought.bytes < plain.bytes - 150, `${bought.bytes} against ${plain.bytes} bytes`)
})

const fails = async (pool: Pool, trader: KeyPairSigner, code: number): Promise<void> => {
  const before = await readPool(pool)
  const { err, fee } = await swap(pool, trader)
  assert.deepEqual(err, { InstructionError: [4, { Custom: code }] })
  assert.deepEqual(await readUsdc(trader.address), [null])
  assert.deepEqual(await readBalances(rpc, [trader.address]), [10n * SOL - fee])
  assert.deepEqual(await readPool(pool), before)
}

void test('one unit below the threshold fails with 6001 and costs the fee alone; the threshold itself passes', async () => {
  const [pool, trader] = await Promise.all([openSolPool(), openTrader()])
  // 140,000,000 · 9,949 / 10,000 is far below; a quote that the division rounds tests the exact unit.
  await pool.set({ pays: 9_949n })
  await fails(pool, trader, ROUTE_ERRORS.slippage)

  await pool.set({ pays: 9_950n })
  assert.equal((await swap(pool, trader)).err, null)
  assert.deepEqual(await readUsdc(trader.address), [THRESHOLD])

  // ceil(10,001 · 0.995) = 9,951, while it pays floor(10,001 · 0.995) = 9,950.
  const { err } = await swap(pool, trader, { quoted: 10_001n })
  assert.deepEqual(err, { InstructionError: [4, { Custom: ROUTE_ERRORS.slippage }] })
  assert.equal((await swap(pool, trader, { quoted: 10_000n })).err, null)
})

void test('amounts of 64 bits are not cut off', async () => {
  const trader = await openTrader()
  const most = 18_000_000_000_000_000_000n
  const bonk = 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263'
  const pool = await openPool(network, [
    { mint: SOL_MINT, amount: 0n },
    { mint: bonk, amount: most },
  ])
  await pool.set({ pays: 9_950n })
  const { setup, source, destination } = await around(trader, { from: SOL_MINT, to: bonk, inAmount: 1n })
  const route = pool.route({
    trader: trader.address,
    from: SOL_MINT,
    source,
    destination,
    inAmount: 1n,
    quoted: most,
    slippageBps: 50,
  })
  const { err } = await submit(rpc, { payer: trader, instructions: [...setup, route] })
  assert.equal(err, null)
  const held = await readTokens(rpc, [trader.address], { mint: bonk })
  assert.deepEqual(held, [(most * 9_950n) / 10_000n])
})

void test('a mint of the newer token program is traded by that program', async () => {
  const trader = await openTrader()
  const mint = await issuer.createMint([], 6)
  const pool = await openPool(network, [
    { mint: SOL_MINT, amount: 0n },
    { mint, amount: 5_000_000n, program: TOKEN_2022_PROGRAM_ADDRESS },
  ])
  await issuer.mintTo(trader.address, mint, 0n)
  const { setup, source } = await around(trader, { from: SOL_MINT, to: USDC, inAmount: SOL })
  const route = pool.route({
    trader: trader.address,
    from: SOL_MINT,
    source,
    destination: await issuer.deriveAccount(trader.address, mint),
    inAmount: SOL,
    quoted: 5_000_000n,
    slippageBps: 0,
  })
  assert.equal((await submit(rpc, { payer: trader, instructions: [...setup, route] })).err, null)
  const token = { mint, program: TOKEN_2022_PROGRAM_ADDRESS }
  assert.deepEqual(await readTokens(rpc, [trader.address], token), [5_000_000n])
})

const betrayals: { name: string; terms: PoolTerms; out: bigint; spent: bigint }[] = [
  { name: 'pays less', terms: { pays: 5_000n, skipsThreshold: true }, out: QUOTED / 2n, spent: SOL },
  { name: 'takes more', terms: { takes: 20_000n }, out: QUOTED, spent: 2n * SOL },
]
for (const { name, terms, out, spent } of betrayals)
  void test(`a pool that ${name} than was said does so where a test wants it`, async () => {
    const [pool, trader] = await Promise.all([openSolPool(), openTrader()])
    await pool.set(terms)
    const { setup, source, destination } = await around(trader, {
      from: SOL_MINT,
      to: USDC,
      inAmount: 2n * SOL,
    })
    const route = pool.route({
      trader: trader.address,
      from: SOL_MINT,
      source,
      destination,
      inAmount: SOL,
      quoted: QUOTED,
      slippageBps: 50,
    })
    assert.equal((await submit(rpc, { payer: trader, instructions: [...setup, route] })).err, null)
    assert.deepEqual(await readUsdc(trader.address), [out])
    assert.deepEqual(await readTokens(rpc, [trader.address], { mint: SOL_MINT }), [2n * SOL - spent])
  })

void test('what is sent elsewhere by account 2 or 7 arrives there, and a destination of another mint moves nothing', async () => {
  const [pool, trader, stranger] = await Promise.all([openSolPool(), openTrader(), openTrader()])
  await fundTokens(rpc, stranger.address, USDC, USDC_HELD)
  const theirs = await around(stranger, { from: SOL_MINT, to: USDC, inAmount: 0n })

  assert.equal((await swap(pool, trader, { otherDestination: theirs.destination })).err, null)
  assert.equal((await swap(pool, trader, { destination: theirs.destination })).err, null)
  assert.deepEqual(await readUsdc(trader.address, stranger.address), [0n, USDC_HELD + 2n * QUOTED])

  const before = await readPool(pool)
  const { err } = await swap(pool, trader, { destination: pool.tokenAccounts[0] })
  assert.deepEqual(err, { InstructionError: [4, { Custom: 3 }] })
  assert.deepEqual(await readPool(pool), before)
  assert.deepEqual(await readUsdc(trader.address, stranger.address), [0n, USDC_HELD + 2n * QUOTED])
})

void test('what the trader did not sign, what is cut short and what is unknown moves nothing', async () => {
  const [pool, trader, stranger] = await Promise.all([openSolPool(), openTrader(), openTrader()])
  await fundTokens(rpc, stranger.address, USDC, USDC_HELD)
  const theirs = await around(stranger, { from: USDC, to: SOL_MINT, inAmount: 1n })
  const { setup, destination } = await around(trader, { from: USDC, to: SOL_MINT, inAmount: 1n })
  const route = pool.route({
    trader: trader.address,
    from: USDC,
    source: theirs.source,
    destination,
    inAmount: 1_000n,
    quoted: 1_000n,
    slippageBps: 50,
  })
  const attempts = [
    // TokenError::OwnerMismatch: the trader may not move a stranger's tokens.
    [route, 4],
    [{ ...route, accounts: (route.accounts ?? []).slice(0, 13) }, ROUTE_ERRORS.accounts],
    [{ ...route, data: Buffer.from(route.data ?? []).subarray(0, 29) }, ROUTE_ERRORS.data],
    [{ ...route, data: Buffer.from(route.data ?? []).fill(0, 0, 8) }, ROUTE_ERRORS.instruction],
  ] as const
  for (const [instruction, code] of attempts) {
    const { err } = await submit(rpc, { payer: trader, instructions: [...setup, instruction] })
    assert.deepEqual(err, { InstructionError: [setup.length, { Custom: code }] })
  }
  assert.deepEqual(await readUsdc(stranger.address), [USDC_HELD])
})

void test('neither another genesis hash nor placed accounts are for a network that is kept or not of tests', async () => {
  const { startLocalnet } = await import('@purser/localnet/index.ts')
  await assert.rejects(startLocalnet({ rpcPort: 0, genesisHash: MAINNET_GENESIS }))
  await using opened = new AsyncDisposableStack()
  const plain = await startLocalnet({ rpcPort: 0 })
  opened.defer(plain.close)
  await assert.rejects(plain.place([{ address: USDC, owner: JUPITER, data: new Uint8Array(0) }]))
  await assert.rejects(network.place([{ address: 'nowhere', owner: JUPITER, data: new Uint8Array(0) }]))
})
