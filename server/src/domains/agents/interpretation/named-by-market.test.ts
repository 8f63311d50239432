// On PostgreSQL as well.
/** A live market's tokens by name: one alone is planned with its facts, of several none is chosen, and risks need a word. */
import assert from 'node:assert/strict'
import { MAINNET_TOKENS } from '@purser/contract/tokens/tokens.ts'
import { test } from 'node:test'
import * as api from '@purser/contract/agents/agents.ts'
import { makeToken } from '../../../test/created-token.ts'
import { fundedWallet } from '../../../test/funded-wallet.ts'
import { startTestDesk } from '../../../test/harness.ts'
import { listed, strangeMint, tokenService } from '../../../test/token-service.ts'

const service = tokenService()
const desk = await startTestDesk({ network: 'steered', tokenSearch: service, pace: 20 })
const { call, chain } = desk
await chain('localnet_setSlotTime', 20)

// Tokens that exist on the chain; the users who trade them know them by no name of their own.
const issuer = await desk.signUp()
const froggo = await makeToken(desk, issuer.token, { symbol: 'QFRA', name: 'Some One' })
const fellow = await makeToken(desk, issuer.token, { symbol: 'QFRB', name: 'Some Two' })
const user = await desk.signUp()
const wallet = await fundedWallet(call, user.token)

/** A chat of its own, without what was said before. */
async function chat() {
  const params = { id: (await call(api.createAgent, { token: user.token })).ok.id }
  return async (instruction: string) =>
    (
      await call(api.parseInstruction, {
        token: user.token,
        params,
        body: { instruction, wallet_addresses: [wallet] },
      })
    ).ok
}
const HOURLY = 'buy 0.1 SOL of froggo every hour'

void test('a name that no token bears is asked about as before', async () => {
  const { parsedPlan, explanation, question } = await (await chat())(HOURLY)
  assert.equal(parsedPlan, null)
  assert.match(explanation, /^Which token is "froggo"\? I know no token of that name/)
  assert.equal(question?.code, 'token')
  assert.deepEqual(service.asked, ['froggo'])
})

void test('one that a single verified mint bears is planned, with its facts beside it', async () => {
  service.list(listed({ mint: froggo.mint, symbol: 'FROGGO', name: 'Zebra Meadow' }))
  const say = await chat()
  const { parsedPlan, assumptions, explanation } = await say(HOURLY)
  assert.equal(parsedPlan?.token_address, froggo.mint)
  const said = `froggo is FROGGO (Zebra Meadow), ${froggo.mint}: verified, $2,500,000 of liquidity, first traded on 2024-01-02.`
  assert.ok(assumptions.includes(said), JSON.stringify(assumptions))
  assert.ok(!explanation.includes('not verified'))
  // Its name is a stranger's, and not a word of any instruction.
  assert.equal((await (await chat())('buy 0.1 SOL of Zebra Meadow every hour')).parsedPlan, null)
  // The agent's question is answered without the name.
  const other = await chat()
  assert.equal((await other('buy froggo')).question?.code, 'amount')
  assert.equal((await other('0.1 SOL')).parsedPlan?.token_address, froggo.mint)
})

void test('of several none is chosen, the verified one neither: each is a choice with its facts', async () => {
  service.list(
    listed({ mint: fellow.mint, symbol: 'Froggo', name: 'Froggo', verified: false, liquidityUsd: 12 }),
  )
  const asked = await (await chat())('buy 0.1 SOL of $FROGGO every hour')
  assert.equal(asked.parsedPlan, null)
  assert.equal(asked.question?.code, 'token')
  assert.match(asked.explanation, /^Which token do you mean by "FROGGO"\? 2 tokens have that name/)
  assert.match(asked.explanation, /- Froggo \(Froggo\), \$12 of liquidity, .*not verified, low liquidity/)
  const replies = asked.question?.choices.map(({ reply }) => reply) ?? []
  assert.deepEqual(replies, [
    `buy 0.1 SOL of ${froggo.mint} every hour`,
    `buy 0.1 SOL of ${fellow.mint} every hour`,
  ])
  for (const reply of replies)
    assert.ok(reply.includes((await (await chat())(reply)).parsedPlan?.token_address ?? 'none'), reply)
  // The address alone answers it as well.
  const say = await chat()
  await say(HOURLY)
  const { parsedPlan } = await say(fellow.mint)
  assert.equal(parsedPlan?.token_address, fellow.mint)
  assert.equal(parsedPlan?.strategy_type, 'dca')
})

