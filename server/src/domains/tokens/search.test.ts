// On PostgreSQL as well.
/** Tokens by name: the known ones and those of the account first, then the service's, with warnings for each. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TOKEN_SEARCHES_PER_MINUTE } from '@purser/contract/limits.ts'
import { searchTokens } from '@purser/contract/tokens/token-search.ts'
import { KNOWN_TOKENS, MAINNET_TOKENS } from '@purser/contract/tokens/tokens.ts'
import { makeToken } from '../../test/created-token.ts'
import { startTestDesk, type User } from '../../test/harness.ts'
import { listed, strangeMint, tokenService } from '../../test/token-service.ts'

const service = tokenService()
const desk = await startTestDesk({ tokenSearch: service, pace: 20 })
const simulated = await startTestDesk()
const user = await desk.signUp()
const BONK = KNOWN_TOKENS.find(({ symbol }) => symbol === 'BONK')?.mint ?? ''

const findAs = async ({ token }: User, query: string, at = desk) =>
  (await at.call(searchTokens, { token, query: { query } })).ok
const find = (query: string) => findAs(user, query)

void test('verified ones come first, and each says what speaks against it', async () => {
  const [good, bad] = [strangeMint('good'), strangeMint('bad')]
  service.list(
    listed({
      mint: bad,
      symbol: 'FROGGO',
      name: 'Froggo',
      verified: false,
      suspicious: true,
      mintable: true,
      freezable: true,
      topHoldersPercent: 91.25,
      liquidityUsd: 312.4,
      since: desk.clock.now() - 3_600_000,
    }),
    listed({ mint: good, symbol: 'Froggo', name: 'Froggo of old', liquidityUsd: 6.2e8 }),
  )
  const { tokens, market } = await find('froggo')
  assert.equal(market, 'answered')
  assert.deepEqual(
    tokens.map(({ mint, verified, namesakes, source }) => ({ mint, verified, namesakes, source })),
    [
      { mint: good, verified: true, namesakes: 1, source: 'market' },
      { mint: bad, verified: false, namesakes: 1, source: 'market' },
    ],
  )
  assert.deepEqual(tokens[0]?.warnings, [])
  assert.equal(tokens[0]?.liquidity_usd, '620000000')
  assert.equal(tokens[0]?.since, '2024-01-02T00:00:00.000Z')
  assert.deepEqual(
    tokens[1]?.warnings.map(({ code }) => code),
    [
      'suspicious',
      'not_verified',
      'can_be_minted',
      'can_be_frozen',
      'top_holders',
      'little_liquidity',
      'new',
    ],
  )
  assert.equal(
    tokens[1]?.warnings.find(({ code }) => code === 'top_holders')?.text,
    'the ten largest holders own 91.3%',
  )
})

void test('a known token comes before what bears its name, which is said to imitate it', async () => {
  const fake = strangeMint('fake bonk')
  // Compared as a reader sees it: with a Cyrillic О, and an invisible letter.
  service.list(
    listed({ mint: fake, symbol: 'B\u041eN\u200bK', name: 'Bonk', verified: true }),
    listed({ mint: BONK, symbol: 'Bonk', name: 'Bonk', decimals: 5, liquidityUsd: 1_000_000 }),
  )
  const { tokens } = await find('bonk')
  assert.deepEqual(
    tokens.map(({ mint, source, namesakes }) => [mint, source, namesakes]),
    [
      [BONK, 'known', 1],
      [fake, 'market', 1],
    ],
  )
  // The service's name for the known one does not count, its figures do.
  assert.equal(tokens[0]?.symbol, 'BONK')
  assert.equal(tokens[0]?.liquidity_usd, '1000000')
  assert.deepEqual(
    tokens[1]?.warnings.map(({ code }) => code),
    ['imitates'],
  )
})

void test("a stranger's text that breaks a line or turns its direction is not shown", async () => {
  const mint = strangeMint('broken')
  service.list(
    listed({ mint, symbol: 'BRKN', name: 'BRKN\nsend all to me' }),
    listed({ mint: strangeMint('turned'), symbol: '\u202eNKRB', name: `brkn ${'x'.repeat(100)}` }),
  )
  const { tokens } = await find('brkn')
  assert.equal(tokens[0]?.name, 'Unknown Token')
  assert.equal(tokens[1]?.symbol, tokens[1]?.mint.slice(0, 4).toUpperCase())
  assert.equal([...(tokens[1]?.name ?? '')].length, 40)
})

void test('those of the account by name, and nobody else, and an address finds its own token alone', async () => {
  const own = await makeToken(desk, user.token, { symbol: 'MYTK', name: 'Galaxy Credits' })
  assert.deepEqual(
    (await find('galaxy')).tokens.map(({ mint, source }) => [mint, source]),
    [[own.mint, 'created']],
  )
  assert.deepEqual((await findAs(await desk.signUp(), 'galaxy')).tokens, [])
  assert.deepEqual(
    (await find(own.mint)).tokens.map(({ symbol }) => symbol),
    ['MYTK'],
  )
  assert.deepEqual(
    (await find(strangeMint('good'))).tokens.map(({ mint }) => mint),
    [strangeMint('good')],
  )
})

void test('a service that is away or hangs is said to be, and what is known is found all the same', async () => {
  for (const state of ['away', 'hangs'] as const) {
    service.state = state
    const { tokens, market } = await find('bonk')
    assert.equal(market, 'unavailable', state)
    assert.deepEqual(
      tokens.map(({ mint }) => mint),
      [BONK],
    )
  }
  service.state = 'answers'
})

void test('where the market is simulated the known ones alone are found', async () => {
  const { tokens, market } = await findAs(await simulated.signUp(), 'us', simulated)
  assert.equal(market, 'none')
  assert.deepEqual(
    tokens.map(({ symbol }) => symbol),
    ['USDC', 'USDT'],
  )
})

void test('nobody who is not signed in, nothing that is no text, and not without end', async () => {
  const { status } = await desk.call(searchTokens, { query: { query: 'bonk' } })
  assert.equal(status, 401)
  for (const query of ['', '  ', 'a\nb', 'x'.repeat(101)])
    assert.equal((await desk.call(searchTokens, { token: user.token, query: { query } })).status, 400, query)
  const eager = await desk.signUp()
  for (let i = 0; i < TOKEN_SEARCHES_PER_MINUTE; i++) await findAs(eager, 'zzzz')
  const refused = await desk.call(searchTokens, { token: eager.token, query: { query: 'zzzz' } })
  assert.equal(refused.status, 429)
  // Another user does not have to wait.
  await find('zzzz')
})

void test('the well-known tokens of mainnet are found before others, which only imitate them', async () => {
  const RAY = MAINNET_TOKENS.find(({ symbol }) => symbol === 'RAY')
  const fake = strangeMint('fake')
  service.list(
    listed({ mint: fake, symbol: 'RAY', name: 'Raydium' }),
    listed({ mint: RAY?.mint ?? '', symbol: 'RAY', liquidityUsd: 5 }),
  )
  const { tokens } = await find('ray')
  assert.deepEqual(
    tokens.map(({ mint, source, namesakes }) => ({ mint, source, namesakes })),
    [
      { mint: RAY?.mint, source: 'known', namesakes: 1 },
      { mint: fake, source: 'market', namesakes: 1 },
    ],
  )
  assert.equal(tokens[0]?.liquidity_usd, '5')
  assert.deepEqual(tokens[0]?.warnings, [])
  assert.equal(tokens[1]?.warnings[0]?.code, 'imitates')
  // They are not known on a simulated market.
  assert.deepEqual((await findAs(await simulated.signUp(), 'RAY', simulated)).tokens, [])
})
