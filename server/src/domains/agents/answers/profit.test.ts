// On PostgreSQL as well.
/** Answers about profit where none is known. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as api from '@purser/contract/agents/agents.ts'
import { KNOWN_TOKENS, requestFaucet } from '@purser/contract/tokens/tokens.ts'
import { startTestDesk, until } from '../../../test/harness.ts'
import { fundedWallet } from '../../../test/funded-wallet.ts'
import { trade } from '../../../test/product.ts'
import { cardLines } from './final.ts'
import { gainFigures } from './profit.ts'

const WIF = KNOWN_TOKENS.find((t) => t.symbol === 'WIF')?.mint ?? ''
const desk = await startTestDesk({ network: 'steered' })
await desk.chain('localnet_setSlotTime', 20)
const { token } = await desk.signUp()
const wallet = await fundedWallet(desk.call, token, 10)
await desk.call(requestFaucet, { token, body: { address: wallet, mint: WIF, amount: 100 } })

async function askProfit(id: number): Promise<string> {
  const wrongBody = { instruction: 'how much have I made?', wallet_addresses: [wallet] }
  const { answer, explanation } = (
    await desk.call(api.parseInstruction, { token, params: { id }, wrongBody })
  ).ok
  return answer ? [...cardLines(answer), explanation].join('\n') : explanation
}

test('what only sells has not made nothing, and what was begun anew has not always bought nothing', async () => {
  const { id } = (await desk.call(api.createAgent, { token })).ok
  assert.match(await askProfit(id), /All agents: none has bought anything yet\./)
  await trade(desk.call, token, id, 'sell 1 WIF', [wallet])
  await until('it is sold', async () => {
    const [one] = (await desk.call(api.listStrategies, { token, params: { id } })).ok
    return one?.status === 'completed'
  })
  const told = await askProfit(id)
  assert.match(told, /It only sells what you already held/)
  assert.doesNotMatch(told, /has no P&L yet/)
  assert.match(told, /All agents: none has bought anything since its last start\./)
})

test('only what is told at the prices of its end is said to be', () => {
  const openAt = (atEnd: boolean) =>
    gainFigures({
      strategy: { pnl: 2, return_percent: 1, realised: 0, plan: { trade_direction: 'buy' } },
      gains: { realised: '0', unrealised: '0.5', held: '6', atEnd },
      token: { symbol: 'WIF' },
      quote: { symbol: 'SOL' },
    }).notes.join()
  assert.match(openAt(true), /^At the market price when it ended\.$/)
  // Also of one that ended before its prices were recorded, or while the market had none.
  assert.equal(openAt(false), '')
})
