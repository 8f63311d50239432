// On PostgreSQL as well.
/** A malformed request is refused with the name of the field, and changes nothing. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as agent from '@purser/contract/agents/agents.ts'
import { type Endpoint, buildPath } from '@purser/contract/endpoint.ts'
import type { FaultAnswer } from '@purser/contract/faults.ts'
import { KNOWN_TOKENS } from '@purser/contract/tokens/tokens.ts'
import * as wallet from '@purser/contract/wallets/wallets.ts'
import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { startTestDesk } from '../server/src/test/harness.ts'

const desk = await startTestDesk()
const { token } = await desk.signUp()
const { address } = (await desk.call(wallet.generateWallet, { token })).ok
const { address: other } = (await desk.call(wallet.generateWallet, { token })).ok
const { id } = (await desk.call(agent.createAgent, { token })).ok

const BONK = KNOWN_TOKENS.find((t) => t.symbol === 'BONK')?.mint ?? ''
const envelope = {
  version: 1,
  goal: 'Buy BONK.',
  token_address: BONK,
  token_symbol: 'BONK',
  quote: 'SOL',
  slippage_bps: 100,
  duration_days: 3,
  on_stop: 'keep',
}
const swap = {
  ...envelope,
  strategy_type: 'swap',
  trade_direction: 'buy',
  amount: { value: 0.01, unit: 'SOL' },
}
const dca = {
  ...envelope,
  strategy_type: 'dca',
  trade_direction: 'buy',
  amount_per_order: { value: 0.01, unit: 'SOL' },
  interval_seconds: 60,
  order_count: 3,
  min_price_usd: 1,
  max_price_usd: 2,
}
const some = { value: 0.1, unit: 'SOL' }
const both = { ...envelope, trade_direction: 'both' }
const candles = { ...both, timeframe: '1m', amount_per_trade: some }
const risk = {
  stop_loss_percent: 5,
  take_profit_percent: 5,
  max_drawdown_percent: 5,
  daily_loss_limit: some,
  max_spend: some,
  cooldown_seconds: 5,
}
const others = [
  {
    ...envelope,
    risk,
    strategy_type: 'twap',
    trade_direction: 'buy',
    total_amount: some,
    total_duration_seconds: 60,
    order_interval_seconds: 5,
  },
  {
    ...envelope,
    strategy_type: 'limit',
    trade_direction: 'buy',
    amount: some,
    limit_price_usd: 1,
    expires_in_seconds: 60,
  },
  {
    ...both,
    strategy_type: 'grid',
    lower_price_usd: 1,
    upper_price_usd: 2,
    grid_levels: 5,
    total_amount: some,
    spacing: 'geometric',
  },
  {
    ...envelope,
    strategy_type: 'bracket',
    trade_direction: 'buy',
    amount: some,
    entry_price_usd: 1,
    stop_loss_percent: 5,
    take_profit_percent: 5,
    trailing_stop_percent: 5,
    time_limit_seconds: 60,
  },
  { ...candles, strategy_type: 'rsi', length: 14, buy_below: 30, sell_above: 70 },
  { ...candles, strategy_type: 'ma_cross', kind: 'ema', fast_length: 5, slow_length: 20 },
  {
    ...both,
    strategy_type: 'rebalance',
    target_percent: 50,
    threshold_percent: 5,
    interval_seconds: 60,
  },
]
const draft = { tokenAddress: BONK, walletAddresses: [address], groupId: 1 }
const strategyId = '00000000-0000-4000-8000-000000000000'
const email = 'someone@example.com'
const chosen = { walletIds: [1], groupId: 1, keys: false, code: '123456' }
const again = { operationId: strategyId, as: 'retry', edited: true }

/** Bodies with every possible field, by endpoint. An empty one: no field is allowed. */
const bodies: Record<string, object[]> = {
  'POST /auth/login/request-code': [{ email, device_token: 'x' }],
  'POST /auth/register/request-code': [{ email, device_token: 'x' }],
  'POST /auth/verify-code': [{ email, code: '123456', request_id: strategyId, device_token: 'x' }],
  'POST /auth/logout': [{}],
  'POST /auth/ticket': [{}],
  'POST /auth/keys/request-code': [{ purpose: 'reveal' }],
  'PUT /users/me': [
    { first_name: 'Ann', last_name: 'Lee', keys_need_code: true, whitelist_only: true, code: '123456' },
  ],
  'PUT /users/me/limits': [{ per_day: '1', per_order: '0.5', sends_outside: 'whitelist', code: '123456' }],
  'POST /whitelist': [{ wallet_address: address, mint_address: BONK, code: '123456' }],
  'POST /wallets/:id/send': [
    { to: address, mint: BONK, amount: '1', confirmed: ['off_curve'], dryRun: true },
  ],
  'POST /payments/create-link': [
    {
      amount_usd: '1',
      payer_email: 'ann@example.com',
      payer_name: 'Ann',
      return_url: 'https://shop.example/',
      expires_in_minutes: 60,
      tolerance_percent: '1',
    },
  ],
  'PUT /payments/settings': [{ tolerance_percent: '1' }],
  'POST /payments/:id/approve': [{ revision: 1 }],
  'POST /payments/:id/accept': [{ revision: 1 }],
  'POST /payments/:id/expire': [{ revision: 1 }],
  'POST /payments/:id/refund': [
    { receipt_id: 1, to: address, amount: '1', revision: 1, confirmed: ['off_curve'], dryRun: true },
  ],
  'POST /payments/:id/assign': [{ signature: 'x' }],
  'POST /payments/:id/plan-distribution': [{ distributions: [{ wallet_id: 1, amount_sol: '1' }] }],
  'POST /payments/:id/execute': [{}],
  'POST /payments/distribution/:id/execute': [{}],
  'POST /pay/:reference/quote': [{ renew: true }],
  'POST /pay/:reference/transaction': [{ account: address, version: 0 }],
  'POST /pay/:reference/test-payment': [{}],
  'POST /agents': [{ name: 'Mine' }],
  'PUT /agents/:id': [{ name: 'Mine' }],
  'POST /agents/:id/close': [{ strategyId }],
  'POST /agents/:id/sell-at-any-price': [{ strategyId, code: '123456' }],
  'POST /agents/stop-all': [{}],
  'POST /notifications/:id/read': [{}],
  'POST /notifications/read-all': [{ up_to: 1 }],
  'PUT /notifications/settings': [
    Object.fromEntries(
      ['ended', 'limit', 'error', 'filled', 'access'].map((kind) => [kind, { console: true, mail: true }]),
    ),
  ],
  'PUT /market/clock': [{ speed: 1 }],
  'POST /agents/:id/chat': [
    { role: 'user', content: 'hello' },
    { role: 'system', content: 'a plan', plan_id: 1, question_id: 1 },
  ],
  'POST /agents/:id/parse': [
    { instruction: 'help', token_address: BONK, wallet_addresses: [address], group_id: 1 },
    { changes: [{ path: 'amount.value', value: 1 }], token_address: BONK, wallet_addresses: [address] },
    { changes: [{ path: 'amount', value: { value: 1, unit: 'SOL' } }], plan_hash: 'a hash' },
  ],
  'POST /agents/:id/start': [
    { strategy: { parsedStrategy: swap, ...draft } },
    { strategy: { parsedStrategy: dca, ...draft } },
    ...others.map((parsedStrategy) => ({ strategy: { parsedStrategy, ...draft } })),
    { strategy: { external_id: strategyId, from: 'first' }, code: '123456' },
    { external_id: strategyId, from: 'next', code: '123456' },
  ],
  'POST /agents/:id/stop': [{ strategyId }],
  'POST /agents/:id/pause': [{ strategyId }],
  'POST /agents/:id/resume': [{ strategyId }],
  'POST /agents/:id/terminal-logs': [{ message: 'line', strategy_id: strategyId, external_id: 'x' }],
  'DELETE /agents/:id/terminal-logs': [{}],
  'POST /faucet': [{ address, sol: '1', mint: BONK, amount: '1' }],
  'POST /tokens': [
    {
      name: 'Galaxy Credits',
      symbol: 'MYTK',
      description: 'x',
      image: 'https://example.com/x.png',
      decimals: 6,
      supply: '1',
      wallet_id: 1,
      dryRun: true,
    },
  ],
  'POST /token-authorization/authorize': [
    {
      tokenId: 1,
      mintAddress: BONK,
      authorizedEmail: email,
      tokenOwnerEmail: email,
      tokenName: 'x',
      tokenSymbol: 'x',
      tokenImage: 'x',
      description: 'x',
      marketCap: 1,
      holders: 1,
      minBalance: 1,
    },
  ],
  'POST /wallet/generate': [{ name: 'Mine', key: false, code: '123456' }],
  'POST /wallets/generate': [{ name: 'Mine', key: false, code: '123456' }],
  'POST /wallets/generate-bulk': [
    { count: 1, namePrefix: 'W', groupId: 1, createNewGroup: true, newGroupName: 'G' },
  ],
  'POST /wallets/import': [
    { keys: 'x', name: 'Mine', namePrefix: 'W', groupId: 1, code: '123456' },
    { keys: ['x', [1, 2]] },
  ],
  'PUT /wallets/:id': [{ name: 'Mine', is_default: true, updated_at: '2026-01-01T00:00:00.000Z' }],
  'DELETE /wallets/:id': [{ name: 'Mine', acknowledged: true, code: '123456' }],
  'POST /wallet-groups': [{ name: 'G', description: '', color: '#123456' }],
  'PUT /wallet-groups/:id': [
    {
      name: 'G',
      description: '',
      color: '#123456',
      is_default: true,
      updated_at: '2026-01-01T00:00:00.000Z',
    },
  ],
  'POST /wallets/export/spreadsheet': [chosen],
  'POST /wallets/export/text': [chosen],
  'POST /wallet-groups/:id/wallets': [{ walletIds: [1] }],
  'DELETE /wallet-groups/:id/wallets': [{ walletIds: [1] }],
  'POST /wallet/balances': [{ walletIds: [1] }],
  'POST /wallet/multiple-token-balances': [{ walletAddresses: [address], tokenAddress: BONK }],
  'POST /wallet/token-balance': [{ walletAddress: address, tokenAddress: BONK }],
  'POST /wallet/token-metadata': [{ mintAddress: BONK }],
  'POST /wallet/tokens-metadata': [{ mintAddresses: [BONK, address] }],
  'DELETE /distribution-templates/:id': [{}],
  'POST /distribution-templates': [
    {
      name: 'Payroll',
      kind: 'distribute',
      mint: null,
      mode: 'equal',
      total: '1',
      variance: null,
      chosen: 1,
      lines: [{ walletId: 2, amount: '1' }],
    },
  ],
  'PUT /distribution-templates/:id': [{ name: 'Payroll' }],
  'POST /solana-distribution/distribute': [
    { sourceWalletId: 1, destinations: [{ walletId: 2, amount: '1' }], dryRun: true, of: again },
  ],
  'POST /solana-distribution/gather': [
    { destinationWalletId: 1, sources: [2], gatherAll: true, emptyWallets: true, dryRun: true, of: again },
    { destinationWalletId: 1, sources: [{ walletId: 2, amount: '1' }], gatherAll: false },
  ],
  'POST /token-distribution/distribute': [
    {
      token_address: BONK,
      source_wallet: address,
      target_wallets: [other],
      total_amount: 1,
      variance: 20,
      custom_amount: { [other]: 1 },
      dryRun: true,
      of: again,
    },
  ],
  'POST /token-distribution/gather': [
    {
      token_address: BONK,
      target_wallet: address,
      source_wallets: [other],
      total_amount: '1',
      custom_amount: { [other]: '1' },
      close_accounts: true,
      dryRun: true,
      of: again,
    },
  ],
  'PUT /sol-auto-distribution/settings': [
    {
      enabled: false,
      funding_wallet_id: 1,
      funding_wallet: { name: 'Mine', address },
      top_up_amount: '0.01',
      minimum_balance: '0.009',
      include_grouped_wallets_only: true,
      daily_cap: '1',
      dryRun: true,
      code: '123456',
    },
  ],
  'POST /sol-auto-distribution/trigger': [{}],
  'POST /operations/:id/resolve': [{ outcome: 'not_sent', code: '123456' }],
  'POST /webhooks': [{ url: 'https://example.com/', events: ['payment.paid'] }],
  'PUT /webhooks/:id': [{ url: 'https://example.com/', events: ['payment.paid'], enabled: false }],
  'POST /webhooks/:id/secret': [{}],
  'POST /webhooks/:id/ping': [{}],
  'POST /webhooks/:id/deliveries/:deliveryId/redeliver': [{}],
  'POST /trading-bot/trading-parameters': [
    {
      groupId: 1,
      mint_address: BONK,
      status: 'active',
      whale_trade_percent_min: 0.02,
      whale_trade_percent_max: 0.05,
      retail_trade_percent_min: 0.1,
      retail_trade_percent_max: 0.2,
      whale_buy_probability: 0.7,
      retail_buy_probability: 0.6,
      whale_interval_min: 600,
      whale_interval_max: 86_400,
      retail_interval_min: 600,
      retail_interval_max: 86_400,
      whale_threshold: '5',
      price_range_min: 0,
      price_range_max: '100',
      hour_threshold: 0.01,
      day_threshold: 0.05,
      volatility_multiplier: 5,
      aggressiveness: 0.5,
      use_advanced_settings: true,
      use_usdc_trading: false,
    },
  ],
  'POST /trading-bot/bot/start': [{ groupId: 1, mintAddress: BONK, updateConfigStatus: true, dryRun: true }],
  'POST /trading-bot/bot/stop': [{ botId: strategyId, groupId: 1, updateConfigStatus: true }],
  'POST /wallets/get-private-key': [{ address, code: '123456' }],
  'POST /wallet/connect': [{ walletAddress: address }],
  'POST /wallet/disconnect': [{}],
}

