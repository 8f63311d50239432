// Pages: dashboard
/** The dashboard says what document 1 lets it say: agents, the wallet beside them, and the chat. */
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { BONK, createAgent, signUp, say, setToken } from './person.ts'
import { answered, held, refused } from './refused.ts'
import { button } from './wallets-page.ts'

const WELCOME =
  'Welcome to Agent 1! How can I help you today? You can ask me to trade cryptocurrency, view your wallets, or generate new wallets for you.'
const chat = (page: Page) => page.getByRole('log', { name: 'Messages' })

test('agents are listed, made, welcomed and deleted', async ({ page }) => {
  await signUp(page, 'agents')
  const list = page.getByRole('navigation', { name: 'My Agents' })
  await expect(list.getByText('No agents found')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Trading Agent Dashboard' })).toBeAttached()
  await expect(page.getByRole('heading', { name: 'Welcome to Trading Agent' })).toBeVisible()
  await expect(
    page.getByText('Create a new agent or select an existing one to get started with automated trading.'),
  ).toBeVisible()
  const places = () =>
    button(page, 'Create Agent').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().y))
  const before = await places()
  await refused(page, 'POST /agents', async () => {
    await button(page, 'Create Agent').last().click()
    await expect(page.getByText('Failed to create agent. Please try again.')).toBeVisible()
  })
  expect(await places()).toEqual(before)
  await refused(page, 'GET /agents', async () => {
    await page.reload()
    await expect(page.getByText('Failed to load agents. Please try again.')).toBeVisible()
    // Each part of the page that comes later asks for the agents, too: answered then, it would take the button away.
    await page.waitForLoadState('networkidle')
    const again = page.waitForResponse((one) => one.url().endsWith('/api/agents'))
    await button(page, 'Retry').click()
    await again
    await expect(page.getByText('Failed to load agents. Please try again.')).toBeVisible()
  })
  await button(page, 'Retry').click()
  await expect(page.getByText('Failed to load agents. Please try again.')).toBeHidden()
  await createAgent(page)
  await expect(chat(page).getByText(WELCOME)).toBeVisible()
  await button(page, 'Create Agent').click()
  await expect(list.getByRole('button', { name: 'Agent 2' })).toHaveAttribute('aria-current', 'true')
  // Where one is stands in the URL; without it the first is selected.
  await page.reload()
  await expect(list.getByRole('button', { name: 'Agent 2' })).toHaveAttribute('aria-current', 'true')
  await page.goto('/dashboard')
  await expect(list.getByRole('button', { name: 'Agent 1' })).toHaveAttribute('aria-current', 'true')
  await expect(chat(page).getByText(WELCOME)).toHaveCount(1)

  await list.getByRole('button', { name: 'Agent 2' }).click()
  await button(page, 'Delete Agent 2').click()
  const dialog = page.getByRole('dialog', { name: 'Delete Agent' })
  await expect(
    dialog.getByText(
      'Are you sure you want to delete Agent 2? This will stop any running strategies and remove the agent from your account.',
    ),
  ).toBeVisible()
  await refused(page, 'DELETE /agents/\\d+/delete', async () => {
    await button(dialog, 'Delete').click()
    await expect(dialog.getByText('Failed to delete agent. Please try again.')).toBeVisible()
  })
  await held(page, 'DELETE /agents/\\d+/delete', async () => {
    await button(dialog, 'Delete').click()
    await expect(button(dialog, 'Deleting...')).toBeDisabled()
    await expect(button(dialog, 'Cancel')).toBeDisabled()
  })
  await expect(dialog).toBeHidden()
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await expect(list.getByRole('button', { name: 'Agent 1' })).toHaveAttribute('aria-current', 'true')
})

test('an agent that is made while the list is still on its way is opened all the same', async ({ page }) => {
  const over = Promise.withResolvers<void>()
  let lists = 0
  await page.route('**/api/agents', async (route) => {
    if (route.request().method() !== 'GET' || lists++ > 0) return route.fallback()
    // Answered before the agent is made, and on its way for longer.
    const response = await route.fetch()
    await over.promise
    await route.fulfill({ response }).catch(() => undefined)
  })
  await signUp(page, 'early')
  const made = page.waitForResponse(
    (one) => one.request().method() === 'POST' && one.url().endsWith('/agents'),
  )
  await button(page, 'Create Agent').click()
  await made
  over.resolve()
  await expect(chat(page).getByText(WELCOME)).toBeVisible()
})

