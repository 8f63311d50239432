/** What a person does in the browser, told once. */
import { expect, type Page } from '@playwright/test'

export const BONK = 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263'

/** The newest code for this address, from the outbox page that the sign-in screen links to. */
async function codeFor(page: Page, url: string, email: string): Promise<string> {
  const answer = await page.request.get(`${url}/api/dev/outbox?to=${encodeURIComponent(email)}`)
  const [mail] = (await answer.json()) as { text: string }[]
  const code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0]
  if (!code) throw new Error(`no code for ${email}`)
  return code
}

export async function register(page: Page, url: string, email: string): Promise<void> {
  await page.goto(`${url}/register`)
  await expect(page.getByRole('heading', { name: 'Create Your Account' })).toBeVisible()
  await page.getByLabel('Email Address').fill(email)
  await page.getByRole('button', { name: 'Send Verification Code' }).click()
  await expect(page.getByRole('heading', { name: 'Enter Verification Code' })).toBeVisible()
  await page.getByLabel('Verification Code').fill(await codeFor(page, url, email))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard')
}

export async function login(page: Page, url: string, email: string): Promise<void> {
  await page.goto(`${url}/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send Login Code' }).click()
  await page.getByPlaceholder('Enter the code sent to your email').fill(await codeFor(page, url, email))
  await page.getByRole('button', { name: 'Verify Code & Login' }).click()
  await page.waitForURL('**/dashboard')
}

export async function createAgent(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Create Agent' }).first().click()
  await expect(page.getByText('Welcome to Agent 1!')).toBeVisible()
}

/** A wallet with 10 SOL of test funds. */
export async function fundWallet(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Generate wallet', exact: true }).click()
  await page.getByRole('button', { name: 'Get test funds' }).click()
  await expect(page.getByText(/10\.00/).first()).toBeVisible({ timeout: 30_000 })
}

export async function say(page: Page, text: string): Promise<void> {
  await page.getByLabel('Message', { exact: true }).fill(text)
  await page.keyboard.press('Enter')
}

export async function setToken(page: Page, mint: string): Promise<void> {
  await page.getByRole('button', { name: 'Show Settings' }).click()
  await page.getByLabel('Token Address').fill(mint)
}

type Made = { id: number; name: string; address: string; updated_at: string }

/** A call to the product as the person who is signed in on this page. */
export async function ask<T>(
  page: Page,
  url: string,
  method: string,
  path: string,
  data?: unknown,
): Promise<T> {
  const token = (await page.evaluate(() => localStorage.getItem('token'))) ?? ''
  const answer = await page.request.fetch(`${url}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token.replaceAll('"', '')}` },
    ...(data === undefined ? {} : { data }),
  })
  if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`)
  return (await answer.json()) as T
}

export const walletsOf = async (page: Page, url: string): Promise<Made[]> =>
  (await ask<{ wallets: Made[] }>(page, url, 'GET', '/wallets')).wallets

/** Generates wallets in the dialog of the page of wallets; `into` is a group by name. */
export async function generate(page: Page, count: number, into = 'No group'): Promise<void> {
  await page.getByRole('button', { name: '+ Generate' }).click()
  const dialog = page.getByRole('dialog', { name: 'Generate Wallets' })
  await dialog.getByLabel('Number of wallets').fill(String(count))
  await dialog.getByLabel('Put them into').selectOption({ label: into })
  await dialog.getByRole('button', { name: 'Generate', exact: true }).click()
  await expect(dialog).toBeHidden({ timeout: 30_000 })
}

export async function createGroup(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: '+ New Group' }).click()
  await page.getByLabel('Group Name').fill(name)
  await page.getByRole('button', { name: 'Create Group' }).click()
  await expect(page.getByRole('button', { name: `Edit group: ${name}` })).toBeVisible()
}
