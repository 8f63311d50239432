// Pages: dashboard
/** The dashboard has the texts of document 1: agents, the wallet beside them, and the chat. */
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { BONK, createAgent, signUp, say, setToken } from './person.ts'

const chat = (page: Page) => page.getByRole('log', { name: 'Messages' })

test('an instruction that cannot be read is asked three times and told by its cause', async ({ page }) => {
  await page.clock.install()
  await signUp(page, 'parse')
  await createAgent(page)
  await setToken(page, BONK)
  const answers: { status: number; json?: unknown; at: number }[] = []
  let next: { status: number; json?: unknown } = { status: 500 }
  await page.route('**/parse', async (route) => {
    answers.push({ ...next, at: await page.evaluate(() => Date.now()) })
    await route.fulfill(next)
  })
  const told = async (answer: { status: number; json?: unknown }, text: string) => {
    next = answer
    await say(page, 'buy 0.1 SOL of it')
    await expect(async () => {
      await page.clock.runFor(500)
      await expect(chat(page).getByText(text, { exact: true })).toBeVisible({ timeout: 100 })
    }).toPass()
  }
  await told(
    { status: 500, json: { error: 'x', code: 'unexpected' } },
    'The trading service encountered an internal error. Our team has been notified. Please try again later.',
  )
  expect(answers.length).toBe(3)
  const waits = answers.map(({ at }, n) => at - (answers[n - 1]?.at ?? at))
  expect(waits[1]).toBeGreaterThanOrEqual(1_000)
  expect(waits[2]).toBeGreaterThanOrEqual(2_000)
  await told(
    { status: 429, json: { error: 'x', code: 'too_many_requests' } },
    'The trading service is experiencing high traffic. Please wait a moment and try again.',
  )
  expect(answers.length).toBe(4)
  await told(
    { status: 502 },
    'Unable to connect to trading agent after multiple attempts. The service may be experiencing high traffic or market data issues. Please try again later.',
  )
  expect(answers.length).toBe(7)
  await told({ status: 409, json: { error: 'x', message: 'Not on a Sunday' } }, 'x')
  await told(
    { status: 409, json: { error: 'Could not fetch it', code: 'invalid_input' } },
    'Unable to fetch market data for your trading instruction. Please check the token address and try again later.',
  )
  const answer = {
    success: true,
    parsedPlan: null,
    plan_hash: null,
    explanation: '',
    feasible: false,
    isQuestion: false,
    isProcessing: false,
    assumptions: [],
    reading: [],
    question: null,
  }
  await told({ status: 200, json: answer }, 'Unable to come up with trading strategy, please retry.')
  await told(
    { status: 200, json: { ...answer, explanation: "Sorry, I couldn't process that" } },
    "Sorry, I couldn't process that",
  )
  await expect(chat(page).getByText('Agent, error:').last()).toBeAttached()
})