void test('one alone that is not verified is asked about, and its plan says who can do what', async () => {
  const authority = strangeMint('authority')
  service.onChain(fellow.mint, { mintAuthority: { code: 'address', address: authority } })
  service.list(
    listed({
      mint: fellow.mint,
      symbol: 'TOADDY',
      name: 'Toad',
      verified: false,
      topHoldersPercent: 91.25,
      liquidityUsd: 1234,
    }),
  )
  const asked = await (await chat())('buy 0.1 SOL of toaddy every hour')
  assert.equal(asked.parsedPlan, null)
  assert.match(asked.explanation, /^By "toaddy", do you mean this token\? It is not verified/)
  const { parsedPlan, explanation } = await (await chat())(asked.question?.choices[0]?.reply ?? '')
  assert.equal(parsedPlan?.token_address, fellow.mint)
  for (const sentence of [
    `TOADDY (Toad), ${fellow.mint}, is not verified: anyone can give a token that name.`,
    `${authority} can mint more of it at any time.`,
    'Nobody can freeze accounts that hold it.',
    'Its ten largest holders own 91.3% of it.',
    'Its pools hold $1,234 in liquidity.',
    'It was first traded on 2024-01-02.',
  ])
    assert.ok(explanation.split('\n').includes(sentence), `${sentence}\n${explanation}`)
})

void test("what its issuer can do needs the user's word before it is bought, once, and none to sell it", async () => {
  service.onChain(fellow.mint, { risks: ['permanent_delegate', 'pausable'] })
  const say = await chat()
  const text = `buy 0.1 SOL of ${fellow.mint} every hour`
  assert.ok((await (await chat())(`sell 10% of ${fellow.mint}`)).parsedPlan)
  const asked = await say(text)
  assert.equal(asked.parsedPlan, null)
  assert.match(asked.explanation, /- its issuer can move it out of any wallet\n- its issuer can pause/)
  // Saying the same again is no word, and neither is one about another mint.
  assert.equal((await say(text)).parsedPlan, null)
  const other = `${text} I accept what the issuer of ${froggo.mint} can do`
  assert.equal((await say(other)).parsedPlan, null)
  const [choice] = asked.question?.choices ?? []
  const { parsedPlan, explanation, reading } = await say(choice?.reply ?? '')
  assert.equal(parsedPlan?.token_address, fellow.mint)
  assert.match(explanation, /\nNote: its issuer can move it out of any wallet\.\n/)
  assert.equal(reading.at(-1)?.to, choice?.reply.length)
  assert.equal((await say('make it every two hours')).parsedPlan?.token_address, fellow.mint)
})

void test('a mint that is refused is not feasible, with the reason', async () => {
  service.onChain(fellow.mint, { refusal: 'decimals_differ' })
  const { feasible, explanation } = await (await chat())(`buy 0.1 SOL of ${fellow.mint} every hour`)
  assert.equal(feasible, false)
  assert.match(explanation, /disagree on the decimals/)
})

void test('a well-known token of mainnet is meant by its symbol, whoever else bears it, and none that imitates it', async () => {
  const PYTH = MAINNET_TOKENS.find(({ symbol }) => symbol === 'PYTH')?.mint ?? ''
  service.list(listed({ mint: strangeMint('another'), symbol: 'PYTH', name: 'Pyth' }))
  for (const name of ['PYTH', 'pyth', '$PYTH', PYTH])
    assert.equal((await (await chat())(`buy 0.1 SOL of ${name} every hour`)).parsedPlan?.token_address, PYTH)
  const mSOL = MAINNET_TOKENS.find(({ symbol }) => symbol === 'mSOL')?.mint
  for (const name of ['mSOL', 'msol', 'MSOL'])
    assert.equal((await (await chat())(`buy 0.1 SOL of ${name} every hour`)).parsedPlan?.token_address, mSOL)
})

void test('a service that is away or hangs is said to be, and nothing is guessed, but for what is held', async () => {
  for (const state of ['away', 'hangs'] as const) {
    service.state = state
    const asked = await (await chat())(HOURLY)
    assert.equal(asked.parsedPlan, null, state)
    assert.match(asked.explanation, /token service is not responding, so I could not look up that name/)
    const bought = await (await chat())(`buy 0.1 SOL of ${froggo.mint} every hour`)
    assert.equal(bought.parsedPlan, null, state)
    assert.match(bought.explanation, /is not responding, so this token could not be checked/)
    assert.ok((await (await chat())(`sell 10% of ${froggo.mint}`)).parsedPlan, state)
    // Well-known ones need no service.
    assert.equal((await (await chat())('buy 0.1 SOL of BONK every hour')).feasible, true, state)
  }
  service.state = 'answers'
})
