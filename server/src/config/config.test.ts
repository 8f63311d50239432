import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConfigError, readConfig } from './config.ts'
import { getLimits } from '../public-endpoints.ts'

type Env = Record<string, string>
const KEY = Buffer.alloc(32, 7).toString('base64')

function complaint(env: Env): string {
  try {
    readConfig(env)
  } catch (error) {
    assert.ok(error instanceof ConfigError, String(error))
    return error.message
  }
  return assert.fail(`accepted ${JSON.stringify(env)}`)
}

test('with nothing set the desk listens on 127.0.0.1:3000, on its own network, with an outbox', () => {
  const config = readConfig({})
  assert.equal(config.publicUrl.href, 'http://127.0.0.1:3000/')
  assert.deepEqual(
    [config.host, config.port, config.cluster, config.rpcUrl, config.localnetRpcPort, config.logLevel],
    ['127.0.0.1', 3000, 'localnet', null, 8899, 'info'],
  )
  assert.ok(config.loopback && config.outbox)
})

test('an empty variable is one that is not set', () => {
  const empty = Object.fromEntries(
    ['HOST', 'PORT', 'DATABASE_URL', 'MASTER_KEY', 'SMTP_URL', 'TRUST_PROXY', 'ALLOWED_EMAILS'].map((n) => [
      n,
      '',
    ]),
  )
  assert.deepEqual(readConfig(empty), readConfig({}))
})

