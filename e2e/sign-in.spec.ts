// Pages: login, register, profile
/** Sign-in, the guard, the profile, and leaving: with a product of its own, since it counts the codes that are asked for. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { login, register } from './person.ts'
import { type Product, startProduct } from './product.ts'
import { held, refused } from './refused.ts'

let own: Promise<Product> | undefined
test.use({
  async product({}, use) {
    own ??= startProduct()
    await use(await own)
  },
})
test.afterAll(async () => (await own)?.remove())
test.describe.configure({ mode: 'default' })

test('the dark mode that was chosen stays', async ({ page }) => {
  await page.goto('/login')
  const scheme = () => page.locator('html').getAttribute('data-mantine-color-scheme')
  const before = await scheme()
  await page.getByRole('button', { name: /mode/i }).click()
  await expect.poll(scheme).not.toBe(before)
  const chosen = await scheme()
  await page.reload()
  expect(await scheme()).toBe(chosen)
})

test('every step of signing in says what it does, and what became of it', async ({ page }) => {
  const submit = (name: string) => page.getByRole('button', { name })
  await page.goto('/register')
  await page.getByLabel('Email Address*').fill('steps@example.com')
  await refused(page, 'POST /auth/register/request-code', async () => {
    await submit('Send Verification Code').click()
    await expect(page.getByText('Failed to send registration code')).toBeVisible()
  })
  await page.getByRole('link', { name: 'Log in' }).click()
  // The form before it has a field of the same name.
  await expect(page.getByRole('heading', { name: 'Login', exact: true })).toBeVisible()
  await page.getByLabel('Email Address').fill('steps@example.com')
  await refused(page, 'POST /auth/login/request-code', async () => {
    await submit('Send Login Code').click()
    await expect(page.getByText('Failed to send login code')).toBeVisible()
  })
  await held(page, 'POST /auth/login/request-code', async () => {
    await submit('Send Login Code').click()
    await expect(submit('Sending Code...')).toBeDisabled()
  })
  await submit('Verify Code & Login').click()
  await expect(page.getByText('Verification code is required')).toBeVisible()
  await page.getByPlaceholder('Enter the code sent to your email').fill('000000')
  await held(page, 'POST /auth/verify-code', async () => {
    await submit('Verify Code & Login').click()
    await expect(submit('Verifying...')).toBeDisabled()
  })
  await expect(page.getByText('Invalid verification code')).toBeVisible()

  await page.goto('/register')
  await page.getByLabel('Email Address*').fill('steps@example.com')
  await submit('Send Verification Code').click()
  await expect(page.getByLabel('Verification Code*')).toBeVisible()
  await refused(page, 'POST /auth/verify-code', async () => {
    await page.getByLabel('Verification Code*').fill('123456')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Invalid verification code')).toBeVisible()
  })
})

test('a profile that cannot be saved says so, and one that cannot be read ends the session with a word', async ({
  page,
}) => {
  await register(page, 'profile@example.com')
  await page.getByRole('link', { name: 'Hello, profile' }).click()
  await expect(page.getByRole('heading', { name: 'Your Profile' })).toBeVisible()
  await page.getByLabel('First Name').fill('Grace')
  await page.getByLabel('Last Name').fill('Hopper')
  const save = page.getByRole('button', { name: 'Save Changes' })
  await refused(page, 'PUT /users/me', async () => {
    await save.click()
    await expect(page.getByText('Failed to update profile')).toBeVisible()
  })
  await held(page, 'PUT /users/me', async () => {
    await save.click()
    await expect(page.getByRole('button', { name: 'Saving...' })).toBeDisabled()
  })
  await expect(page.getByText('Profile updated successfully')).toBeVisible()
  await refused(page, 'GET /users/me', async () => {
    await page.reload()
    await page.waitForURL('**/login')
    await expect(page.getByText('Failed to refresh user data')).toBeVisible()
  })
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
})

const newestCode = async (page: Page, email: string): Promise<string> => {
  const answer = await page.request.get(`/api/dev/outbox?to=${email}`)
  const mails = (await answer.json()) as { text: string }[]
  return /\b\d{6}\b/.exec(mails[0]?.text ?? '')?.[0] ?? ''
}