test('the wallet of an agent is chosen, generated and connected in words', async ({ page }) => {
  await signUp(page, 'area')
  await createAgent(page)
  const area = page.getByRole('region', { name: 'Wallet', exact: true })
  await page.evaluate(() => localStorage.removeItem('cachedWallets'))
  await held(page, 'GET /wallets', async () => {
    await page.reload()
    await button(area, 'Connect Wallet').click()
    await expect(area.getByText('Please select a wallet first.')).toBeVisible()
    await button(page, 'Show Settings').click()
    await button(page, 'Wallet to trade with: Select a wallet or group').click()
    const picker = page.getByRole('dialog', { name: 'Wallet to trade with' })
    await expect(picker.getByText('No wallets found')).toBeVisible()
    await expect(page.getByText('Select a wallet or group')).toBeVisible()
    await page.keyboard.press('Escape')
  })
  await expect(
    area.getByText('No wallets found. Please create a wallet first by going to the Wallet Groups page.'),
  ).toBeVisible()
  await button(area, 'Wallet: Select a wallet').click()
  await expect(page.getByText('No wallets available')).toBeVisible()
  await page.keyboard.press('Escape')

  await held(page, 'POST /wallet/connect', () =>
    held(page, 'GET /wallet/\\w+/balance', async () => {
      await held(page, 'POST /wallet/generate', async () => {
        await button(area, 'Generate wallet').click()
        await expect(button(area, 'Generating...')).toBeDisabled()
      })
      await expect(area.getByText('Connecting...')).toBeVisible()
      await expect(area.getByText('Loading balance...').first()).toBeVisible()
    }),
  )
  await expect(area.getByText('Connected')).toBeVisible()
  // The details opened by themselves: they say that it was generated.
  await expect(area.getByText('Wallet 1 was generated.')).toBeVisible()
  await expect(area.getByText('No other tokens found')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(area.getByText('No other tokens found')).toBeHidden()
  await button(area, 'Wallet: Wallet 1').click()
  const options = page.getByRole('dialog', { name: /^Wallet: / })
  await expect(options.getByText(/^#\d+$/)).toBeVisible()
  await page.keyboard.press('Escape')
  await area.getByRole('button', { name: 'Wallet details' }).click()
  await refused(page, 'POST /wallets/get-private-key', async () => {
    await button(area, 'Reveal private key').click()
    const dialog = page.getByRole('dialog', { name: /key/i })
    await dialog
      .getByRole('button', { name: /reveal|show/i })
      .first()
      .click()
    await expect(dialog.getByText('Failed to fetch wallet private key')).toBeVisible()
    await page.keyboard.press('Escape')
  })
  await page.evaluate(() => localStorage.removeItem('cachedWallets'))
  await refused(page, 'GET /wallets', async () => {
    await page.reload()
    await button(page, 'Show Settings').click()
    const settings = page.getByRole('region', { name: 'Trading Settings' })
    await expect(settings.getByText('Failed to load wallets.')).toBeVisible()
    await expect(settings.getByText('Enter your wallet address or generate a new one')).toBeVisible()
  })
})

test('the chat tells every failure with wallets and files by its reason', async ({ page }) => {
  await signUp(page, 'chat')
  await createAgent(page)
  const input = page.getByPlaceholder('Ask about trading, generate wallets, or view your wallets...')
  await expect(input).toBeVisible()
  await button(page, 'Show Settings').click()
  await expect(page.getByRole('heading', { name: 'Trading Settings' })).toBeVisible()
  await expect(page.getByText('Enter your wallet address or generate a new one')).toBeVisible()
  await expect(page.getByLabel('Wallet Address')).toBeVisible()
  await held(page, 'POST /wallet/generate', async () => {
    await button(page, 'Generate New Wallet').click()
    await expect(
      button(page.getByRole('region', { name: 'Trading Settings' }), 'Generating...'),
    ).toBeDisabled()
    await expect(button(page, 'Send')).toBeDisabled()
    await input.fill('never sent')
    await page.keyboard.press('Enter')
  })
  await expect(chat(page).getByText('Wallet generated.', { exact: false })).toBeVisible()
  await expect(chat(page).getByText('never sent')).toHaveCount(0)
  await button(page, 'Hide Settings').click()

  const tell = async (text: string, call: string, reason: string | undefined, told: string) => {
    const doing = async () => {
      await say(page, text)
      await expect(chat(page).getByText(told, { exact: true })).toBeVisible()
    }
    if (reason === undefined) await refused(page, call, doing)
    else await answered(page, call, { status: 409, json: { error: reason } }, doing)
  }
  await tell(
    'create a wallet',
    'POST /wallet/generate',
    'the vault is shut',
    'Failed to generate wallet: the vault is shut',
  )
  await tell('make 2 wallets', 'POST /wallets/generate-bulk', 'full', 'Failed to generate wallets: full')
  await tell('list wallets', 'GET /wallets', undefined, 'Failed to fetch wallets: Failed to fetch wallets')
  await tell(
    'export wallets',
    'GET /wallets',
    undefined,
    'Failed to export wallets: Failed to export wallets to Excel',
  )
  await answered(
    page,
    'POST /wallet/generate',
    { status: 201, json: { name: 'half a wallet' } },
    async () => {
      await say(page, 'new wallet')
      await expect(
        chat(page).getByText('Failed to generate wallet: Invalid wallet data received from server'),
      ).toBeVisible()
    },
  )
  await say(page, 'export wallets')
  await refused(page, 'GET /wallets/chatbot-data', async () => {
    await page.getByRole('button', { name: /^Download wallet_keys/ }).click()
    await expect(
      page.getByRole('alert').getByText('Failed to download file. Please try again.'),
    ).toBeVisible()
  })
  await say(page, '   ')
  await expect(chat(page).locator('[data-role=user]')).toHaveCount(6)

  await say(page, 'buy something good')
  await expect(
    chat(page).getByText(
      "To execute a trading strategy, I need a token address. Please provide the token address in the settings menu below, or type 'show options' to view the settings fields.",
    ),
  ).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Trading Settings' })).toBeVisible()
  await refused(page, 'POST /agents/\\d+/parse', async () => {
    await say(page, 'hello')
    await expect(chat(page).getByText('Sorry, I encountered an error: Unknown error')).toBeVisible()
  })
  const kept = await page.evaluate(() => JSON.stringify(localStorage))
  expect(kept).toContain('[REDACTED]')
})

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