test('every wrong value is told in one line that names the variable, what it got and what it takes', () => {
  const wrong: [string, string, RegExp][] = [
    ['HOST', 'example', /an IP address or localhost/],
    ['PORT', '70000', /0 to 65535/],
    ['PORT', '80x', /0 to 65535/],
    ['PORT', '-1', /0 to 65535/],
    ['LOCALNET_RPC_PORT', 'x', /0 to 65535/],
    ['LOCALNET_SLOT_MS', '9', /whole milliseconds from 10 to 10000/],
    ['LOCALNET_RENT_PER_BYTE', '0.5', /whole lamports from 1 to 1000000/],
    ['LOCALNET_COMMITMENT', 'raft', /tower or alpenglow/],
    ['PUBLIC_URL', 'desk.example', /http:\/\//],
    ['PUBLIC_URL', 'javascript:alert(1)', /http:\/\//],
    ['SOLANA_CLUSTER', 'mainnet', /mainnet-beta/],
    ['SOLANA_RPC_URL', 'ws://x', /http:\/\//],
    ['SOLANA_WS_URL', 'http://x', /ws:\/\//],
    ['JUPITER_URL', 'x', /http:\/\//],
    ['AI_BASE_URL', 'x', /http:\/\//],
    ['TRUST_PROXY', '10.0.0.0/40', /networks/],
    ['TRUST_PROXY', 'yes', /networks/],
    ['ALLOWED_EMAILS', 'ann', /@domains/],
    ['ALLOWED_EMAILS', 'ann@example.com,bob', /@domains/],
    ['LOG_LEVEL', 'loud', /info/],
    ['MAIL_DIGEST_SECONDS', '1.5', /86400/],
    ['MAIL_DIGEST_SECONDS', '86401', /86400/],
  ]
  for (const [name, value, takes] of wrong) {
    const line = complaint({ [name]: value })
    assert.ok(!line.includes('\n'), line)
    assert.ok(line.startsWith(`${name} is `) && line.includes(value), line)
    assert.match(line, takes)
  }
})

test('rules of the local network are those that are set, and nothing else', () => {
  assert.deepEqual(readConfig({ LOCALNET_SLOT_MS: '' }).localnetRules, {})
  const set = { LOCALNET_SLOT_MS: '50', LOCALNET_RENT_PER_BYTE: '2575', LOCALNET_COMMITMENT: 'alpenglow' }
  assert.deepEqual(readConfig(set).localnetRules, {
    slotMs: 50,
    rentPerByte: 2_575n,
    commitment: 'alpenglow',
  })
})

test('a model needs an address and a name; its key may be missing', () => {
  const AI_BASE_URL = 'http://127.0.0.1:11434/v1/'
  assert.equal(readConfig({}).ai, null)
  assert.deepEqual(readConfig({ AI_BASE_URL, AI_MODEL: 'm' }).ai, {
    baseUrl: 'http://127.0.0.1:11434/v1',
    apiKey: null,
    model: 'm',
  })
  assert.equal(readConfig({ AI_BASE_URL, AI_MODEL: 'm', AI_API_KEY: 'sk-1' }).ai?.apiKey, 'sk-1')
  assert.match(complaint({ AI_BASE_URL }), /^AI_MODEL is ""; expected a model name/)
  assert.match(complaint({ AI_MODEL: 'm' }), /^AI_MODEL is "m"; expected AI_BASE_URL/)
  assert.match(complaint({ AI_API_KEY: 'sk-1' }), /^AI_API_KEY is "\(hidden\)"; expected AI_BASE_URL/)
  for (const [name, env] of [
    ['AI_API_KEY', { AI_BASE_URL, AI_MODEL: 'm', AI_API_KEY: 's3cret-word\n' }],
    ['AI_BASE_URL', { AI_BASE_URL: 'https://me:s3cret-word@ai.example/v1', AI_MODEL: 'm' }],
    ['AI_BASE_URL', { AI_BASE_URL: 'https://ai.example/v1?key=s3cret-word', AI_MODEL: 'm' }],
  ] as const) {
    const line = complaint(env)
    assert.ok(line.startsWith(`${name} is "(hidden)"`) && !line.includes('s3cret-word'), line)
  }
})

test('a secret is never repeated in the complaint about it', () => {
  const secrets: [string, string][] = [
    ['MASTER_KEY', 'c2VjcmV0LXNlY3JldA=='],
    ['MASTER_KEY', `${KEY}x`],
    ['DATABASE_URL', 'mysql://purser:s3cret-word@db/x'],
    ['DATABASE_URL', 's3cret-word'],
    ['REDIS_URL', 'http://:s3cret-word@redis'],
    ['SMTP_URL', 'http://purser:s3cret-word@mail'],
  ]
  for (const [name, value] of secrets) {
    const line = complaint({ [name]: value })
    assert.ok(line.startsWith(`${name} is `), line)
    assert.ok(!line.includes('s3cret-word') && !line.includes(value), line)
  }
})

const GUARDS: Env = {
  SMTP_URL: 'smtp://mail',
  MASTER_KEY: KEY,
  ALLOWED_EMAILS: '@example.com',
  METRICS_TOKEN: 'm3trics',
}
/** Each way in which strangers can reach it, and the sentence of the refusal. */
const EXPOSED: [what: string, env: Env, why: RegExp][] = [
  ['an address of the network', { HOST: '0.0.0.0' }, /^HOST 0\.0\.0\.0 is not a loopback address, so /],
  ['another one', { HOST: '192.168.1.4' }, /^HOST 192\.168\.1\.4 is not a loopback address, so /],
  ['one of IPv6', { HOST: '::' }, /^HOST :: is not a loopback address, so /],
  [
    'a public name behind a proxy',
    { PUBLIC_URL: 'https://desk.example', TRUST_PROXY: '1' },
    /^PUBLIC_URL https:\/\/desk\.example is not on this machine, so /,
  ],
  ['a proxy', { TRUST_PROXY: '1' }, /^TRUST_PROXY says that a proxy is in front, so /],
  ['a network of proxies', { TRUST_PROXY: '10.0.0.0/8' }, /^TRUST_PROXY says /],
]

test('exposed, the start is refused until what guards it is set, and says which is missing and why', () => {
  for (const [what, env, why] of EXPOSED) {
    for (const missing of Object.keys(GUARDS)) {
      const { [missing]: _, ...rest } = GUARDS
      const line = complaint({ ...env, ...rest })
      assert.match(line, why)
      assert.ok(line.includes(`so ${missing} must be set (${missing}: `) && !line.includes('\n'), line)
      for (const given of Object.keys(rest)) assert.ok(!line.includes(given), line)
    }
    const config = readConfig({ ...env, ...GUARDS })
    assert.deepEqual([config.exposed, config.outbox], [true, false], what)
  }
})

test('a public name in front of a loopback address needs a proxy that is trusted', () => {
  const line = complaint({ PUBLIC_URL: 'https://desk.example', ...GUARDS })
  assert.match(line, /^PUBLIC_URL https:\/\/desk\.example is not on this machine, so TRUST_PROXY must be set/)
  assert.match(line, /the owner's rate limits/)
  const beyond = { HOST: '0.0.0.0', PUBLIC_URL: 'https://desk.example', ...GUARDS }
  assert.equal(readConfig(beyond).trustProxy, false)
})

test('on this machine alone nothing is required, and there is an outbox', () => {
  for (const env of [
    {},
    { HOST: '::1' },
    { PUBLIC_URL: 'http://localhost:4000' },
    { PUBLIC_URL: 'https://[::1]' },
    { TRUST_PROXY: '0' },
  ])
    assert.deepEqual([readConfig(env).exposed, readConfig(env).outbox], [false, true], JSON.stringify(env))
})

test('a name that only looks like this machine is a public one', () => {
  for (const host of ['localhost.evil.example', '127.0.0.1.evil.example', 'desk.localhost'])
    assert.match(complaint({ PUBLIC_URL: `http://${host}` }), /SMTP_URL/, host)
})

test('a list of guests that lets everyone in is no list', () => {
  assert.match(
    complaint({ HOST: '0.0.0.0', ...GUARDS, ALLOWED_EMAILS: '*' }),
    /so ALLOWED_EMAILS must be set/,
  )
})

test('on mainnet-beta the start is refused without all that and without a database that syncs', () => {
  assert.match(
    complaint({ SOLANA_CLUSTER: 'mainnet-beta' }),
    /SMTP_URL, MASTER_KEY, ALLOWED_EMAILS, METRICS_TOKEN, DATABASE_URL, ACCEPT_REAL_FUNDS must be set/,
  )
  const ACCEPT_REAL_FUNDS = 'yes'
  assert.match(
    complaint({ SOLANA_CLUSTER: 'mainnet-beta', ACCEPT_REAL_FUNDS, ...GUARDS }),
    /so DATABASE_URL must be set \(DATABASE_URL: .* power failure\)\.$/,
  )
})

test('further endpoints are read one by one, and the complaint about one repeats none of them', () => {
  const SOLANA_RPC_URL = 'https://one.example/key'
  assert.deepEqual(readConfig({}).rpcUrls, [])
  assert.deepEqual(
    readConfig({
      SOLANA_RPC_URL,
      SOLANA_RPC_URLS:
        ' https://two.example/s3cret ,http://127.0.0.1:8899, https://one.example/key,https://two.example/s3cret',
    }).rpcUrls,
    ['https://two.example/s3cret', 'http://127.0.0.1:8899/'],
  )
  for (const wrong of ['ftp://two.example/s3cret', 's3cret', '', 'wss://two.example'])
    assert.equal(
      complaint({ SOLANA_RPC_URL, SOLANA_RPC_URLS: `https://three.example/s3cret,${wrong}` }),
      'SOLANA_RPC_URLS is "(hidden)"; expected URLs that begin with http:// or https://, separated by commas; entry 2 of 2 is not one.',
    )
})

test('own endpoints have no budget, the public ones what they allow, and all the one that is set', () => {
  const readBudget = (SOLANA_RPC_BUDGET: string) => readConfig({ SOLANA_RPC_BUDGET }).rpcBudget
  assert.deepEqual([readConfig({}).rpcBudget, readBudget('25'), readBudget('0')], [null, 25, 0])
  assert.match(complaint({ SOLANA_RPC_BUDGET: '-1' }), /^SOLANA_RPC_BUDGET is "-1"; expected calls a second/)
  const publicUrl = readConfig({ SOLANA_CLUSTER: 'devnet' }).rpcUrl ?? ''
  assert.deepEqual(getLimits(publicUrl, null), { perSecond: 10, perMethod: 40 })
  assert.equal(getLimits('https://rpc.example/key', null), null)
  assert.deepEqual(getLimits('https://rpc.example/key', 25), { perSecond: 25 })
  assert.equal(getLimits(publicUrl, 0), null)
})

test('every loopback name counts as loopback', () => {
  for (const host of ['127.0.0.1', '127.1.2.3', 'localhost', '::1'])
    assert.ok(readConfig({ HOST: host }).loopback)
})

test('the subscription port follows the RPC port on this machine and the scheme elsewhere', () => {
  assert.equal(readConfig({ SOLANA_RPC_URL: 'http://127.0.0.1:8899' }).wsUrl, 'ws://127.0.0.1:8900/')
  assert.equal(readConfig({ SOLANA_RPC_URL: 'https://rpc.example/key' }).wsUrl, 'wss://rpc.example/key')
})

test('a master key of 32 bytes is read to the byte', () => {
  assert.deepEqual(readConfig({ MASTER_KEY: KEY }).masterKey, new Uint8Array(32).fill(7))
})
