// On PostgreSQL as well.
/** Tokens that were found by search are shown by name everywhere; one that imitates another is not. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { listOperations } from '@purser/contract/activity.ts'
import * as api from '@purser/contract/agents/agents.ts'
import { listNotifications, changeNotificationSettings } from '@purser/contract/notifications.ts'
import { shortAddress } from '@purser/contract/wallets/short-address.ts'
import { storyWords } from '@purser/contract/transfers/story-words.ts'
import { DAY_SECONDS } from '@purser/contract/time.ts'
import { MAINNET_TOKENS } from '@purser/contract/tokens/tokens.ts'
import { systemClock } from './kernel/clock.ts'
import { fundedWallet } from './test/funded-wallet.ts'
import { startTestDesk, until } from './test/harness.ts'
import { readProgress } from './test/progress.ts'
import { openServices } from './test/services-double.ts'
import { strangeMint } from './test/token-service.ts'

const [FROGGO, TOADDY, FALSE_PYTH, ODD] = ['froggo', 'toaddy', 'a false pyth', 'an odd one'].map(
  strangeMint,
) as [string, string, string, string]
const unverified = { isVerified: false, tags: [] }
const services = await openServices({
  clock: systemClock,
  // The test must not depend on how long the tokens have been traded.
  born: Math.floor(systemClock.now() / 1_000) - 2 * DAY_SECONDS,
  tokens: [
    { mint: FROGGO, symbol: 'FROGGO', name: 'Zebra Meadow', decimals: 6, usd: 0.5 },
    { mint: TOADDY, symbol: 'TOADDY', name: 'Toad', decimals: 6, usd: 0.25, ...unverified },
    // A name with a Cyrillic Р, verified by mistake.
    { mint: FALSE_PYTH, symbol: '\u0420YTH', name: 'Pyth Network', decimals: 6, usd: 0.12 },
    { mint: ODD, symbol: 'BONK for 9 SOL', name: 'Odd', decimals: 6, usd: 0.12, ...unverified },
  ],
})
after(() => services[Symbol.asyncDispose]())
const desk = await startTestDesk({ env: services.env, pace: 3 })
const { call } = desk
const { token } = await desk.signUp()
const wallet = await fundedWallet(call, token, 10)
const ways = { console: true, mail: false }
await call(changeNotificationSettings, {
  token,
  body: { ended: ways, limit: ways, error: ways, filled: ways, access: ways },
})

async function planned(instruction: string) {
  const params = { id: (await call(api.createAgent, { token })).ok.id }
  const body = { instruction, wallet_addresses: [wallet] }
  const parsed = (await call(api.parseInstruction, { token, params, body })).ok
  assert.equal(parsed.feasible, true, parsed.explanation)
  assert.ok(parsed.parsedPlan)
  return { params, parsed, plan: parsed.parsedPlan }
}

async function traded(instruction: string) {
  const { params, plan, parsed } = await planned(instruction)
  const strategy = {
    parsedStrategy: plan,
    tokenAddress: null,
    walletAddresses: [wallet],
    groupId: null,
  }
  const started = await call(api.startStrategy, { token, params, wrongBody: { strategy } })
  assert.equal(started.status, 200, started.text)
  const [first] = (await call(api.listStrategies, { token, params })).ok
  const of = { agentId: params.id, strategyId: first?.id ?? '' }
  const { lines } = await until('it has ended', async () => {
    const progress = await readProgress(call, token, of)
    return progress.status === 'completed' ? progress : undefined
  })
  const findMessage = (kind: string) => lines.find((line) => line.kind === kind)?.message ?? ''
  const told = await until('it is told', async () => {
    const { notifications } = (await call(listNotifications, { token, query: {} })).ok
    return notifications.find((one) => one.strategy_id === of.strategyId && one.kind === 'filled')
  })
  const { operations } = (await call(listOperations, { token, query: { type: 'trade' } })).ok
  const operation = operations.find(({ story }) => story.by?.id === of.strategyId)
  assert.ok(operation)
  const file = await call(listOperations, { token, query: { type: 'trade', format: 'csv' } })
  const row = file.text.split('\r\n').find((one) => one.includes(operation.id)) ?? ''
  return {
    parsed,
    goal: plan.goal,
    symbol: plan.token_symbol,
    placed: findMessage('placed'),
    bought: findMessage('bought'),
    notification: told.text,
    story: storyWords(operation),
    row,
    plan: first?.plan,
    lines,
  }
}

void test('one that the market verifies is called by its symbol: plan, lines, notification, activity and file', async () => {
  const made = await traded('buy 0.01 SOL of froggo')
  assert.equal(made.symbol, 'FROGGO')
  assert.equal(made.goal, 'Buy FROGGO for 0.01 SOL, once.')
  assert.match(made.parsed.explanation, / FROGGO/)
  assert.match(made.placed, /^Placed order 1 of 1: buy FROGGO with 0\.01 SOL/)
  assert.match(made.bought, /^Bought [\d.,]+ FROGGO for 0\.01 SOL \(order 1 of 1\)/)
  assert.match(made.notification, /^Bought [\d.,]+ FROGGO for 0\.01 SOL/)
  assert.match(made.story, /^Bought [\d.,]+ FROGGO for 0\.01 SOL · Agent/)
  assert.match(made.row, /Bought [\d.,]+ FROGGO for 0\.01 SOL/)
  assert.equal(made.plan?.token_symbol, 'FROGGO')
  const short = shortAddress(FROGGO)
  for (const { message } of made.lines) assert.ok(!message.includes(short), message)
})

void test('one that is not verified has its address beside its symbol', async () => {
  const name = `TOADDY (${shortAddress(TOADDY)})`
  const made = await traded(`buy 0.01 SOL of ${TOADDY}`)
  assert.equal(made.symbol, name)
  assert.equal(made.goal, `Buy ${name} for 0.01 SOL, once.`)
  for (const text of [made.bought, made.notification, made.story, made.row])
    assert.ok(text.includes(`${name} for 0.01 SOL`), text)
})

void test('one that a reader takes for a known token is told by its address alone, verified or not', async () => {
  const made = await traded(`buy 0.01 SOL of ${FALSE_PYTH}`)
  assert.equal(made.symbol, undefined)
  const short = shortAddress(FALSE_PYTH)
  assert.equal(made.goal, `Buy ${short} for 0.01 SOL, once.`)
  for (const text of [made.bought, made.notification, made.story]) {
    assert.ok(text.includes(`${short} for 0.01 SOL`), text)
    assert.ok(!/[P\u0420]YTH/i.test(text), text)
  }
  // The name belongs to the true one.
  const pyth = await traded('buy 0.01 SOL of PYTH')
  assert.equal(pyth.plan?.token_address, MAINNET_TOKENS.find(({ symbol }) => symbol === 'PYTH')?.mint)
  assert.match(pyth.bought, / PYTH for 0\.01 SOL/)
})

void test('a symbol that reads on as a sentence is not told', async () => {
  const { plan } = await planned(`buy 0.01 SOL of ${ODD}`)
  assert.equal(plan.token_symbol, undefined)
  assert.equal(plan.goal, `Buy ${shortAddress(ODD)} for 0.01 SOL, once.`)
})

void test('a change of the plan keeps the name, another token brings its own, and nobody sets one', async () => {
  const { params, parsed } = await planned('buy 0.01 SOL of froggo every hour, 3 times')
  const change = async (path: string, value: string | number, hash: string | null) =>
    (
      await call(api.parseInstruction, {
        token,
        params,
        body: {
          changes: [{ path, value }],
          ...(hash ? { plan_hash: hash } : {}),
          wallet_addresses: [wallet],
        },
      })
    ).ok
  const named = await change('token_symbol', 'BONK', parsed.plan_hash)
  assert.equal(named.parsedPlan, null)
  const longer = await change('order_count', 4, parsed.plan_hash)
  assert.equal(longer.parsedPlan?.token_symbol, 'FROGGO')
  assert.deepEqual(
    longer.changes?.map(({ field }) => field),
    ['order_count'],
  )
  assert.match(longer.parsedPlan?.goal ?? '', /^Buy FROGGO for 0\.01 SOL every hour, 4 times/)
  const other = await change('token_address', MAINNET_TOKENS[2]?.mint ?? '', longer.plan_hash)
  assert.equal(other.parsedPlan?.token_symbol, undefined)
  assert.match(other.parsedPlan?.goal ?? '', /^Buy BONK /)
})

void test('a plan with another name than was shown is not started, and a name within a name is none', async () => {
  const { params, parsed, plan } = await planned('buy 0.01 SOL of froggo')
  const start = (parsedStrategy: object) =>
    call(api.startStrategy, {
      token,
      params,
      wrongBody: {
        strategy: { parsedStrategy, tokenAddress: null, walletAddresses: [wallet], groupId: null },
      },
    })
  const { token_symbol: shown, ...nameless } = plan
  assert.equal(shown, 'FROGGO')
  for (const forged of [
    { ...plan, token_symbol: 'BONK' },
    nameless,
    { ...plan, token_address: MAINNET_TOKENS[2]?.mint ?? '' },
    { ...plan, goal: 'Buy BONK for 0.01 SOL, once.' },
  ])
    assert.equal((await start(forged)).fault.code, 'plan_not_shown')
  for (const path of ['token_symbol.0', 'goal', 'token_symbol.length']) {
    const body = {
      changes: [{ path, value: 'BONK' }],
      plan_hash: parsed.plan_hash ?? '',
      wallet_addresses: [wallet],
    }
    const answer = await call(api.parseInstruction, { token, params, wrongBody: body })
    const made = answer.status === 200 ? answer.ok.parsedPlan : null
    assert.ok(made === null || (made.token_symbol === 'FROGGO' && made.goal === plan.goal), answer.text)
  }
  assert.deepEqual((await call(api.listStrategies, { token, params })).ok, [])
})

void test('what a line costs does not grow: the name is asked for when the plan is made, and not again', async () => {
  const { params, plan } = await planned('buy 0.001 SOL of froggo every 4 seconds, 4 times')
  const searches = () => services.jupiter.asked.filter((path) => path.startsWith('/tokens/')).length
  const strategy = { parsedStrategy: plan, tokenAddress: null, walletAddresses: [wallet], groupId: null }
  const before = searches()
  assert.equal((await call(api.startStrategy, { token, params, wrongBody: { strategy } })).status, 200)
  const [first] = (await call(api.listStrategies, { token, params })).ok
  const of = { agentId: params.id, strategyId: first?.id ?? '' }
  await until(
    'it has bought',
    async () => (await readProgress(call, token, of)).status === 'completed' || undefined,
  )
  assert.equal(searches(), before)
})

void test('answers call tokens so as well', async () => {
  const params = { id: (await call(api.createAgent, { token })).ok.id }
  const ask = async (instruction: string) => {
    const body = { instruction, wallet_addresses: [wallet] }
    const { answer, explanation } = (await call(api.parseInstruction, { token, params, body })).ok
    return [explanation, ...(answer?.figures.map(({ value }) => `${value}\n`) ?? [])].join('\n')
  }
  const balances = await ask('what do I hold?')
  for (const name of ['FROGGO', `TOADDY (${shortAddress(TOADDY)})`, shortAddress(FALSE_PYTH)])
    assert.ok(
      [',', '\n'].some((end) => balances.includes(` ${name}${end}`)),
      balances,
    )
  assert.match(await ask(`what is the price of ${TOADDY}?`), /^TOADDY \(/)
})
