/** Results of the operator's check for faulty endpoints, mints and services. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { MAINNET_MINTS } from '@purser/contract/market/mainnet-tokens.ts'
import { SOL_MINT, USDC_MINT } from '@purser/contract/tokens/tokens.ts'
import { SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system'
import { TOKEN_2022_PROGRAM_ADDRESS, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token-2022'
import { createCluster } from '../adapters/chain/cluster/cluster.ts'
import { createRpcNode } from '../adapters/chain/rpc.ts'
import { Fault } from '../kernel/fault.ts'
import { createLog } from '../kernel/log.ts'
import { startHostileChain } from '../test/hostile-chain.ts'
import type { Rule } from '../test/hostile-script.ts'
import { openMainnet } from '../test/mainnet.ts'
import { checkMainnet } from './check.ts'
import { type Line, passed, printable, formatTable } from './lines.ts'
import { CHECKED_SWAP, type ServiceParts } from './services.ts'

const log = createLog('silent')
const { network, rpc } = await openMainnet()
const chains = [await startHostileChain(network), await startHostileChain(network)] as const
after(async () => {
  for (const chain of chains) await chain.close()
  await network.close()
})

const SECRET = 'a-key-that-nobody-may-see'
const PRICE = 147_470_000_000_000n
const good: ServiceParts = {
  health: () => ({ outage: null, callsLeft: 27 }),
  hosts: { market: 'api.jup.ag', candles: 'api.geckoterminal.com' },
  readPrice: () => Promise.resolve(PRICE),
  candlePage: () => Promise.resolve({ rows: 1_000, newest: 1_790_000_000 }),
  checkBuild: () => Promise.resolve({ outAmount: 1_474_700n, units: 189_962n }),
}

async function check({
  services = {},
  rules = [[], []],
}: {
  services?: Partial<ServiceParts>
  /** Rules by endpoint. */
  rules?: [Rule[], Rule[]]
} = {}): Promise<Line[]> {
  chains.forEach((chain, i) => chain.play({ name: 'a test', rules: rules[i] ?? [] }))
  const nodes = chains.map(({ url }, i) =>
    createRpcNode({ url: `${url}/?api-key=${SECRET}`, name: `endpoint ${i + 1}`, log }),
  )
  const lines = await checkMainnet({
    nodes,
    chain: createCluster(nodes),
    services: { ...good, ...services },
    log,
  })
  assert.ok(!formatTable(lines).includes(SECRET))
  return lines
}

const getFailures = (lines: Line[]) =>
  lines.flatMap(({ what, state, found, remedy }) => (state === 'failed' ? [{ what, found, remedy }] : []))
/** Only this line failed; the others passed, and each failure says what to do. */
function onlyFailed(lines: Line[], what: string, found: RegExp, remedy: RegExp): void {
  const failures = getFailures(lines)
  assert.deepEqual(
    failures.map((one) => one.what),
    [what],
  )
  assert.match(failures[0]?.found ?? '', found)
  assert.match(failures[0]?.remedy ?? '', remedy)
  assert.equal(passed(lines), false)
}

void test('where all is as it should be it passes, and says what it saw', async () => {
  const asked: unknown[] = []
  const checkBuild = (request: unknown) => {
    asked.push(request)
    return Promise.resolve({ outAmount: 1_474_700n, units: 189_962n })
  }
  const lines = await check({ services: { checkBuild } })
  assert.ok(passed(lines), formatTable(lines))
  assert.deepEqual(
    lines.map(({ what, state }) => `${state} ${what}`),
    [
      ...['1', '2'].flatMap((n) =>
        ['network', 'slots', 'history', 'version 1'].map((what) => `ok endpoint ${n}, ${what}`),
      ),
      'ok known mints',
      'ok price of SOL',
      'ok route 0.01 SOL → USDC',
      'ok candles of SOL',
      'note calls left',
    ],
  )
  assert.deepEqual(asked, [CHECKED_SWAP])
  const table = formatTable(lines)
  for (const said of [
    '147.47 USD',
    '1.4747 USDC',
    '189962 compute units',
    '2026-09-21T14:13:20.000Z',
    '27 of',
  ])
    assert.ok(table.includes(said), said)
})