test('a new code can be asked for, and a limit says truly how long it lasts', async ({ page }) => {
  const email = 'patience@example.com'
  await page.goto('/register')
  await page.getByLabel('Email Address*').fill(email)
  await page.getByRole('button', { name: 'Send Verification Code' }).click()
  const first = await page.evaluate(() => sessionStorage.getItem('signIn-register'))
  for (let i = 0; i < 4; i++) {
    const answer = page.waitForResponse('**/api/auth/register/request-code')
    await page.getByRole('button', { name: 'Send a new code' }).click()
    expect((await answer).status()).toBe(200)
    await expect(page.getByRole('button', { name: 'Send a new code' })).toBeEnabled()
  }
  expect(await page.evaluate(() => sessionStorage.getItem('signIn-register'))).not.toBe(first)
  await page.getByRole('button', { name: 'Send a new code' }).click()
  await expect(page.getByRole('alert')).toContainText(
    'Too many codes were requested. Please try again in 15 minutes.',
  )
  const waiting = page.getByRole('button', { name: /^Send a new code in 1[45]:\d\d$/ })
  await expect(waiting).toBeDisabled()
  const was = (await waiting.textContent()) ?? ''
  await expect(waiting).not.toHaveText(was)
  // The newest code still signs in: the limit is one of asking.
  await page.getByLabel('Verification Code*').fill(await newestCode(page, email))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard')
})

test('a code of letters and digits that was given out on the server signs in', async ({ page, product }) => {
  const email = 'locked@example.com'
  await register(page, email)
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/login')
  await page.getByRole('button', { name: 'I have a code' }).click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await page.getByLabel('Email Address').fill(email)
  await page.getByRole('button', { name: 'I have a code' }).click()
  const program = join(import.meta.dirname, '../server/src/login-code.ts')
  const said = execFileSync(process.execPath, [program, email], {
    env: { ...process.env, DATA_DIR: product.dataDir },
    encoding: 'utf8',
  })
  const code = /^ {2}([A-Z0-9]{12})$/m.exec(said)?.[1] ?? ''
  const field = page.getByLabel('Verification Code')
  await field.fill(code.toLowerCase())
  await expect(field).toHaveValue(code)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard')
})

test('the profile lists the sessions, ends one and all others, by keyboard and on a phone', async ({
  page,
  browser,
}) => {
  const email = 'sessions@example.com'
  await register(page, email)
  const others = await Promise.all([1, 2, 3].map(() => browser.newContext()))
  const pages: Page[] = []
  for (const context of others) {
    const other = await context.newPage()
    await login(other, email)
    pages.push(other)
  }
  await page.setViewportSize({ width: 375, height: 800 })
  const region = page.getByRole('region', { name: 'Sessions' })
  const rows = region.getByRole('listitem')
  await held(page, 'GET /auth/sessions', async () => {
    await page.goto('/profile')
    await expect(region.getByRole('status', { name: 'Loading sessions' })).toBeVisible()
  })
  await expect(rows).toHaveCount(4)
  await expect(rows.filter({ hasText: 'This session' })).toHaveCount(1)
  await expect(rows.first()).toContainText(/Chrome on .*127\.0\.0\.1/)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)

  const ends = region.getByRole('button', { name: /^End session on Chrome/ })
  await expect(ends).toHaveCount(3)
  await refused(page, 'DELETE /auth/sessions/[\\w-]+', async () => {
    await ends.first().click()
    await expect(region.getByRole('alert')).toContainText('Failed to end the session')
  })
  await ends.first().focus()
  await page.keyboard.press('Enter')
  await expect(rows).toHaveCount(3)
  await expect(page.getByText(/^The session on Chrome on .* was ended\.$/)).toBeVisible()
  await region.getByRole('button', { name: 'End all other sessions' }).click()
  await expect(rows).toHaveCount(1)
  await expect(region.getByText('You are signed in nowhere else.')).toBeVisible()
  for (const other of pages) await other.waitForURL('**/login')
  await refused(page, 'GET /auth/sessions', async () => {
    await page.reload()
    await expect(region.getByText('Failed to load sessions')).toBeVisible()
  })
  await region.getByRole('button', { name: 'Retry' }).click()
  await expect(rows).toHaveCount(1)
  await Promise.all(others.map((context) => context.close()))
})
