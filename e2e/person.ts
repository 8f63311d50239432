/** The actions of a person in the browser, in one place. */
import { randomBytes } from 'node:crypto'
import { expect, type Page } from '@playwright/test'

export const BONK = 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263'

/** The newest code mailed to this address, from the outbox. */
export async function readCode(page: Page, email: string): Promise<string> {
  const answer = await page.request.get(`/api/dev/outbox?to=${encodeURIComponent(email)}`)
  const mails = (await answer.json()) as { text: string }[]
  const code = mails.map((mail) => /\b\d{6}\b/.exec(mail.text)?.[0]).find((found) => found !== undefined)
  if (!code) throw new Error(`no code for ${email}`)
  return code
}

/**
 * Creates an account, signed in on this page, which is then empty; returns its e-mail address. Uses the API: the forms
 * have tests of their own in sign-in.spec.ts.
 */
export async function createAccount(page: Page, name: string): Promise<string> {
  // Many tests share a server.
  const email = `${name}@${randomBytes(3).toString('hex')}.test`
  const post = async <T>(path: string, data: object) => {
    const answer = await page.request.post(`/api/auth/${path}`, { data })
    if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`)
    return (await answer.json()) as T
  }
  const { request_id } = await post<{ request_id: string }>('register/request-code', { email })
  const given = await post<{ token: string; device_token: string }>('verify-code', {
    email,
    code: await readCode(page, email),
    request_id,
  })
  await page.goto('/healthz')
  await page.evaluate(([token, deviceToken]) => Object.assign(localStorage, { token, deviceToken }), [
    given.token,
    given.device_token,
  ] as const)
  return email
}

/** Waits until the dialogs are loaded, which come some seconds after the page. */
export async function loadDialogs(page: Page): Promise<void> {
  // web/chunks.ts names their scripts.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/later-')),
  )
  await page.waitForLoadState('networkidle')
}

/** A new account on a page of the console. */
export async function signUp(page: Page, name: string, path = '/dashboard'): Promise<string> {
  const email = await createAccount(page, name)
  await page.goto(path)
  return email
}

export async function register(page: Page, email: string): Promise<void> {
  await page.goto('/register')
  await expect(page.getByRole('heading', { name: 'Create Your Account' })).toBeVisible()
  await page.getByLabel('Email Address').fill(email)
  await page.getByRole('button', { name: 'Send Verification Code' }).click()
  await expect(page.getByRole('heading', { name: 'Enter Verification Code' })).toBeVisible()
  await page.getByLabel('Verification Code').fill(await readCode(page, email))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard')
}

export async function login(page: Page, email: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send Login Code' }).click()
  const field = page.getByPlaceholder('Enter the code sent to your email')
  // Before that, no code was mailed.
  await expect(field).toBeVisible()
  await field.fill(await readCode(page, email))
  await page.getByRole('button', { name: 'Verify Code & Login' }).click()
  await page.waitForURL('**/dashboard')
}

export async function createAgent(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Create Agent' }).first().click()
  await expect(page.getByText('Welcome to Agent 1!')).toBeVisible()
}

/** Creates an account whose Wallet 1 has this much SOL, by the API; returns the wallet's address. */
export async function createTrader(page: Page, name: string, sol = 10): Promise<string> {
  await createAccount(page, name)
  const bulk = { count: 1, namePrefix: 'Wallet', groupId: null }
  const { wallets } = await ask<{ wallets: Made[] }>(page, 'POST', '/wallets/generate-bulk', bulk)
  const address = wallets[0]?.address ?? ''
  if (sol > 0) await ask(page, 'POST', '/faucet', { address, sol })
  return address
}

/** Does the same with an agent, at its desk; returns the wallet's address. */
export async function openTrader(page: Page, name: string, sol = 10): Promise<string> {
  const address = await createTrader(page, name, sol)
  await ask(page, 'POST', '/agents', {})
  await page.goto('/dashboard')
  // A message sent before the chat has loaded stays in the field.
  await expect(page.getByText('Welcome to Agent 1!')).toBeVisible()
  return address
}

/** A wallet with 10 SOL of test funds. */
export async function fundWallet(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Generate wallet', exact: true }).click()
  await page.getByRole('button', { name: 'Get test funds' }).click()
  // The unit is included: a price on the screen may end in the same figures.
  await expect(page.getByText(/^10\.00 SOL/).first()).toBeVisible()
  // The details of the wallet, which opened by themselves.
  await page.keyboard.press('Escape')
}

export async function say(page: Page, text: string): Promise<void> {
  const field = page.getByLabel('Message', { exact: true })
  await field.fill(text)
  // A message is taken once the history of the chat is loaded, and stays in the field until then.
  await expect(async () => {
    await field.press('Enter')
    await expect(field).toHaveValue('', { timeout: 1_000 })
  }).toPass()
}

/** Chooses a value of a field with a search, which fields of more than 20 values have. */
export async function search(page: Page, label: string, wanted: string): Promise<void> {
  const field = page.getByRole('combobox', { name: label })
  await field.click()
  await field.fill(wanted)
  await page.getByRole('option', { name: wanted, exact: true }).click()
}

export async function setToken(page: Page, mint: string): Promise<void> {
  await page.getByRole('button', { name: 'Show Settings' }).click()
  await page.getByLabel('Token Address').fill(mint)
}

type Made = { id: number; name: string; address: string; updated_at: string }

/** Calls the product as the person who is signed in on this page. */
export async function ask<T>(page: Page, method: string, path: string, data?: unknown): Promise<T> {
  const token = (await page.evaluate(() => localStorage.getItem('token'))) ?? ''
  const answer = await page.request.fetch(`/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token.replaceAll('"', '')}` },
    ...(data === undefined ? {} : { data }),
  })
  if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`)
  return (await answer.json()) as T
}

