import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConfigError, readConfig } from './config.ts'

type Env = Record<string, string>
const REAL: Env = {
  SOLANA_CLUSTER: 'mainnet-beta',
  SMTP_URL: 'smtp://mail',
  MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  ALLOWED_EMAILS: '@example.com',
  METRICS_TOKEN: 'm3trics',
  DATABASE_URL: 'postgres://db/purser',
  ACCEPT_REAL_FUNDS: 'yes',
}

function complaint(env: Env): string {
  try {
    readConfig(env)
  } catch (error) {
    assert.ok(error instanceof ConfigError, String(error))
    assert.ok(!error.message.includes('\n'))
    return error.message
  }
  return assert.fail(`accepted ${JSON.stringify(env)}`)
}

test('with nothing set the market is simulated, and the services are asked as they allow without a key', () => {
  const { market, acceptRealFunds, jupiter, candles } = readConfig({})
  assert.deepEqual([market, acceptRealFunds], ['simulated', false])
  assert.deepEqual(jupiter, { url: 'https://api.jup.ag', apiKey: null, callsPerMinute: 30 })
  assert.deepEqual(candles, {
    url: 'https://api.geckoterminal.com/api/v2',
    apiKey: null,
    plan: 'keyless',
    callsPerMinute: 6,
  })
})

test('live prices are for the local network and mainnet-beta, where nothing else is traded on', () => {
  assert.equal(readConfig({ MARKET: 'live' }).market, 'live')
  for (const SOLANA_CLUSTER of ['devnet', 'testnet']) {
    assert.equal(readConfig({ SOLANA_CLUSTER, MARKET: 'simulated' }).market, 'simulated')
    assert.match(
      complaint({ SOLANA_CLUSTER, MARKET: 'live' }),
      new RegExp(`^MARKET is "live"; expected simulated on ${SOLANA_CLUSTER}: `),
    )
  }
  assert.match(
    complaint({ ...REAL, MARKET: 'simulated' }),
    /^MARKET is "simulated"; expected live on mainnet-beta/,
  )
  assert.match(complaint({ MARKET: 'jupiter' }), /^MARKET is "jupiter"; expected simulated or live/)
})

test('mainnet-beta is refused until each thing that guards real funds is set, named with its reason', () => {
  for (const name of Object.keys(REAL)) {
    if (name === 'SOLANA_CLUSTER') continue
    const { [name]: _, ...rest } = REAL
    const line = complaint(rest)
    assert.ok(line.includes(`is mainnet-beta, so ${name} must be set (${name}: `), line)
  }
  assert.match(complaint({ ...REAL, ACCEPT_REAL_FUNDS: 'no' }), /so ACCEPT_REAL_FUNDS must be set/)
  for (const almost of ['YES', 'true', '1'])
    assert.match(complaint({ ...REAL, ACCEPT_REAL_FUNDS: almost }), /expected yes or no\.$/)
})

test('a key raises how often its service is asked, and a plan says which host knows it', () => {
  const { jupiter, candles } = readConfig({ JUPITER_API_KEY: 'j-1', COINGECKO_API_KEY: 'c-1' })
  assert.deepEqual([jupiter.apiKey, jupiter.callsPerMinute], ['j-1', 60])
  assert.deepEqual(candles, {
    url: 'https://api.coingecko.com/api/v3/onchain',
    apiKey: 'c-1',
    plan: 'demo',
    callsPerMinute: 30,
  })
  const paid = readConfig({ COINGECKO_API_KEY: 'c-1', COINGECKO_PLAN: 'pro' }).candles
  assert.deepEqual([paid.url, paid.plan], ['https://pro-api.coingecko.com/api/v3/onchain', 'pro'])
  assert.match(complaint({ COINGECKO_PLAN: 'pro' }), /^COINGECKO_PLAN is "pro"; expected COINGECKO_API_KEY/)
})

test('addresses and budgets can be set, and no slash at an end doubles one', () => {
  const { jupiter, candles } = readConfig({
    JUPITER_URL: 'http://127.0.0.1:4000/jup/',
    JUPITER_CALLS_PER_MINUTE: '600',
    CANDLES_URL: 'http://127.0.0.1:4001/',
    CANDLES_CALLS_PER_MINUTE: '30',
  })
  assert.deepEqual([jupiter.url, jupiter.callsPerMinute], ['http://127.0.0.1:4000/jup', 600])
  assert.deepEqual([candles.url, candles.callsPerMinute], ['http://127.0.0.1:4001', 30])
  for (const name of ['JUPITER_CALLS_PER_MINUTE', 'CANDLES_CALLS_PER_MINUTE'])
    for (const value of ['0', '-1', '1.5', '10001', 'many'])
      assert.match(complaint({ [name]: value }), /expected calls a minute, from 1 to 10000\.$/)
})

test('a key of a service is never repeated in the complaint about it', () => {
  const wrong: [string, string][] = [
    ['JUPITER_API_KEY', 's3cret word'],
    ['COINGECKO_API_KEY', 's3cret-word\n'],
    ['JUPITER_URL', 'https://me:s3cret-word@jup.example'],
    ['CANDLES_URL', 'https://candles.example/v1?key=s3cret-word'],
  ]
  for (const [name, value] of wrong) {
    const line = complaint({ [name]: value })
    assert.ok(line.startsWith(`${name} is "(hidden)"; `) && !line.includes('s3cret'), line)
  }
})