const endpoints: { name: string; rule: Rule; what: string; found: RegExp; remedy: RegExp }[] = [
  {
    name: 'is away',
    rule: { on: '*', kind: 'http', status: 403 },
    what: 'endpoint 2, network',
    found: /does not answer/,
    remedy: /SOLANA_RPC_URLS/,
  },
  {
    name: 'is another network',
    rule: { on: 'getGenesisHash', kind: 'genesis', hash: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG' },
    what: 'endpoint 2, network',
    found: /a different network: EtWTRABZ/,
    remedy: /mainnet-beta URL/,
  },
  {
    name: 'lags',
    rule: { on: '*', kind: 'lag', slots: 400 },
    what: 'endpoint 2, slots',
    found: /(3[5-9]\d|4\d\d) slots behind/,
    remedy: /caught up/,
  },
  {
    name: 'is unhealthy',
    rule: { on: 'getHealth', kind: 'refuse', code: -32005, message: 'Node is unhealthy', data: {} },
    what: 'endpoint 2, slots',
    found: /unhealthy/,
    remedy: /caught up/,
  },
  {
    name: 'has no history',
    rule: {
      on: 'getSignatureStatuses',
      kind: 'refuse',
      code: -32011,
      message: 'Transaction history is not available',
    },
    what: 'endpoint 2, history',
    found: /no transaction history/,
    remedy: /plan with history/,
  },
  {
    name: 'cannot reach its history',
    rule: {
      on: 'getSignatureStatuses',
      kind: 'refuse',
      code: -32019,
      message: 'Long-term storage unreachable',
    },
    what: 'endpoint 2, history',
    found: /no transaction history/,
    remedy: /plan with history/,
  },
  {
    name: 'does not say its slot',
    rule: { on: 'getEpochInfo', kind: 'refuse', code: -32601, message: 'Method not found' },
    what: 'endpoint 2, slots',
    found: /did not answer/,
    remedy: /method is allowed/,
  },
]
for (const { name, rule, what, found, remedy } of endpoints)
  void test(`an endpoint that ${name} is named, with what to do`, async () => {
    await rpc('localnet_advanceSlots', 450)
    onlyFailed(await check({ rules: [[], [rule]] }), what, found, remedy)
  })

void test('an endpoint that does not take version 1 is no reason to wait', async () => {
  const rule: Rule = {
    on: 'simulateTransaction',
    kind: 'refuse',
    code: -32602,
    message: 'failed to deserialize solana_transaction::versioned::VersionedTransaction',
  }
  const lines = await check({ rules: [[], [rule]] })
  assert.ok(passed(lines), formatTable(lines))
  const line = lines.find(({ what }) => what === 'endpoint 2, version 1')
  assert.deepEqual([line?.state, line?.found], ['note', 'not supported: version 0 is used'])
})

void test('without any endpoint of mainnet-beta neither mints nor a route are tried', async () => {
  const away: Rule = { on: '*', kind: 'http', status: 403 }
  const other: Rule = {
    on: 'getGenesisHash',
    kind: 'genesis',
    hash: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG',
  }
  const checkBuild = () => Promise.reject(new Error('it was asked'))
  const lines = await check({ rules: [[away], [other]], services: { checkBuild } })
  assert.deepEqual(
    getFailures(lines).map(({ what }) => what),
    ['endpoint 1, network', 'endpoint 2, network', 'known mints', 'route 0.01 SOL → USDC'],
  )
})

void test('what another network says of a mint is not listened to', async () => {
  const other: Rule = {
    on: 'getGenesisHash',
    kind: 'genesis',
    hash: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG',
  }
  const refuses: Rule = { on: ['getMultipleAccounts', 'getAccountInfo'], kind: 'garbage', as: 'html' }
  const lines = await check({ rules: [[other, refuses], []] })
  onlyFailed(lines, 'endpoint 1, network', /a different network/, /mainnet-beta URL/)
})

void test('a mint that is not as known is named', async () => {
  const mint = (decimals: number): Buffer => {
    const data = Buffer.alloc(82)
    data[44] = decimals
    data[45] = 1
    return data
  }
  const { mint: mSol } = MAINNET_MINTS.find(({ symbol }) => symbol === 'mSOL') ?? { mint: '' }
  const cases = [
    [USDC_MINT, TOKEN_PROGRAM_ADDRESS, 9, 6, 'mint USDC', /9 decimals.*expected 6 under/],
    [mSol, TOKEN_2022_PROGRAM_ADDRESS, 9, 9, 'mint mSOL', /under TokenzQd/],
    [SOL_MINT, SYSTEM_PROGRAM_ADDRESS, null, 9, 'mint wSOL', /does not exist/],
  ] as const
  for (const [address, owner, decimals, right, what, found] of cases) {
    const data = decimals === null ? new Uint8Array(0) : mint(decimals)
    await network.place([{ address, owner, data }])
    onlyFailed(await check(), what, found, /Do not trade/)
    await network.place([{ address, owner: TOKEN_PROGRAM_ADDRESS, data: mint(right) }])
  }
  assert.ok(passed(await check()))
})

const away = (outage: string): Partial<ServiceParts> => ({
  health: () => ({ outage, callsLeft: 0 }),
  readPrice: () => Promise.reject(new Fault('market_away')),
})
const services: {
  name: string
  given: Partial<ServiceParts>
  what: string
  found: RegExp
  remedy: RegExp
}[] = [
  {
    name: 'a key of the prices that is refused',
    given: away('unauthorised'),
    what: 'price of SOL',
    found: /key was rejected/,
    remedy: /JUPITER_API_KEY/,
  },
  {
    name: 'a limit of the prices that is used up',
    given: away('rate_limited'),
    what: 'price of SOL',
    found: /too many calls/,
    remedy: /JUPITER_CALLS_PER_MINUTE/,
  },
  {
    name: 'prices that are away',
    given: away('timeout'),
    what: 'price of SOL',
    found: /api\.jup\.ag \(timeout\)/,
    remedy: /HTTPS/,
  },
  {
    name: 'a price that is missing',
    given: { readPrice: () => Promise.resolve(null) },
    what: 'price of SOL',
    found: /no SOL price/,
    remedy: /recovers/,
  },
  {
    name: 'a price of nothing',
    given: { readPrice: () => Promise.resolve(0n) },
    what: 'price of SOL',
    found: /no SOL price/,
    remedy: /recovers/,
  },
  {
    name: 'a key of the candles that is refused',
    given: { candlePage: () => Promise.resolve({ outage: 'unauthorised' }) },
    what: 'candles of SOL',
    found: /key was rejected/,
    remedy: /COINGECKO_API_KEY/,
  },
  {
    name: 'a limit of the candles that is used up',
    given: { candlePage: () => Promise.resolve({ outage: 'budget' }) },
    what: 'candles of SOL',
    found: /too many calls/,
    remedy: /CANDLES_CALLS_PER_MINUTE/,
  },
  {
    name: 'candles that are away',
    given: { candlePage: () => Promise.resolve({ outage: 'network' }) },
    what: 'candles of SOL',
    found: /api\.geckoterminal\.com \(network\)/,
    remedy: /HTTPS/,
  },
  {
    name: 'candles that are missing',
    given: { candlePage: () => Promise.resolve({ rows: 0, newest: 0 }) },
    what: 'candles of SOL',
    found: /no SOL candles/,
    remedy: /charts/,
  },
  {
    name: 'a route that breaks a rule',
    given: { checkBuild: () => Promise.resolve({ code: 'route_refused', reason: 'another signs too' }) },
    what: 'route 0.01 SOL → USDC',
    found: /rejected: another signs too/,
    remedy: /Do not trade/,
  },
  {
    name: 'a pair without a route',
    given: { checkBuild: () => Promise.resolve({ code: 'no_quote', reason: 'no liquidity' }) },
    what: 'route 0.01 SOL → USDC',
    found: /no liquidity/,
    remedy: /always has a route/,
  },
  {
    name: 'a route that fails when it is simulated',
    given: {
      checkBuild: () => Promise.resolve({ code: 'simulation_failed', reason: 'custom error 0x1771' }),
    },
    what: 'route 0.01 SOL → USDC',
    found: /0x1771/,
    remedy: /newer version/,
  },
  {
    name: 'nobody to simulate with',
    given: { checkBuild: () => Promise.resolve({ code: 'no_payer' }) },
    what: 'route 0.01 SOL → USDC',
    found: /no wallet/,
    remedy: /check:mainnet -- ADDRESS/,
  },
  {
    name: 'routes that are away',
    given: {
      checkBuild: () => Promise.resolve({ code: 'away' }),
      health: () => ({ outage: 'server_error', callsLeft: 3 }),
    },
    what: 'route 0.01 SOL → USDC',
    found: /api\.jup\.ag \(server_error\)/,
    remedy: /status page/,
  },
]
for (const { name, given, what, found, remedy } of services)
  void test(`${name}: named, with what to do`, async () =>
    onlyFailed(await check({ services: given }), what, found, remedy))

void test('what nobody foresaw fails its part and no other', async () => {
  const lines = await check({ services: { candlePage: () => Promise.reject(new Error(SECRET)) } })
  onlyFailed(lines, 'candles of SOL', /check itself failed/, /LOG_LEVEL=debug/)
  assert.ok(lines.some(({ what, state }) => what === 'calls left' && state === 'note'))
})

void test("a stranger's words do not steer the terminal", () => {
  assert.equal(printable('no\u001b[2J\u202e\r\nroute\u0000'), 'no [2J   route ')
  assert.equal(printable('x'.repeat(5_000)).length, 200)
})
