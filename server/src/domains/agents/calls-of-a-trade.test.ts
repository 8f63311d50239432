// On PostgreSQL as well.
/** Calls to the chain by the trades of running strategies, counted on the wire. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as api from '@purser/contract/agents/agents.ts'
import { stopAll } from '@purser/contract/strategies/stop-all.ts'
import { listTrades } from '@purser/contract/strategies/strategies.ts'
import { requestFaucet, KNOWN_TOKENS } from '@purser/contract/tokens/tokens.ts'
import { TOO_LATE } from '../market/trade.ts'
import { startTestDesk, until } from '../../test/harness.ts'
import { trade } from '../../test/product.ts'
import { fundedWallet } from '../../test/funded-wallet.ts'

const WIF = KNOWN_TOKENS.find((t) => t.symbol === 'WIF')?.mint ?? ''
/** The most calls to the chain per trade, everything included that runs beside it. */
const MOST_CALLS = 6
/** Each begins with orders that open accounts and fill what is remembered. */
const FIRST_ORDERS = 2
const ORDERS = 3
const WITHIN_MS = 120_000
/**
 * Every five minutes the portfolio reads the history of what has changed since: once an account, however many trades there
 * were. Here that falls among a few trades or among none.
 */
const OF_PORTFOLIO = 'getSignaturesForAddress'
/** SOL and one token of the wallet of each test. */
const MOST_ACCOUNTS = 6
function countCalls(made: Map<string, number>): number {
  const ofPortfolio = made.get(OF_PORTFOLIO) ?? 0
  assert.ok(ofPortfolio <= MOST_ACCOUNTS, `the history of ${ofPortfolio} accounts was read`)
  return sum(made.values()) - ofPortfolio
}
/** Answers that come with others, and those that are remembered for so long (milliseconds). */
const NEVER = ['getAccountInfo', 'getBalance']
const REMEMBERED = { getTokenAccountsByOwner: 30_000, getMinimumBalanceForRentExemption: 60_000 }
/** Token accounts of each token program, rents of two sizes of account. */
const CALLS_EACH = 2

const began = performance.now()
const calls = new Map<string, number>()
const desk = await startTestDesk({
  overhear: (method) => calls.set(method, (calls.get(method) ?? 0) + 1),
})
const { token } = await desk.signUp()
/** Else those of one test would be counted in the next. */
const stop = () => desk.call(stopAll, { token })
const sum = (numbers: Iterable<number>) => [...numbers].reduce((a, b) => a + b, 0)

type Trades = { filled: number; late: number }

/** Starts a strategy; the function answers its trades so far. On a busy machine one may be refused as too late. */
async function begin(wallet: string, instruction: string) {
  const { id } = (await desk.call(api.createAgent, { token })).ok
  const strategyId = await trade(desk.call, token, id, instruction, [wallet])
  return async () => {
    const { trades } = (await desk.call(listTrades, { token, params: { strategyId }, query: { limit: 100 } }))
      .ok
    const failed = trades.filter(({ status }) => status === 'failed')
    assert.deepEqual(
      failed.filter(({ error }) => error !== TOO_LATE),
      [],
    )
    return { filled: trades.filter(({ status }) => status === 'filled').length, late: failed.length }
  }
}

/** Calls by method, and how many trades were made and how many were too late, once each of these has made so many more. */
async function count(
  strategies: (() => Promise<Trades>)[],
  { first, orders } = { first: FIRST_ORDERS, orders: ORDERS },
) {
  const all = () => Promise.all(strategies.map((one) => one()))
  const begun = async () => (await all()).every(({ filled }) => filled >= first)
  await until('all have begun', begun, WITHIN_MS)
  const [from, before] = [await all(), new Map(calls)]
  const went = async () => (await all()).every(({ filled }, i) => filled >= (from[i]?.filled ?? 0) + orders)
  await until('they go on', went, WITHIN_MS)
  const now = await all()
  const made = (pick: (trades: Trades) => number) => sum(now.map(pick)) - sum(from.map(pick))
  const [trades, late] = [made(({ filled }) => filled), made((one) => one.late)]
  const asked = new Map([...calls].map(([method, n]) => [method, n - (before.get(method) ?? 0)]))
  return { trades, late, made: asked }
}