const formatEndpoint = (e: Endpoint) => `${e.method} ${e.path}`
const withBody = desk.app.endpoints.filter((e) => e.body)

async function send(endpoint: Endpoint, raw: string): Promise<{ status: number; answer: FaultAnswer }> {
  const params = { id, deliveryId: id, reference: other }
  const response = await fetch(`${desk.url}/api${buildPath(endpoint.path, params)}`, {
    method: endpoint.method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: raw,
  })
  const text = await response.text()
  assert.ok(!/node_modules|\bat \w+ \(|select .* from |insert into /i.test(text), text)
  return { status: response.status, answer: JSON.parse(text) as FaultAnswer }
}

/** Every row except the signs of life, the job queue's own rows and those that are recorded every few minutes. */
async function everything(): Promise<string> {
  const { rows } = (await desk.database.db.execute(
    sql`select table_name as t from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in ('processes', 'wallet_values') and table_name not like 'portfolio_%' order by 1`,
  )) as { rows: { t: string }[] }
  const all: string[] = []
  for (const { t } of rows) {
    // A session is marked as used once a minute, whatever it requests.
    const line = t === 'sessions' ? sql`(to_jsonb(x) - 'used_at' - 'expires_at')::text` : sql`x::text`
    const found = (await desk.database.db.execute(
      sql`select ${line} as line from ${sql.identifier(t)} x order by 1`,
    )) as { rows: { line: string }[] }
    all.push(...found.rows.map(({ line }) => `${t}: ${line}`))
  }
  return all.join('\n')
}

type Wrong = { path: string; body: unknown }

/** Each field with a value of another type, and each object with an extra field. */
function spoiled(value: unknown, path: string[] = []): Wrong[] {
  const at = path.join('.')
  const wrong: Wrong[] =
    path.length > 0 ? [{ path: at, body: typeof value === 'boolean' ? String(value) : true }] : []
  if (value === null || typeof value !== 'object') return wrong
  if (!Array.isArray(value)) wrong.push({ path: [...path, 'bogus'].join('.'), body: { ...value, bogus: 1 } })
  for (const [key, inner] of Object.entries(value))
    for (const { path: where, body } of spoiled(inner, [...path, key]))
      wrong.push({
        path: where,
        body: Array.isArray(value)
          ? value.map((v: unknown, i) => (String(i) === key ? body : v))
          : { ...value, [key]: body },
      })
  return wrong
}

/** Names of all fields that the schema knows, at any depth. */
function collectFields(schema: unknown): Set<string> {
  const found = new Set<string>()
  const visit = (node: unknown): void => {
    if (node === null || typeof node !== 'object') return
    const { properties } = node as { properties?: object }
    for (const name of Object.keys(properties ?? {})) found.add(name)
    Object.values(node).forEach(visit)
  }
  visit(schema)
  return found
}

void test('the table holds every endpoint that takes a body, with every field it knows', () => {
  assert.deepEqual(withBody.map(formatEndpoint).sort(), Object.keys(bodies).sort())
  for (const endpoint of withBody) {
    assert.ok(endpoint.body)
    const known = collectFields(z.toJSONSchema(endpoint.body, { io: 'input' }))
    const used = collectFields({ all: bodies[formatEndpoint(endpoint)]?.map((body) => toProperties(body)) })
    assert.deepEqual([...used].sort(), [...known].sort(), formatEndpoint(endpoint))
  }
})

/** A body in the shape of a schema, so that both are read alike. */
function toProperties(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return {}
  if (Array.isArray(value)) return value.map(toProperties)
  const entries = Object.entries(value)
  // A table by address has no fields.
  if (entries.every(([key]) => key === other)) return {}
  return { properties: Object.fromEntries(entries.map(([k, v]) => [k, toProperties(v)])) }
}

for (const endpoint of withBody)
  void test(`${formatEndpoint(endpoint)} refuses what is malformed by the name of the field, and changes nothing`, async () => {
    const before = await everything()
    const refused = async (raw: string, path: string) => {
      const { status, answer } = await send(endpoint, raw)
      assert.equal(status, 400, `${raw}: ${JSON.stringify(answer)}`)
      assert.equal(answer.code, 'invalid_input')
      const named = answer.details?.map((d) => d.path)
      assert.ok(named?.includes(path), `${raw}: ${JSON.stringify(answer)} does not name ${path}`)
    }
    for (const raw of ['{"a":', 'hello', "{'a': 1}", '[]', '"text"', '5']) await refused(raw, 'body')
    for (const valid of bodies[formatEndpoint(endpoint)] ?? [])
      for (const { path, body } of spoiled(valid)) await refused(JSON.stringify(body), path)
    assert.equal(await everything(), before)
  })
