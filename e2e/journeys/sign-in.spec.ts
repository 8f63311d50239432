// Pages: login, register, profile, dashboard
/** From a stranger to a user and back: nobody gets anywhere without a session, and a logout ends it in the browser. */
import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { readCode } from '../person.ts'
import { refused } from '../refused.ts'

const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key)
const isLogin = (page: Page) =>
  expect(page.getByRole('heading', { name: 'Login', exact: true })).toBeVisible()
const submit = (page: Page, name: string) => page.getByRole('button', { name }).click()

test('a stranger registers, is known by name, leaves for good, and signs in again over a reload', async ({
  page,
}) => {
  const email = `ada@${randomBytes(3).toString('hex')}.test`
  for (const path of ['/', '/dashboard', '/wallets', '/profile', '/payments', '/payment-distribution']) {
    await page.goto(path)
    await page.waitForURL('**/login')
    await isLogin(page)
  }
  await expect(page.getByText("Don't have an account?")).toBeVisible()
  await submit(page, 'Send Login Code')
  await expect(page.getByText('Email is required')).toBeVisible()
  // An address without an account is answered like any other, here; its mail says what to do.
  await page.getByLabel('Email').fill(email)
  await submit(page, 'Send Login Code')
  await page.getByPlaceholder('Enter the code sent to your email').fill('000000')
  await submit(page, 'Verify Code & Login')
  await expect(page.getByText('Invalid verification code')).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
  expect(await stored(page, 'token')).toBeNull()
  expect(await (await page.request.get(`/api/dev/outbox?to=${email}`)).text()).toContain('/register')

  await page.getByRole('link', { name: 'Register' }).last().click()
  await expect(page.getByRole('heading', { name: 'Create Your Account' })).toBeVisible()
  await expect(page.getByText('Already have an account?')).toBeVisible()
  await page.getByLabel('Email Address').fill(email)
  await submit(page, 'Send Verification Code')
  await expect(page.getByRole('heading', { name: 'Enter Verification Code' })).toBeVisible()
  await page.getByLabel('Verification Code').fill(await readCode(page, email))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard')
  await expect(page.getByText('Hello, ada')).toBeVisible()

  await page.getByRole('link', { name: 'Hello, ada' }).click()
  await expect(page.getByText('Email address cannot be changed')).toBeVisible()
  await expect(page.getByLabel('Email Address')).toBeDisabled()
  await submit(page, 'Save Changes')
  await expect(page.getByText('First name and last name are required')).toBeVisible()
  await page.getByLabel('First Name').fill('Ada')
  await page.getByLabel('Last Name').fill('Lovelace')
  await submit(page, 'Save Changes')
  await expect(page.getByText('Profile updated successfully')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Hello, Ada Lovelace')).toBeVisible()
  // The chosen dark mode stays.
  const scheme = () => page.locator('html').getAttribute('data-mantine-color-scheme')
  const before = await scheme()
  await page.getByRole('button', { name: /mode/i }).click()
  await expect.poll(scheme).not.toBe(before)
  const chosen = await scheme()
  await page.reload()
  expect(await scheme()).toBe(chosen)

  const token = (await stored(page, 'token')) ?? ''
  const device = await stored(page, 'deviceToken')
  expect(device).toMatch(/^[\w-]{43}$/)
  const ended = page.waitForResponse('**/api/auth/logout')
  await submit(page, 'Logout')
  await page.waitForURL('**/login')
  expect(await stored(page, 'token')).toBeNull()
  expect(await stored(page, 'deviceToken')).toBe(device)
  // The page does not wait for the server: the state of the old token is known once that has answered.
  await ended
  const headers = { authorization: `Bearer ${token.replaceAll('"', '')}` }
  expect((await page.request.get('/api/users/me', { headers })).status()).toBe(401)
  await page.goto('/profile')
  await page.waitForURL('**/login')
  await isLogin(page)

  const asked = page.waitForRequest('**/api/auth/login/request-code')
  await page.getByLabel('Email Address').fill(email)
  await submit(page, 'Send Login Code')
  expect((await asked).postDataJSON()).toEqual({ email, device_token: device })
  await expect(page.getByRole('status').getByText('we have sent it a code')).toBeVisible()
  const code = await readCode(page, email)
  await page.reload()
  await expect(page.getByLabel('Email Address')).toHaveValue(email)
  const given = page.waitForRequest('**/api/auth/verify-code')
  await page.getByLabel('Verification Code').fill(code)
  await page.keyboard.press('Enter')
  const body = (await given).postDataJSON() as Record<string, string>
  expect(body).toMatchObject({ email, code, device_token: device })
  expect(body.request_id).toMatch(/^[0-9a-f-]{36}$/)
  await page.waitForURL('**/dashboard')
  await expect(page.getByText('Hello, Ada Lovelace')).toBeVisible()
  expect(await stored(page, 'deviceToken')).toBe(device)
  await page.goto('/login')
  await page.waitForURL('**/dashboard')
  await refused(page, 'GET /users/me', async () => {
    await page.reload()
    await page.waitForURL('**/login')
    await expect(page.getByText('Failed to refresh user data')).toBeVisible()
  })
  expect(await stored(page, 'token')).toBeNull()
})
