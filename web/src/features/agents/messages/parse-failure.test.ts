import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Plan } from '@purser/contract/strategies/plan.ts'
import { faultOf, serverDown, WireFault } from '#wire/fault.ts'
import { failureIn, mayParseAgain, parseFailure } from './parse-failure.ts'

test('a parse failure is explained by its cause', () => {
  const of = (status: number, body: unknown) => parseFailure(faultOf(status, body))
  assert.equal(
    of(429, {}),
    'The trading service is experiencing high traffic. Please wait a moment and try again.',
  )
  assert.equal(
    of(500, { error: 'Something went wrong.', code: 'unexpected' }),
    'The trading service encountered an internal error. Our team has been notified. Please try again later.',
  )
  assert.equal(
    parseFailure(new WireFault('invalid_input', 400, 'Could not fetch the price')),
    'Unable to fetch market data for your trading instruction. Please check the token address and try again later.',
  )
  const unavailable =
    'Unable to connect to trading agent after multiple attempts. The service may be experiencing high traffic or market data issues. Please try again later.'
  assert.equal(parseFailure(serverDown(0)), unavailable)
  assert.equal(of(502, '<html>'), unavailable)
  assert.equal(
    parseFailure(new TypeError('x')),
    'An unexpected error occurred while communicating with the trading agent. The service may be temporarily unavailable.',
  )
  assert.equal(parseFailure(new WireFault('invalid_input', 400, 'must not be empty')), 'must not be empty')
})

test('the explanation or message of an error answer comes before its cause', () => {
  assert.equal(parseFailure(faultOf(429, { message: 'Slow down' })), 'Slow down')
  assert.equal(parseFailure(faultOf(500, { explanation: 'No such token' })), 'No such token')
})

const answer = { success: true, explanation: '', parsedPlan: null }

test('an answer with an error field, an error in words, or no success is a failure', () => {
  assert.equal(failureIn({ ...answer, error: 'Nope' }, 'buy')?.message, 'Nope')
  assert.equal(failureIn({ ...answer, explanation: 'Why', error: 'Nope' }, 'buy')?.message, 'Why')
  assert.equal(failureIn({ ...answer, message: 'Internal error' }, 'buy')?.message, 'Internal error')
  assert.ok(failureIn({ ...answer, details: 'an error' }, 'buy'))
  assert.ok(failureIn({ ...answer, success: false }, 'buy'))
  assert.equal(failureIn({ ...answer, message: 'All good' }, 'buy'), undefined)
  // A refusal of this server in words is its answer: another request would get the same.
  assert.equal(failureIn({ ...answer, success: false, explanation: 'Too little SOL' }, 'buy'), undefined)
})

test('the sample plan is a failure, unless it was requested', () => {
  const sample = {
    strategy_type: 'grid',
    upper_price_usd: '15',
    lower_price_usd: '10',
    grid_levels: 3,
    total_amount: { value: '1000', unit: 'USDC' },
  } as unknown as Plan
  const text =
    'Unable to connect to the trading AI. The service is experiencing issues with market data. Please try again later.'
  const found = failureIn({ ...answer, parsedPlan: sample }, 'trade something')
  assert.equal(found?.message, text)
  assert.equal(parseFailure(found), text)
  assert.equal(mayParseAgain(found), true)
  assert.equal(failureIn({ ...answer, parsedPlan: sample }, 'grid from 10 to 15'), undefined)
  assert.equal(failureIn({ ...answer, parsedPlan: sample, changes: [] }, 'only 3 levels'), undefined)
  const other = { ...sample, grid_levels: 4 } as Plan
  assert.equal(failureIn({ ...answer, parsedPlan: other }, 'trade something'), undefined)
})

test('what was refused for good is not retried', () => {
  assert.equal(mayParseAgain(new WireFault('invalid_input', 400, '')), false)
  assert.equal(mayParseAgain(serverDown(503)), true)
})
