// On PostgreSQL as well.
/** Answers to questions, held against the books and the chain; and what each of them costs. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as api from '@purser/contract/agents/agents.ts'
import { getBalance } from '@purser/contract/balances/balances.ts'
import { figureWords, formatUnits, parseUnitsDown } from '@purser/contract/money.ts'
import { listAllStrategies, listTrades } from '@purser/contract/strategies/strategies.ts'
import { listCandles } from '@purser/contract/market/market.ts'
import { percentText } from '@purser/contract/market/percent-text.ts'
import { plainPrices, priceText } from '@purser/contract/market/price-text.ts'
import { KNOWN_TOKENS } from '@purser/contract/tokens/tokens.ts'
import { sql } from 'drizzle-orm'
import { fundedWallet } from '../../../test/funded-wallet.ts'
import { startTestDesk, until } from '../../../test/harness.ts'
import { createPlan, priceAt, sol } from '../../../test/plans.ts'
import { trade } from '../../../test/product.ts'
import { recordStatements } from '../../../test/statements.ts'
import { costWords, currencyAmountWords } from '../words.ts'
import { addAmounts } from './fees.ts'
import { finalContent } from './final.ts'
import { planHash } from '../interpretation/hash.ts'
import { computeUpcoming } from '../../strategies/upcoming.ts'
import { bracketState } from '../../strategies/types/bracket/barriers.ts'
import { getCells } from '../../strategies/types/grid/cells.ts'
import { candleAt } from '../../strategies/types/signal.ts'

const BONK = KNOWN_TOKENS.find((t) => t.symbol === 'BONK')?.mint ?? ''
const WIF = KNOWN_TOKENS.find((t) => t.symbol === 'WIF')?.mint ?? ''
let calls = 0
const desk = await startTestDesk({ network: 'steered', overhear: () => void calls++ })
await desk.chain('localnet_setSlotTime', 20)
const { token } = await desk.signUp()
const stranger = await desk.signUp()
const wallet = await fundedWallet(desk.call, token, 20)

const newAgent = async (of = token) => (await desk.call(api.createAgent, { token: of })).ok.id
async function ask(id: number, instruction: string, of = token, wallets = [wallet]): Promise<string> {
  const wrongBody = { instruction, token_address: BONK, wallet_addresses: of === token ? wallets : [] }
  const parsed = (await desk.call(api.parseInstruction, { token: of, params: { id }, wrongBody })).ok
  assert.deepEqual(
    [parsed.isQuestion, parsed.feasible, parsed.parsedPlan, parsed.plan_hash, parsed.preview ?? null],
    [true, false, null, null, null],
    `${instruction}: ${parsed.explanation}`,
  )
  assert.ok(
    parsed.explanation.split('\n').length <= 2 && !/Summary/.test(parsed.explanation),
    parsed.explanation,
  )
  return parsed.answer ? finalContent(parsed.answer, parsed.explanation) : parsed.explanation
}
const isFinal = (text: string) => text.length > 200 && /Price:|Summary|24h|liquidity/.test(text)
const readStrategy = async (id: number) => {
  const [found] = (await desk.call(api.listStrategies, { token, params: { id } })).ok
  assert.ok(found)
  return found
}
const readState = async (id: number) => {
  const { rows } = (await desk.database.db.execute(
    sql`select id, plan, state, status from strategies where agent_id = ${id}`,
  )) as { rows: (Parameters<typeof computeUpcoming>[0] & { id: string })[] }
  const [row] = rows
  assert.ok(row)
  return row
}
const filled = (id: number, orders: number) =>
  until(`${orders} orders are filled`, async () => {
    const row = await readState(id)
    return row.state.ordersFilled >= orders && row.state.pending === 0 ? row : undefined
  })
const readTrades = async (strategyId: string) =>
  (await desk.call(listTrades, { token, params: { strategyId }, query: { limit: 100 } })).ok.trades
const units = (value: string | number | null, places: number): bigint => {
  const text = typeof value === 'number' ? value.toFixed(places) : (value ?? '0')
  return text.startsWith('-') ? -parseUnitsDown(text.slice(1), places) : parseUnitsDown(text, places)
}
const timeText = (ms: number) => `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`

const buyer = await newAgent()
const seller = await newAgent()
const bought = await trade(desk.call, token, buyer, 'buy 0.02 SOL of BONK every 2 hours, 3 times', [wallet])
const traderWallet = await fundedWallet(desk.call, token, 20)
const sold = await trade(
  desk.call,
  token,
  seller,
  'buy 0.03 SOL of BONK every 1 second, 50 times, and sell everything when I stop it',
  [traderWallet],
)
await filled(buyer, 1)
await filled(seller, 2)
await desk.call(api.stopStrategy, { token, params: { id: seller } })
await until('it has ended', async () => (await readStrategy(seller)).ended_at !== null)

test('what was made is told of the strategy and in total, as the books and the chain have it', async () => {
  const closed = await ask(seller, 'how much have I made?')
  assert.ok(isFinal(closed), closed)
  const profits = (await readTrades(sold)).filter(({ side }) => side === 'sell')
  const made = profits.reduce((all, { profit }) => all + units(profit, 9), 0n)
  assert.ok(made !== 0n)
  const realized = `${made > 0n ? '+' : ''}${formatUnits(made, 9)} SOL`
  assert.ok(closed.includes(`Realized P&L: ${realized}\n`), closed)
  assert.match(closed, /Unrealized P&L: none\n/)
  const pnl = Number((await readStrategy(seller)).pnl)
  assert.ok(closed.includes(`Total P&L after fees: -$${(Math.round(-pnl * 100) / 100).toFixed(2)}`), closed)

  const open = await ask(buyer, 'how much have I made?')
  // The balance on the chain is what the wallet bought.
  const { tokens } = (await desk.call(getBalance, { token, params: { address: wallet } })).ok
  const held = tokens.find(({ mint }) => mint === BONK)?.balance
  assert.ok(held !== undefined && open.includes(`Holds: ${figureWords(held)} BONK\n`), open)
  assert.match(open, /Realized P&L: 0 SOL/)
  // Together: the realised part is the seller's alone, the unrealised part the buyer's alone.
  for (const text of [closed, open]) {
    assert.match(text, /All agents: your 2 strategies that bought something/)
    assert.ok(text.includes(`All agents: realized: ${realized}\nAll agents: unrealized: -0.00`), text)
  }
  const [, unrealised = ''] = /Unrealized P&L: ([-+]?[\d.]+) SOL/.exec(open) ?? []
  const now = Number((await readStrategy(buyer)).unrealised)
  assert.ok(Math.abs(Number(unrealised) - now) < 0.0005, `${unrealised} ${now}`)
})

test('another user is told nothing of it, whatever is asked', async () => {
  const own = await newAgent(stranger.token)
  for (const question of ['how much have I made?', 'when is the next order?', 'why was my order skipped?'])
    assert.match(await ask(own, question, stranger.token), /This agent has not run a strategy yet/, question)
  assert.match(
    await ask(own, 'how much have I made?', stranger.token),
    /All agents: none has bought anything/,
  )
  const foreign = await desk.call(api.parseInstruction, {
    token: stranger.token,
    params: { id: buyer },
    wrongBody: { instruction: 'how much have I made?', token_address: null, wallet_addresses: [] },
  })
  assert.equal(foreign.status, 404)
})

test('the next order is told with its time and its amount, and that none is due with why', async () => {
  const row = await readState(buyer)
  const due = await ask(buyer, 'when is the next order?')
  assert.ok(isFinal(due), due)
  assert.ok(
    due.includes(
      `Next: order 2 of 3\nAction: spends 0.02 SOL on BONK\nWhen: in 1 hour 59 minutes (${timeText(row.state.nextAt)})\n`,
    ),
    due,
  )
  await desk.call(api.pauseStrategy, { token, params: { id: buyer } })
  assert.match(await ask(buyer, 'when is the next order?'), /Nothing is due, because the strategy is paused/)
  await desk.call(api.resumeStrategy, { token, params: { id: buyer } })
  assert.match(
    await ask(seller, 'when is the next order?'),
    /Nothing is due, because the strategy has ended \(stopped\)/,
  )
  const how = await ask(buyer, 'how is my strategy doing?')
  assert.ok(
    isFinal(how) && how.includes('Status: running\nOrders filled: 1\n') && how.includes('Next: order 2'),
    how,
  )
})

async function run(fields: object): Promise<number> {
  const address = await fundedWallet(desk.call, token, 5)
  const plan = createPlan(fields)
  const id = await newAgent()
  const hash = planHash({ plan, walletAddresses: [address], groupId: null, tokenAddress: WIF })
  await desk.database.db.execute(sql`update agents set shown_plan_hash = ${hash} where id = ${id}`)
  const started = await desk.call(api.startStrategy, {
    token,
    params: { id },
    body: { strategy: { parsedStrategy: plan, walletAddresses: [address] } },
  })
  assert.equal(started.status, 200, started.text)
  await until('it has begun', async () => (await readState(id)).state.startedAt !== null)
  return id
}

test('what waits for a price, a signal or a look at the wallets says at which one, and until when', async () => {
  const price = priceAt(desk.clock.now())
  const buys = { trade_direction: 'buy' }
  const low = Number((price / 2).toPrecision(3))
  const limit = await run({
    strategy_type: 'limit',
    ...buys,
    amount: sol(0.3),
    limit_price_usd: low,
    expires_in_seconds: 7200,
  })
  const waits = await ask(limit, 'when is the next order?')
  const { startedAt } = (await readState(limit)).state
  assert.ok(
    waits.includes(
      `order 1 of 1\nAction: spends 0.3 SOL on WIF\nWhen: when the price of WIF is at or below ${priceText(low)}\n`,
    ),
    waits,
  )
  assert.ok(waits.includes(`ends at ${timeText((startedAt ?? 0) + 7_200_000)}`), waits)

  const bracket = await run({
    strategy_type: 'bracket',
    ...buys,
    amount: sol(0.2),
    stop_loss_percent: 50,
    take_profit_percent: 90,
  })
  const entered = await until('it has bought', async () => {
    const row = await readState(bracket)
    return bracketState(row.state) ? row : undefined
  })
  const barriers = await ask(bracket, 'when is the next order?')
  const { held } = entered.state
  assert.ok(barriers.includes(`sells ${held} WIF\nWhen: when the price of WIF is at or below`), barriers)
  assert.match(
    barriers,
    /\(stop loss\)\nOr: the sale of everything \(take profit\)\nAction: sells .*\nWhen: .* \(take profit\)\nWhichever comes first\./,
  )
  assert.ok(
    barriers.includes(priceText((bracketState(entered.state)?.entryUsd ?? 0) * 0.5).slice(0, 5)),
    barriers,
  )

  const rsi = await run({ strategy_type: 'rsi', timeframe: '1h', amount_per_trade: sol(0.1) })
  await until('it has its candles', async () => candleAt((await readState(rsi)).state) > 0)
  assert.match(
    await ask(rsi, 'when is the next order?'),
    /order 1\nAction: spends 0\.1 SOL on WIF\nWhen: when the RSI falls through 30; next check in .+ \(\S+ \S+ UTC\)/,
  )
  const share = await run({
    strategy_type: 'rebalance',
    target_percent: 1,
    threshold_percent: 60,
    interval_seconds: 3600,
  })
  await until('it has looked', async () => (await readState(share)).state.nextAt > desk.clock.now())
  assert.match(
    await ask(share, 'when is the next order?'),
    /sells WIF\nWhen: if WIF is 60% or more above its target share of 1% then/,
  )
  const grid = await run({
    strategy_type: 'grid',
    lower_price_usd: low,
    upper_price_usd: price * 2,
    grid_levels: 4,
    total_amount: { value: '0.300000002', unit: 'SOL' },
  })
  await until('a line is armed', async () =>
    getCells((await readState(grid)).state).some((cell) => cell?.length === 0),
  )
  assert.match(
    await ask(grid, 'when is the next order?'),
    /spends 0\.1(00000002)? SOL on WIF\nWhen: when the price of WIF is at or below/,
  )
})

test('the last slice of a total, and what is left of a budget, are told to the lamport', () => {
  const state = {
    startedAt: 1,
    seq: 2,
    ordersPlaced: 2,
    ordersFilled: 2,
    pending: 0,
    pendingSide: null,
    exiting: false,
    slotAt: 5_000,
    nextAt: 5_000,
    endsAt: null,
    retries: 0,
    missed: 0,
    waiting: false,
    paused: false,
    stopping: false,
    exit: null,
    guarding: false,
    doubts: [],
    ending: null,
    held: '1',
    cost: '0.2',
    costUsd: 20,
    realised: '0',
    realisedUsd: 0,
    spent: '0.2',
    typeState: { type: 'plain' as const },
    done: null,
    risk: {},
    stakeUsd: 0,
    hold: null,
    terms: {
      tokenDecimals: 6,
      quoteDecimals: 9,
      budget: '0.300000002',
      limits: { max_spend: { units: '0.25', usd: 0 } },
      capitalUsd: null,
    },
  } satisfies Parameters<typeof computeUpcoming>[0]['state']
  const twap = {
    strategy_type: 'twap',
    trade_direction: 'buy',
    total_amount: { value: '0.300000002', unit: 'SOL' },
    risk: { max_spend: { value: '0.25', unit: 'SOL' } },
  }
  const plan = createPlan({ ...twap, total_duration_seconds: 9, order_interval_seconds: 3 })
  const found = computeUpcoming({ plan, state, status: 'active' }, 2_000)
  assert.ok('due' in found)
  assert.deepEqual(found.due, [
    {
      side: 'buy',
      amount: { value: '0.100000002', unit: 'SOL' },
      atMost: '0.05',
      order: { number: 3, count: 3 },
      when: { is: 'time', at: 5_000 },
    },
  ])
  const spent = { ...state, spent: '0.25' }
  assert.deepEqual(computeUpcoming({ plan, state: spent, status: 'active' }, 2_000), { none: 'budget' })
  assert.deepEqual(
    computeUpcoming({ plan, state: { ...state, pending: 3, ordersPlaced: 3 }, status: 'active' }, 2_000),
    {
      inFlight: { number: 3, count: 3 },
    },
  )
  const cooling = { ...state, hold: { by: 'cooldown_seconds' as const, until: 9_000 } }
  const later = computeUpcoming({ plan, state: cooling, status: 'active' }, 2_000)
  assert.ok('due' in later && later.notBefore === 9_000)
})

test('why an order was skipped is told by its code and figures, and never by what a line says', async () => {
  const id = await newAgent()
  const strategyId = await trade(
    desk.call,
    token,
    id,
    'buy 0.01 SOL of BONK every hour, only below $0.0000001',
    [wallet],
  )
  const data = await until('one is skipped', async () => {
    const { rows } = (await desk.database.db.execute(
      sql`select data from strategy_logs where strategy_id = ${strategyId} and kind = 'skipped'`,
    )) as { rows: { data: { code: string; priceUsd: number } }[] }
    return rows[0]?.data
  })
  assert.equal(data.code, 'bounds')
  await desk.call(api.addTerminalLog, {
    token,
    params: { id },
    wrongBody: { message: 'Skipped order 9: the moon was full' },
  })
  await desk.database.db.execute(
    sql`update strategy_logs set message = 'Skipped order 1: nonsense' where strategy_id = ${strategyId}`,
  )
  const why = await ask(id, 'why was my order skipped?')
  assert.ok(isFinal(why), why)
  assert.match(
    why,
    /Skipped orders: 1\n\S+ \S+ UTC: order 1: the price was \$0\.0₄\d{5}, above your highest price of \$0\.0₆10000\n/,
  )
  assert.doesNotMatch(why, /moon|nonsense/)
  const [, told = ''] = /the price was \$([\d.]+)/.exec(plainPrices(why)) ?? []
  assert.ok(Math.abs(Number(told) / data.priceUsd - 1) < 0.001)
  assert.match(
    await ask(buyer, 'why was my order skipped?'),
    /This strategy has no skipped orders on record\./,
  )
})

test('what a plan would have made is the backtest over that time, with nothing to execute', async () => {
  const id = await newAgent()
  const [text, preview] = await until('both are of the same minute', async () => {
    const readPreview = async () =>
      (
        await desk.call(api.parseInstruction, {
          token,
          params: { id: buyer },
          wrongBody: {
            instruction: 'buy 0.1 SOL every day until I stop it, but only below $1',
            token_address: BONK,
            wallet_addresses: [wallet],
          },
        })
      ).ok.preview
    const before = await readPreview()
    const found = await ask(id, 'what would 0.1 SOL daily have made last month?')
    const after = await readPreview()
    return before?.tested && after?.tested && before.equity[0]?.time === after.equity[0]?.time
      ? ([found, after] as const)
      : undefined
  })
  assert.ok(isFinal(text), text)
  assert.match(text, /Backtest over the last: 30 days\n/)
  assert.equal(preview.trades, 30)
  assert.ok(text.includes(`Trades: ${preview.trades}\n`), text)
  assert.ok(text.includes(`Fees, market and network: $${preview.costs.total_usd.toFixed(2)}\n`), text)
  assert.ok(text.includes(`Return: ${percentText(preview.return_percent)}\n`), text)
  assert.match(
    await ask(id, 'what would 0.1 SOL daily have made last week?'),
    /Backtest over the last: 7 days\n(.*\n)+Trades: 7\n/,
  )
  // A user who has too little gets the same answer: the question is what would have happened.
  const poor = await fundedWallet(desk.call, token, 0.01)
  assert.match(await ask(id, 'what would 5 SOL daily have made last week?', token, [poor]), /Trades: 7\n/)
  assert.match(
    await ask(id, 'what would 0.1 SOL daily have made last year?'),
    /You asked about 365 days, but only 30 days of price history is available; the figures cover that period\./,
  )
  const asked = await desk.database.db.execute(sql`select shown_plan_hash from agents where id = ${id}`)
  assert.deepEqual((asked as { rows: object[] }).rows, [{ shown_plan_hash: null }])
})

test("prices against today's and exits at a price are held to the price with which that time began", async () => {
  const id = await newAgent()
  const WEEK = 7 * 86_400
  const openThen = async () => {
    const to = Math.floor(desk.clock.now() / 60_000) * 60
    const query = { timeframe: '1m', before: to - WEEK + 60, limit: 1 } as const
    const { candles } = (await desk.call(listCandles, { token, params: { mint: BONK }, query })).ok
    assert.equal(candles[0]?.time, to - WEEK)
    return candles[0]?.open ?? 0
  }
  const priceIn = (text: string, words: RegExp) => Number(words.exec(plainPrices(text))?.[1] ?? Number.NaN)
  const told = async (instruction: string) => {
    const answered = await until('both are of the same minute', async () => {
      const [before, text, after] = [await openThen(), await ask(id, instruction), await openThen()]
      return before === after ? ([before, text] as const) : undefined
    })
    assert.ok(answered[0] > 0)
    return answered
  }
  const near = (a: number, b: number) => assert.ok(Math.abs(a / b - 1) < 0.001, `${a} and ${b}`)

  const [low, far] = await told('what would buying 0.1 SOL 90% below the price have made last week?')
  near(priceIn(far, /90% below the price at the start of that period of \$([\d.]+) is/), low)
  near(priceIn(far, /period of \$[\d.]+ is \$([\d.]+)\./), low / 10)
  assert.match(far, /^Buy BONK for 0\.1 SOL at a limit price of \$[\d.]+\.\n/)
  assert.match(far, /\nTrades: 0\n/)
  const [, close] = await told('what would buying 0.1 SOL 0.01% below the price have made last week?')
  assert.match(close, /\nTrades: 1\n/)

  const [open, wrong] = await told('what would buying 0.1 SOL with a stop at $5 have made last week?')
  near(
    priceIn(wrong, /It must be below the price of BONK, which was \$([\d.]+) at the start of that period\./),
    open,
  )
})

test('balances are what the chain has, and a hypothetical is explained like a plan with nothing to execute', async () => {
  const address = await fundedWallet(desk.call, token, '3.123456789' as unknown as number)
  const text = await ask(buyer, 'what are my balances?', token, [address])
  assert.ok(isFinal(text), text)
  assert.match(text, /^Balances\nWallet \d+: 3\.123456789 SOL\n(.*\n)*Total value: \$[\d.]+\n/)
  const what = await ask(buyer, 'what if I buy 2 SOL of BONK', token, [address])
  assert.match(
    what,
    /^Buy BONK for 2 SOL, once\.\nWorst case: 2 SOL\n(.*\n)*This spends 64% of what your wallets hold\./,
  )
  assert.ok(isFinal(what), what)
})

test("questions about one's own trading are answered from the records", async () => {
  const fees = await ask(seller, 'how much fees did I pay?')
  const { costs } = await readStrategy(seller)
  assert.ok(fees.startsWith(`Fees paid\nThis agent: ${costWords(costs)}\n`), fees)
  assert.ok(fees.includes(`Network fees: ${figureWords(costs.network)} SOL\n`), fees)
  const { strategies: all } = (await desk.call(listAllStrategies, { token, query: {} })).ok
  const total = addAmounts(all.flatMap((one) => one.costs.total))
    .map(currencyAmountWords)
    .join(' and ')
  assert.ok(fees.includes(`All agents: ${total}\n`), `${fees} ${total}`)

  const orders = await ask(buyer, 'how many orders left?')
  assert.match(
    orders,
    /Orders filled: 1 of 3\nOrders left: 2\nLeft to spend: 0\.04 SOL\nNext: order 2 of 3\n/,
  )
  assert.match(await ask(seller, 'did it fill?'), /Orders left: none\n/)

  const trades = await ask(seller, 'show me the last trades')
  const [last] = await readTrades(sold)
  assert.ok(last?.tokens)
  assert.ok(
    trades.includes(`Sell · ${timeText(Date.parse(last.time))}: ${figureWords(last.tokens)} BONK for `),
    trades,
  )
  assert.match(
    await ask(seller, 'why did it sell?'),
    /Last sale: .* BONK for .* SOL\nTime: .*\nReason: it was stopped, and it sells then\n(.*\n)*.*It last sold because it was stopped/,
  )
  assert.match(await ask(buyer, 'why did it buy?'), /Last purchase: 0\.02 SOL for .* BONK\n/)
  assert.match(await ask(buyer, 'what is my slippage set to'), /Slippage limit of this plan: 1%\n/)
  assert.match(await ask(buyer, 'how does a grid work?'), /^Grid\nExample: /)

  const trend = await ask(buyer, 'is bonk up today?')
  assert.match(trend, /^BONK, last 24 h\nPrice: \$0\.0₄\d{5}, 24h [-+]\d+\.\d\d%\n24h high: /)
  assert.match(trend, /BONK is (up|down) [\d.]+% over the last 24 h, at \$/)
  assert.match(await ask(buyer, 'should I buy more bonk?'), /I do not give advice\. BONK is /)
})

test('what a plan could lose is its worst case on the ticket, of the plan on screen, else of what runs', async () => {
  const id = await newAgent()
  assert.match(await ask(id, 'how much could I lose?'), /There is no plan yet/)
  const shown = await desk.call(api.parseInstruction, {
    token,
    params: { id },
    wrongBody: { instruction: 'buy 0.5 SOL of BONK with a 10% stop loss', wallet_addresses: [wallet] },
  })
  const worst = shown.ok.shown?.figures?.worst
  assert.ok(worst)
  const risk = await ask(id, 'how much could I lose?')
  assert.ok(risk.includes(`Worst case: ${currencyAmountWords(worst)}\n`), risk)
  assert.match(risk, /The most it can lose is 0\.05 SOL, by its stop loss\./)
  const grid = {
    instruction: 'grid on BONK between $0.00001 and $0.00009 with 10 levels using 1 SOL',
    wallet_addresses: [wallet],
  }
  await desk.call(api.parseInstruction, { token, params: { id }, wrongBody: grid })
  const below = await ask(id, 'what happens if it drops below the range?')
  assert.match(below, /Lowest level: \$0\.0₄10000\nHighest level: \$0\.0₄90000\n/)
  assert.match(below, /buys no more and has no limit that sells/)
  const own = await newAgent(stranger.token)
  assert.match(await ask(own, 'how much could I lose?', stranger.token), /There is no plan yet/)
})

test('each answer takes as many statements and calls after hundreds of strategies as after a few', async (t) => {
  const questions: [string, number, number][] = [
    ['how much have I made?', 13, 2],
    ['when is the next order?', 11, 2],
    ['why was my order skipped?', 12, 2],
    ['how is my strategy doing?', 12, 2],
    ['what would 0.1 SOL daily have made last month?', 10, 8],
    ['what are my balances?', 20, 30],
    ['how much fees did I pay?', 13, 3],
    ['how many orders left?', 12, 2],
    ['show me the last trades', 15, 2],
    ['why did it sell?', 13, 2],
    ['how much could I lose?', 12, 2],
  ]
  await desk.call(api.stopStrategy, { token, params: { id: buyer } })
  /**
   * The costs common to all tries of a question: others work meanwhile, and on a busy machine some of that runs beside
   * each try.
   */
  async function costs(): Promise<Map<string, { statements: number; calls: number }>> {
    const found = new Map<string, { statements: number; calls: number }>()
    for (const [question] of questions) {
      let [sent, least]: [Map<string, number> | null, number] = [null, Infinity]
      for (let i = 0; i < 12; i++) {
        const before = calls
        const { statements } = await recordStatements(async () => void (await ask(seller, question)))
        const now = new Map<string, number>()
        for (const text of statements) now.set(text, (now.get(text) ?? 0) + 1)
        sent = new Map([...(sent ?? now)].map(([text, n]) => [text, Math.min(n, now.get(text) ?? 0)]))
        least = Math.min(least, calls - before)
      }
      const best = { statements: [...(sent?.values() ?? [])].reduce((sum, n) => sum + n, 0), calls: least }
      found.set(question, best)
    }
    return found
  }
  const few = await costs()
  const before = await ask(seller, 'how much have I made?')
  await desk.database.db.execute(sql`
    insert into strategies (id, user_id, agent_id, agent_external_id, plan, wallet_addresses, status, state, origin_key, created_at, ended_at)
    select gen_random_uuid(), user_id, agent_id, agent_external_id, plan, wallet_addresses, 'stopped', state,
      'old ' || n, created_at - n * interval '1 hour', ended_at - n * interval '1 hour'
    from strategies, generate_series(1, 600) as n where id = ${sold}`)
  await desk.database.db.execute(sql`
    insert into strategy_logs (user_id, agent_id, agent_external_id, strategy_id, kind, data, message)
    select user_id, agent_id, agent_external_id, id, 'skipped',
      '{"code": "late", "order": {"number": 1, "count": 50}, "why": "", "next": null}'::jsonb, ''
    from strategies, generate_series(1, 600) where id = ${sold}`)
  const many = await costs()
  t.diagnostic(JSON.stringify(Object.fromEntries(many)))
  for (const [question, statements, chain] of questions) {
    const [one, two] = [few.get(question), many.get(question)]
    assert.ok(
      one && two && two.statements <= one.statements && two.calls <= one.calls,
      `${question}: ${JSON.stringify([one, two])}`,
    )
    assert.ok(two.statements <= statements && two.calls <= chain, `${question}: ${JSON.stringify(two)}`)
  }
  const after = await ask(seller, 'how much have I made?')
  assert.match(before, /your \d+ strategies/)
  assert.match(after, /your newest \d+ strategies that bought something/)
  const told = await ask(seller, 'why was my order skipped?')
  assert.match(told, /Skipped orders: more than 50\n(.* could not be sent in time, .*\n){5}/)
})