test('eight strategies that buy and sell out of one wallet make at most six calls a trade', async (t) => {
  t.after(stop)
  const wallet = await fundedWallet(desk.call, token, 20)
  await desk.call(requestFaucet, { token, body: { address: wallet, mint: WIF, amount: 1_000 } })
  const filled: Awaited<ReturnType<typeof begin>>[] = []
  // One after the other: a preview computes for so long on a busy machine that the database ends idle transactions.
  for (let i = 0; i < 8; i++)
    filled.push(
      await begin(wallet, i % 2 ? 'buy 0.001 SOL of WIF every 5 seconds' : 'sell 0.1 WIF every 5 seconds'),
    )
  const { trades, late, made } = await count(filled)
  const all = countCalls(made)
  const shown = `${all} calls for ${trades} trades and ${late} too late: ${JSON.stringify(Object.fromEntries(made))}`
  assert.ok(all <= MOST_CALLS * (trades + late), shown)
  // Once each: nothing that moves money is left out, or done twice.
  for (const method of ['simulateTransaction', 'sendTransaction', 'getTransaction'])
    assert.ok(Math.abs((made.get(method) ?? 0) - trades) <= filled.length, shown)
})

test('one strategy alone makes at most six calls a trade, what is asked about its last ones included', async (t) => {
  t.after(stop)
  const wallet = await fundedWallet(desk.call, token, 5)
  // The first ones are final after this many, which shows exactly which calls are saved.
  const long = { first: 6, orders: 8 }
  const { trades, late, made } = await count(
    [await begin(wallet, 'buy 0.001 SOL of WIF every 5 seconds')],
    long,
  )
  const all = countCalls(made)
  const shown = `${all} calls for ${trades} trades and ${late} too late: ${JSON.stringify(Object.fromEntries(made))}`
  // One that is just beginning may be counted besides.
  assert.ok(all <= MOST_CALLS * (trades + late + 1), shown)
  for (const method of ['simulateTransaction', 'sendTransaction', 'getTransaction'])
    assert.ok(Math.abs((made.get(method) ?? 0) - trades) <= late + 1, shown)
})

test('one strategy alone asks for each thing once a trade, and for what does not change not at all', async (t) => {
  t.after(stop)
  const since = { getTokenAccountsByOwner: performance.now(), getMinimumBalanceForRentExemption: began }
  const wallet = await fundedWallet(desk.call, token, 5)
  const { trades, late, made } = await count([await begin(wallet, 'buy 0.001 SOL of WIF every 5 seconds')])
  const shown = `${trades} trades and ${late} too late: ${JSON.stringify(Object.fromEntries(made))}`
  for (const method of NEVER) assert.equal(made.get(method) ?? 0, 0, `${method} of ${shown}`)
  // Not once, where this took no longer than it is remembered.
  for (const method of ['getTokenAccountsByOwner', 'getMinimumBalanceForRentExemption'] as const) {
    const most = CALLS_EACH * Math.floor((performance.now() - since[method]) / REMEMBERED[method])
    assert.ok((made.get(method) ?? 0) <= most, `${method} of ${shown}`)
  }
  // One that is just beginning may be counted besides.
  for (const method of ['getLatestBlockhash', 'simulateTransaction', 'sendTransaction', 'getTransaction'])
    assert.ok((made.get(method) ?? 0) <= trades + late + 1, `${method} of ${shown}`)
  assert.ok((made.get('getMultipleAccounts') ?? 0) <= 2 * (trades + late) + 1, shown)
})
