// On PostgreSQL as well.
/**
 * Explanations of plans, on real wallets: for all and for each, by wallet, when the plan ends, what part of the funds
 * it takes.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as api from '@purser/contract/agents/agents.ts'
import type { Plan } from '@purser/contract/strategies/plan.ts'
import { KNOWN_TOKENS, requestFaucet, USDC_MINT } from '@purser/contract/tokens/tokens.ts'
import { startTestDesk } from '../../../test/harness.ts'
import { fundedWallet } from '../../../test/funded-wallet.ts'
import { createPlan, sol } from '../../../test/plans.ts'
import { endSentences } from './describe-end.ts'
import { limitSentences } from './limits.ts'

const WIF = KNOWN_TOKENS.find((t) => t.symbol === 'WIF')?.mint ?? ''
const desk = await startTestDesk({ network: 'steered' })
await desk.chain('localnet_setSlotTime', 20)
const { token } = await desk.signUp()
const { id } = (await desk.call(api.createAgent, { token })).ok
const ten = await fundedWallet(desk.call, token, 10)
const five = await fundedWallet(desk.call, token, 5)

async function explained(instruction: string, wallets = [ten]): Promise<string> {
  const body = { instruction, token_address: WIF, wallet_addresses: wallets }
  const parsed = (await desk.call(api.parseInstruction, { token, params: { id }, wrongBody: body })).ok
  assert.equal(parsed.feasible, true, parsed.explanation)
  return parsed.explanation
}
const front = async (instruction: string, wallets = [ten]) =>
  (await explained(instruction, wallets)).split('\n')[0] ?? ''

test('a plan that spends over a tenth of what the wallets hold says so in front, to the lamport', async () => {
  assert.equal(await front('buy 3.5 SOL of WIF'), 'This spends 35% of what your wallets hold.')
  assert.equal(await front('buy 1.234 SOL of WIF'), 'This spends 12.3% of what your wallets hold.')
  assert.doesNotMatch(await front('buy 1 SOL of WIF'), /what your wallets hold/)
  assert.equal(await front('buy 1.000000001 SOL of WIF'), 'This spends 10% of what your wallets hold.')
  assert.equal(
    await front('buy 0.5 SOL of WIF every hour, 6 times'),
    'This spends 30% of what your wallets hold.',
  )
  assert.equal(
    await front('spread 6 SOL into WIF over 4 hours', [ten, five]),
    'This spends 40% of what your wallets hold.',
  )
})

test('all that the wallets hold counts, of whatever token', async () => {
  const rich = await fundedWallet(desk.call, token, 10)
  const JUP = KNOWN_TOKENS.find((t) => t.symbol === 'JUP')?.mint ?? ''
  assert.equal(await front('buy 2 SOL of WIF', [rich]), 'This spends 20% of what your wallets hold.')
  await desk.call(requestFaucet, { token, body: { address: rich, mint: JUP, amount: 100_000 } })
  assert.doesNotMatch(await front('buy 2 SOL of WIF', [rich]), /what your wallets hold/)
})

test('what other tokens of the plan are worth counts, as exactly as the market prices them', async () => {
  const rich = await fundedWallet(desk.call, token, 10)
  await desk.call(requestFaucet, { token, body: { address: rich, mint: USDC_MINT, amount: 1_000 } })
  const share = /^This spends ([\d.]+)% of what your wallets hold\.$/.exec(
    await front('buy 9 SOL of WIF', [rich]),
  )?.[1]
  const price = await desk.call(api.parseInstruction, {
    token,
    params: { id },
    wrongBody: { instruction: 'price of SOL?', token_address: WIF, wallet_addresses: [rich] },
  })
  const figure = price.ok.answer?.figures.find(({ label }) => label === 'Price')?.value ?? ''
  const usd = Number(figure.replaceAll(/[$,]/g, ''))
  const wanted = (900 * usd) / (10 * usd + 1_000)
  assert.ok(Math.abs(Number(share) - wanted) < 0.3, `${share} for ${wanted}`)
  assert.match(
    await front('buy WIF with 700 USDC', [rich]),
    /^This spends \d\d(\.\d)?% of what your wallets hold/,
  )
  await desk.call(requestFaucet, { token, body: { address: rich, mint: WIF, amount: 5_000 } })
  assert.match(
    await front('sell half of my WIF', [rich]),
    /^This sells \d+(\.\d)?% of what your wallets hold/,
  )
  assert.match(await front('keep 40% of the wallet in WIF', [rich]), /^This trades with \d+(\.\d)?% of what/)
})

test('recurring orders without an end say how long the funds last, and that they can take it all', async () => {
  const text = await explained('buy 0.1 SOL of WIF every hour until I stop it')
  assert.match(text, /^This can spend 99\.\d% of what your wallets hold unless you stop it\./)
  assert.match(text, /9\.99\d+ SOL will last for about 99 orders, 4 days 3 hours\./)
  assert.match(text, /It has no set end; the WIF it bought stays in your wallets\./)
  const capped = await explained(
    'buy 0.1 SOL of WIF every hour until I stop it, spend at most 2 SOL in total',
  )
  assert.match(capped, /^This can spend 20% of what your wallets hold/)
  assert.match(capped, /the 2 SOL it may spend will last for about 19 orders/)
})

test('each wallet is told its part of an order', async () => {
  const text = await explained('buy 3 SOL of WIF', [ten, five])
  const parts = [...text.matchAll(/Wallet \d+ ([\d.]+) SOL/g)].map((found) => found[1] ?? '')
  assert.equal(parts.length, 2)
  const lamports = parts.map((part) => BigInt(part.replace('.', '').padEnd(10, '0')))
  assert.equal(
    lamports.reduce((a, b) => a + b, 0n),
    3_000_000_000n,
  )
  assert.ok((lamports[0] ?? 0n) > 1_990_000_000n && (lamports[0] ?? 0n) < 2_010_000_000n)
  assert.match(text, /Together they can spend 14\.99\d+ SOL after fees\./)
})

test('every type says what it spends in all and each time, when it ends and what then becomes of it', async () => {
  const all: [string, RegExp[]][] = [
    [
      'buy 0.5 SOL of WIF',
      [/One order now spends 0\.5 SOL for about [\d.]+ WIF in total/, /the WIF it bought stays/],
    ],
    [
      'buy 0.02 SOL of WIF every 2 hours, 10 times',
      [
        /In total it spends 0\.2 SOL in 10 orders\./,
        /Each order spends 0\.02 SOL/,
        /about 18 hours after the first/,
      ],
    ],
    [
      'spread 1 SOL into WIF over 4 hours, every hour',
      [/In total it spends 1 SOL in 4 equal orders, one every 1 hour/, /Each order spends 0\.25 SOL/],
    ],
    [
      'buy 1 SOL of WIF if it drops to $0.80, good for 2 days',
      [
        /spends 1 SOL in total as soon as the price is at or below \$0\.8\./,
        /within 2 days, the order expires and nothing is traded/,
      ],
    ],
    [
      'grid between $0.5 and $1.5 with 11 levels using 1 SOL',
      [/It has up to 1 SOL in the market at once, 0\.1 SOL per order/, /it runs until you stop it/],
    ],
    [
      'buy 1 SOL of WIF, stop loss 10%, take profit 30%',
      [
        /falls 10% below the price paid, or it rises 30% above/,
        /ends with that sale, and the SOL received stays/,
      ],
    ],
    [
      'trade RSI on the 15 minute chart with 0.2 SOL a trade',
      [/When a candle closes, every 15 minutes/, /at most 0\.2 SOL worth of WIF at a time/],
    ],
    [
      'EMA 9/21 crossover, 5m, 0.5 SOL each trade',
      [/one over the last 45 minutes and one over the last 1 hour 45 minutes/, /at most 0\.5 SOL worth/],
    ],
    [
      'keep 40% of the wallet in WIF, rebalance every 4 hours',
      [/Every 4 hours it checks the wallet balances/, /If you stop it, everything stays in your wallets/],
    ],
  ]
  for (const [instruction, patterns] of all) {
    const text = await explained(instruction)
    for (const pattern of patterns) assert.match(text, pattern, instruction)
    const own = text.split('\n').filter((_, i, lines) => !lines[i]?.includes(instruction))
    assert.doesNotMatch(
      own.slice(2).join('\n'),
      /slippage|drawdown|barrier|candle|\bbps\b|base units|DCA|TWAP|undefined|NaN|null/i,
      text,
    )
  }
})

test('the end, the time, the stop and the limits are told as they come about', () => {
  const ends = (plan: Plan, orders: number | null = 1) =>
    [...endSentences({ plan, orders, ...getSides(plan) } as never), ...limitSentences(plan)].join(' ')
  const getSides = (plan: Plan) => {
    const [wif, quote] = [
      { mint: WIF, symbol: 'WIF' },
      { mint: 'other', symbol: plan.quote },
    ]
    return plan.trade_direction === 'sell' ? { input: wif, output: quote } : { input: quote, output: wif }
  }
  const swap = { strategy_type: 'swap', trade_direction: 'buy', amount: sol(1) }
  assert.match(
    ends(createPlan({ ...swap, risk: { stop_loss_percent: 5 } })),
    /keeps watching its limits: it sells the WIF when one of them is reached, and otherwise keeps it until you stop it/,
  )
  const grid = {
    strategy_type: 'grid',
    lower_price_usd: 1,
    upper_price_usd: 2,
    grid_levels: 5,
    total_amount: sol(1),
  }
  const timed = ends(createPlan({ ...grid, duration_days: 3, on_stop: 'sell' }))
  assert.match(
    timed,
    /It ends after 3 days at the latest, and the WIF it holds then stays in your wallets\. It is not sold then/,
  )
  assert.match(timed, /If you stop it, it first sells the WIF it bought\./)
  const limit = { strategy_type: 'limit', trade_direction: 'sell', amount: sol(1), limit_price_usd: 3 }
  assert.match(
    ends(createPlan({ ...limit, duration_days: 2 })),
    /It ends after 2 days at the latest: .* expires, and nothing is traded/,
  )
  const bracket = { strategy_type: 'bracket', trade_direction: 'buy', amount: sol(1), entry_price_usd: 1 }
  assert.match(
    ends(createPlan({ ...bracket, trailing_stop_percent: 5 })),
    /Until then it waits, with no time limit\. Nothing is bought until the entry price is reached/,
  )
  const risk = {
    stop_loss_percent: 5,
    take_profit_percent: 20,
    max_drawdown_percent: 15,
    daily_loss_limit: { value: 50, unit: 'USD' },
    max_spend: sol(3),
    cooldown_seconds: 3_600,
  }
  const limited = ends(createPlan({ ...grid, risk }))
  for (const words of [
    'it sells what it bought and ends when the price is 5% below its average cost',
    'the price is 20% above its average cost',
    'it is worth 15% less than at its peak',
    'it has lost 50 USD in one day (UTC)',
    'It never spends more than 3 SOL in total.',
    'After a sale at a loss it opens nothing new for 1 hour.',
  ])
    assert.ok(limited.includes(words), words)
  const dca = {
    strategy_type: 'dca',
    trade_direction: 'sell',
    amount_per_order: sol(1),
    interval_seconds: 60,
  }
  assert.match(
    ends(createPlan({ ...dca, duration_days: 1, risk: { stop_loss_percent: 5 } }), 1440),
    /any WIF not sold by then stays in your wallets.*Limits: it stops selling and ends when the price is 5% below the initial price/,
  )
})

test('the rent of accounts that have to be opened is told, and none where they are there', async () => {
  const fresh = await fundedWallet(desk.call, token, 3)
  const other = await fundedWallet(desk.call, token, 3)
  assert.match(
    await explained('buy 0.1 SOL of WIF', [fresh]),
    /One wallet opens a token account for WIF, which takes 0\.00148844 SOL of rent, once; closing the account returns it\./,
  )
  assert.match(
    await explained('buy 0.1 SOL of WIF', [fresh, other]),
    /2 wallets open token accounts for WIF, which takes 0\.00148844 SOL of rent each/,
  )
  await desk.call(requestFaucet, { token, body: { address: fresh, mint: WIF, amount: 1 } })
  assert.doesNotMatch(await explained('buy 0.1 SOL of WIF', [fresh]), /of rent/)
})
