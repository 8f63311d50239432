import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConfigError, readConfig } from './config.ts'

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

test('a model needs an address and a name; its key may be missing', () => {
  const AI_BASE_URL = 'http://127.0.0.1:11434/v1/'
  assert.equal(readConfig({}).ai, null)
  assert.deepEqual(readConfig({ AI_BASE_URL, AI_MODEL: 'm' }).ai, {
    baseUrl: 'http://127.0.0.1:11434/v1',
    apiKey: null,
    model: 'm',
  })
  assert.equal(readConfig({ AI_BASE_URL, AI_MODEL: 'm', AI_API_KEY: 'sk-1' }).ai?.apiKey, 'sk-1')
  assert.match(complaint({ AI_BASE_URL }), /^AI_MODEL is ""; it takes the name of a model/)
  assert.match(complaint({ AI_MODEL: 'm' }), /^AI_MODEL is "m"; it takes AI_BASE_URL/)
  assert.match(complaint({ AI_API_KEY: 'sk-1' }), /^AI_API_KEY is "\(hidden\)"; it takes AI_BASE_URL/)
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

test('beyond loopback the start is refused until mail server, key and guests are set, and says which is missing', () => {
  const all: Env = { SMTP_URL: 'smtp://mail', MASTER_KEY: KEY, ALLOWED_EMAILS: '@example.com' }
  for (const host of ['0.0.0.0', '192.168.1.4', '::']) {
    for (const missing of Object.keys(all)) {
      const { [missing]: _, ...rest } = all
      const line = complaint({ HOST: host, ...rest })
      assert.ok(line.includes(missing) && line.includes(host), line)
      for (const given of Object.keys(rest)) assert.ok(!line.includes(given), line)
    }
    assert.equal(readConfig({ HOST: host, ...all }).outbox, false)
  }
})

test('a list of guests that lets everyone in is no list', () => {
  const line = complaint({ HOST: '0.0.0.0', SMTP_URL: 'smtp://mail', MASTER_KEY: KEY, ALLOWED_EMAILS: '*' })
  assert.match(line, /ALLOWED_EMAILS/)
})

test('on mainnet-beta the start is refused without mail server, key and guests', () => {
  assert.match(complaint({ SOLANA_CLUSTER: 'mainnet-beta' }), /SMTP_URL, MASTER_KEY, ALLOWED_EMAILS/)
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
