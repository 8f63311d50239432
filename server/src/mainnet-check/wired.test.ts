/**
 * The operator's check in operation: real adapters, doubles of the services, and a network that presents itself as
 * mainnet.
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { after, beforeEach, test } from 'node:test'
import { SOL_MINT, USDC_MINT } from '@purser/contract/tokens/tokens.ts'
import { type Address, AccountRole, generateKeyPairSigner } from '@solana/kit'
import { openMainnetCheck } from '../app/open-mainnet-check.ts'
import { systemClock } from '../kernel/clock.ts'
import { createLog } from '../kernel/log.ts'
import { buildDouble } from '../test/build-double.ts'
import { createCandlesDouble } from '../test/candles-double.ts'
import { json, openDouble } from '../test/double.ts'
import { factsDouble } from '../test/facts-double.ts'
import { openTable } from '../test/lookup-table.ts'
import { openMainnet } from '../test/mainnet.ts'
import { createIssuer } from '../test/mints.ts'
import { fund, readBalances, SOL } from '../test/money.ts'
import { openPool } from '../test/pool.ts'
import { JUPITER } from '../test/route-program/route-program.ts'
import { readTokens } from '../test/tokens.ts'
import { checkMainnet } from './check.ts'
import { type Line, passed, formatTable } from './lines.ts'

const KEYS = ['key-of-the-endpoint', 'key-of-the-prices', 'key-of-the-candles']
const [RPC_KEY, JUPITER_KEY, CANDLES_KEY] = KEYS as [string, string, string]
const log = createLog('silent')
const { network, rpc } = await openMainnet()
const issuer = await createIssuer(rpc)
const pool = await openPool(network, [
  { mint: SOL_MINT, amount: 1_000n * SOL },
  { mint: USDC_MINT, amount: 1_000_000_000_000n },
])
const held = [...pool.addresses, JUPITER]
const table = await openTable(rpc, issuer, held)
const build = buildDouble({
  quote: ({ inAmount }) => (inAmount * 14n) / 100n,
  route: (route) => pool.route(route),
  tables: { [table]: held },
})
const facts = factsDouble()
facts.prices.set(SOL_MINT, '147.47')
const candles = createCandlesDouble({ clock: systemClock })
const double = await openDouble(build.part, facts, candles.part)
const { address: payer } = await generateKeyPairSigner()
await fund(rpc, payer, SOL)
after(async () => {
  await double[Symbol.asyncDispose]()
  await network.close()
})
beforeEach(async () => {
  build.lie(null)
  build.reply(null)
  facts.always = null
  candles.mood = 'well'
  await pool.set({})
})

async function check(named: Address | null = payer): Promise<Line[]> {
  await using opened = new AsyncDisposableStack()
  const parts = openMainnetCheck(
    {
      config: {
        rpcUrl: `${network.rpcUrl}/?api-key=${RPC_KEY}`,
        rpcUrls: [],
        rpcBudget: null,
        jupiter: { url: double.url, apiKey: JUPITER_KEY, callsPerMinute: 6_000 },
        candles: { url: double.url, apiKey: CANDLES_KEY, plan: 'demo', callsPerMinute: 6_000 },
      },
      payer: named,
      log,
    },
    opened,
  )
  const lines = await checkMainnet(parts)
  for (const key of KEYS) assert.ok(!formatTable(lines).includes(key))
  return lines
}
const failures = (lines: Line[]) =>
  lines.flatMap(({ what, state, found }) => (state === 'failed' ? [`${what}: ${found}`] : []))

void test('all of it passes against what is as documented, and nothing has moved', async () => {
  const lines = await check()
  assert.ok(passed(lines), formatTable(lines))
  const route = lines.find(({ what }) => what.startsWith('route'))
  assert.match(route?.found ?? '', /^1\.4 USDC, all rules met, simulated, \d+ compute units$/)
  assert.deepEqual(await readBalances(rpc, [payer]), [SOL])
  assert.deepEqual(await readTokens(rpc, [payer], { mint: USDC_MINT }), [null])
})

void test('without a wallet that is named one is found that paid for something', async () => {
  // A transaction that names USDC, as there always is one on mainnet.
  const note = { address: USDC_MINT as Address, role: AccountRole.READONLY }
  await issuer.execute([
    {
      programAddress: '11111111111111111111111111111111' as Address,
      accounts: [
        { address: issuer.payer.address, role: AccountRole.WRITABLE_SIGNER, signer: issuer.payer } as never,
        { address: payer, role: AccountRole.WRITABLE },
        note,
      ],
      // SystemInstruction::Transfer of zero lamports.
      data: Buffer.from([2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
    },
  ])
  assert.deepEqual(failures(await check(null)), [])
  assert.equal(build.asked.at(-1)?.taker, issuer.payer.address)
})

void test('a wallet with too little says so', async () => {
  const { address } = await generateKeyPairSigner()
  await fund(rpc, address, 49_999_999n)
  assert.deepEqual(failures(await check(address)), ['route 0.01 SOL → USDC: no wallet to simulate with'])
})

const lies: [name: string, lie: () => unknown, failure: RegExp][] = [
  [
    'another signer',
    () =>
      build.lie((answer) => {
        answer.swapInstruction.accounts.push({ pubkey: table, isWritable: false, isSigner: true })
      }),
    /^route .*rejected/,
  ],
  [
    'a table that the chain has otherwise',
    () =>
      build.lie((answer) => {
        answer.addressesByLookupTableAddress = { [table]: held.toReversed() }
      }),
    /^route .*rejected/,
  ],
  ['a pool that takes twice as much', () => pool.set({ takes: 20_000n }), /^route .*(rejected|simulation)/],
  ['a pool that pays half', () => pool.set({ pays: 5_000n, skipsThreshold: true }), /^route .*rejected/],
  ['a price that has moved', () => pool.set({ pays: 9_000n }), /^route .*simulation failed: .*slippage/],
  ['no route', () => build.reply(json({ error: 'No routes found' }, 400)), /^route .*no liquidity/],
  [
    'a build that answers 401',
    () => build.reply(json({ code: 401, message: 'Unauthorized' }, 401)),
    /^route .*key was rejected/,
  ],
  ['candles that are broken', () => (candles.mood = 'broken'), /^candles of SOL: no answer from/],
  [
    'candles with a wrong key',
    () => (candles.mood = 'unauthorised'),
    /^candles of SOL: the key was rejected/,
  ],
]
for (const [name, lie, failure] of lies)
  void test(`${name}: named by the only line that fails`, async () => {
    await lie()
    const [only, ...others] = failures(await check())
    assert.match(only ?? '', failure)
    assert.deepEqual(others, [])
  })

void test('a key that the service refuses fails prices and routes, each with what to do', async () => {
  facts.always = json({ code: 401, message: 'Unauthorized' }, 401)
  const failed = (await check()).filter(({ state }) => state === 'failed')
  assert.deepEqual(
    failed.map(({ what }) => what),
    ['price of SOL', 'route 0.01 SOL → USDC'],
  )
  for (const { remedy } of failed) assert.match(remedy ?? '', /JUPITER_API_KEY/)
})

void test('as a program it ends with 0 where all passes, and with 1 where something fails, without a key in what it prints', async () => {
  const run = () =>
    new Promise<{ code: unknown; printed: string }>((done) => {
      const env = {
        SOLANA_CLUSTER: 'mainnet-beta',
        SOLANA_RPC_URL: `${network.rpcUrl}/?api-key=${RPC_KEY}`,
        JUPITER_URL: double.url,
        JUPITER_API_KEY: JUPITER_KEY,
        CANDLES_URL: double.url,
        COINGECKO_API_KEY: CANDLES_KEY,
        DATABASE_URL: 'postgres://127.0.0.1:9/nobody-asks-it',
        SMTP_URL: 'smtp://127.0.0.1:9',
        MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
        ALLOWED_EMAILS: '@example.com',
        METRICS_TOKEN: 'a-token-for-metrics',
        ACCEPT_REAL_FUNDS: 'yes',
      }
      const script = join(import.meta.dirname, '../operator/check-mainnet.ts')
      execFile(process.execPath, [script, payer], { env }, (error, out, err) =>
        done({ code: error?.code ?? 0, printed: out + err }),
      )
    })
  const well = await run()
  assert.equal(well.code, 0, well.printed)
  assert.ok(!well.printed.includes('FAILED'))
  candles.mood = 'unauthorised'
  const ill = await run()
  assert.equal(ill.code, 1, ill.printed)
  assert.match(ill.printed, /FAILED/)
  for (const key of KEYS) assert.ok(!(well.printed + ill.printed).includes(key))
  assert.deepEqual(await readBalances(rpc, [payer]), [SOL])
})