export const readWallets = async (page: Page): Promise<Made[]> =>
  (await ask<{ wallets: Made[] }>(page, 'GET', '/wallets')).wallets

/** Generates wallets in the dialog of the page of wallets; `into` is a group by name. */
export async function generate(page: Page, count: number, into = 'No group'): Promise<void> {
  await page.getByRole('button', { name: '+ Generate' }).click()
  const dialog = page.getByRole('dialog', { name: 'Generate Wallets' })
  await dialog.getByLabel('Number of wallets').fill(String(count))
  await dialog.getByLabel('Put them into').selectOption({ label: into })
  await dialog.getByRole('button', { name: 'Generate', exact: true }).click()
  // If wallets of this name exist already, that is asked about once.
  const anyway = dialog.getByRole('button', { name: 'Generate anyway' })
  await expect(async () => {
    if (await anyway.isVisible()) await anyway.click()
    await expect(dialog).toBeHidden({ timeout: 2_000 })
  }).toPass()
}

export async function createGroup(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: '+ New Group' }).click()
  await page.getByLabel('Group Name').fill(name)
  await page.getByRole('button', { name: 'Create Group' }).click()
  await expect(page.getByRole('button', { name: `Colour of ${name}` })).toBeVisible()
}

/** Starts a strategy for an agent of the chosen token: one that hardly trades meanwhile. */
export async function runStrategy(page: Page): Promise<void> {
  await setToken(page, BONK)
  await say(page, 'buy 0.02 SOL every 1 hour, 10 times')
  await page.getByRole('button', { name: 'Execute Strategy' }).click()
  await page.getByText('Live', { exact: true }).waitFor()
}

/** Creates an agent with a running strategy of this instruction, by the API; returns its id. */
export async function runAgent(page: Page, instruction: string): Promise<number> {
  const wallet_addresses = [(await readWallets(page))[0]?.address]
  const { id } = await ask<{ id: number }>(page, 'POST', '/agents', {})
  const body = { instruction, wallet_addresses }
  const { parsedPlan } = await ask<{ parsedPlan?: unknown }>(page, 'POST', `/agents/${id}/parse`, body)
  const strategy = { parsedStrategy: parsedPlan, walletAddresses: wallet_addresses }
  await ask(page, 'POST', `/agents/${id}/start`, { strategy })
  return id
}

/** Runs a strategy of another agent than the open one: its stop causes a notification. Returns the agent's id. */
export const runElsewhere = (page: Page): Promise<number> =>
  runAgent(page, 'buy 0.02 SOL of BONK every 1 hour, 10 times')

/** Signs the same person in on another page, which is then empty. */
export async function signInAs(page: Page, other: Page): Promise<void> {
  const stored = await page.evaluate(() => ({
    token: localStorage.getItem('token'),
    deviceToken: localStorage.getItem('deviceToken'),
  }))
  await other.goto('/healthz')
  await other.evaluate((entries) => Object.assign(localStorage, entries), stored)
}
