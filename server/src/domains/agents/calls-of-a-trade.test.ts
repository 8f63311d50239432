/** What the trades of running strategies ask of the chain, counted on the wire. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as api from '@purser/contract/agents.ts'
import { listTrades } from '@purser/contract/strategies.ts'
import { requestFaucet, KNOWN_TOKENS } from '@purser/contract/tokens.ts'
import { startTestDesk, until } from '../../test/harness.ts'
import { trade } from '../../test/product.ts'
import { fundedWallet } from '../../test/funded-wallet.ts'

const WIF = KNOWN_TOKENS.find((t) => t.symbol === 'WIF')?.mint ?? ''
/** Of the chain, for each trade, all that goes on beside it included. */
const MOST_CALLS = 6
/** Each begins with orders that open accounts and fill what is remembered. */
const FIRST_ORDERS = 2
const ORDERS = 3

const calls = new Map<string, number>()
const desk = await startTestDesk({
  overhear: (method) => calls.set(method, (calls.get(method) ?? 0) + 1),
})
const { token } = await desk.signUp()
const sum = (numbers: Iterable<number>) => [...numbers].reduce((a, b) => a + b, 0)

/** Starts a strategy; the function answers how many of its trades were filled. */
async function begin(wallet: string, instruction: string) {
  const { id } = (await desk.call(api.createAgent, { token })).ok
  const params = { id: await trade(desk.call, token, id, instruction, [wallet]) }
  return async () => (await desk.call(listTrades, { token, params })).ok.trades.length
}

/** Calls by method, and how many trades were made, once each of these has made `ORDERS` more. */
async function count(filled: (() => Promise<number>)[]) {
  const all = () => Promise.all(filled.map((one) => one()))
  await until('all have begun', async () => (await all()).every((n) => n >= FIRST_ORDERS))
  const [from, before] = [await all(), new Map(calls)]
  await until('they go on', async () => (await all()).every((n, i) => n >= (from[i] ?? 0) + ORDERS))
  const trades = sum(await all()) - sum(from)
  const made = new Map([...calls].map(([method, n]) => [method, n - (before.get(method) ?? 0)]))
  return { trades, made, all: sum(made.values()) }
}

test('eight strategies that buy and sell out of one wallet make at most six calls a trade', async () => {
  const wallet = await fundedWallet(desk.call, token, 20)
  await desk.call(requestFaucet, { token, body: { address: wallet, mint: WIF, amount: 1_000 } })
  const filled = await Promise.all(
    Array.from({ length: 8 }, (_, i) =>
      begin(wallet, i % 2 ? 'buy 0.001 SOL of WIF every 5 seconds' : 'sell 0.1 WIF every 5 seconds'),
    ),
  )
  const { trades, made, all } = await count(filled)
  const shown = `${all} calls for ${trades} trades: ${JSON.stringify(Object.fromEntries(made))}`
  console.log(shown)
  assert.ok(all <= MOST_CALLS * trades, shown)
  await desk.call(api.stopAll ?? api.listAgentStatus, { token } as never)
})
