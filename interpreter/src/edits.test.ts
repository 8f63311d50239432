/** Fields of the plan shown last, set one by one. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Plan } from '@purser/contract/strategies/plan.ts'
import type { PlanEdit } from '@purser/contract/agents/reading.ts'
import { KNOWN_TOKENS, USDC_MINT } from '@purser/contract/tokens/tokens.ts'
import { editPlan, interpretText } from './index.ts'
import type { Interpretation } from './port.ts'

const SAID = [
  'buy 0.1 SOL of BONK',
  'buy 0.1 SOL of BONK every hour',
  'twap 1 SOL into BONK over 4 hours',
  'limit buy 1 SOL of BONK at 0.00003',
  'grid on BONK from 0.00003 to 0.00004 with 5 levels and 1 SOL',
  'buy 1 SOL of BONK and sell at +20% or -10%',
  'rsi on BONK 1h, 0.1 SOL per trade',
  'when the 10 ema crosses the 50 ema of BONK buy 0.1 SOL on 1h',
  'keep 50% of my portfolio in BONK',
]
function planOf(instruction: string): Plan {
  const request = { instruction, tokenAddress: null, tokens: KNOWN_TOKENS, previousPlan: null }
  const meant = interpretText(request)
  assert.ok(meant.kind === 'plan', instruction)
  return meant.plan
}
const edit = (previousPlan: Plan, ...edits: PlanEdit[]): Interpretation =>
  editPlan({ edits, tokens: KNOWN_TOKENS, previousPlan })

test('any field of any plan that is taken away is answered, and what a plan cannot be without stays', () => {
  for (const said of SAID) {
    const plan = planOf(said)
    for (const path of Object.keys(plan)) {
      const meant = edit(plan, { path, value: null })
      const isAnswered = meant.kind === 'refused' || meant.kind === 'ask' || meant.kind === 'plan'
      assert.ok(isAnswered, `${said}: ${path}`)
    }
    for (const path of ['amount', 'amount_per_order', 'total_amount', 'amount_per_trade'])
      if (path in plan) assert.notEqual(edit(plan, { path, value: null }).kind, 'plan', `${said}: ${path}`)
  }
})

test('what an amount is stated in is what is paid with', () => {
  const hourly = planOf('buy 0.1 SOL of BONK every hour')
  const paid = edit(hourly, { path: 'amount_per_order', value: { value: 5, unit: 'USDC' } })
  assert.ok(paid.kind === 'plan')
  assert.equal(paid.plan.quote, 'USDC')
  assert.deepEqual(
    paid.changes?.map(({ field }) => field),
    ['quote', 'amount_per_order'],
  )
  const back = edit(paid.plan, { path: 'amount_per_order.unit', value: 'SOL' })
  assert.equal(back.kind === 'plan' && back.plan.quote, 'SOL')
  const inDollars = edit(paid.plan, { path: 'amount_per_order.unit', value: 'USD' })
  assert.equal(inDollars.kind === 'plan' && inDollars.plan.quote, 'USDC')
})

test('an amount is never left in what is not paid with', () => {
  const hourly = planOf('buy 0.1 SOL of BONK every hour')
  const swapped = edit(hourly, { path: 'quote', value: 'USDC' })
  assert.ok(swapped.kind === 'ask')
  assert.match(swapped.question, /^How much .*BONK is traded against USDC here.* instead of SOL/)
  const both = edit(
    hourly,
    { path: 'quote', value: 'USDC' },
    { path: 'amount_per_order', value: { value: 5, unit: 'USDC' } },
  )
  assert.equal(both.kind === 'plan' && both.plan.quote, 'USDC')
  const dollars = planOf('sell 5 USDC for SOL every hour')
  assert.equal(dollars.token_address, USDC_MINT)
  const other = edit(dollars, { path: 'token_address', value: hourly.token_address })
  assert.equal(other.kind, 'ask')
})

test('a time that is over at once, and a token for itself, are no plan', () => {
  const hourly = planOf('buy 0.1 SOL of BONK every hour')
  assert.equal(edit(hourly, { path: 'duration_days', value: 1e-7 }).kind, 'refused')
  assert.equal(edit(hourly, { path: 'duration_days', value: 0.5 }).kind, 'plan')
  const itself: PlanEdit[] = [
    { path: 'token_address', value: USDC_MINT },
    { path: 'quote', value: 'USDC' },
    { path: 'amount_per_order', value: { value: 1, unit: 'USDC' } },
  ]
  assert.equal(edit(hourly, ...itself).kind, 'refused')
})
