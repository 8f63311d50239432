/** Sign-in, the guard, the profile, and leaving. */
import { expect, test } from '@playwright/test'
import { login, register } from './person.ts'
import { type Product, startProduct } from './product.ts'
import { held, refused } from './refused.ts'

let product: Product
test.beforeAll(async () => {
  product = await startProduct()
})
test.afterAll(() => product.remove())

test('a stranger is sent to the login page from every guarded page, and the root leads to the dashboard', async ({
  page,
}) => {
  for (const path of ['/', '/dashboard', '/wallets', '/profile']) {
    await page.goto(product.url + path)
    await page.waitForURL('**/login')
    await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
  }
  await expect(page.getByText("Don't have an account?")).toBeVisible()
  await page.getByRole('link', { name: 'Register' }).last().click()
  await expect(page.getByRole('heading', { name: 'Create Your Account' })).toBeVisible()
  await expect(page.getByText('Already have an account?')).toBeVisible()
})

test('an empty address, a wrong code and an unknown address are told plainly', async ({ page }) => {
  await page.goto(`${product.url}/login`)
  await page.getByRole('button', { name: 'Send Login Code' }).click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await page.getByLabel('Email').fill('nobody@example.com')
  await page.getByRole('button', { name: 'Send Login Code' }).click()
  await page.getByPlaceholder('Enter the code sent to your email').fill('000000')
  await page.getByRole('button', { name: 'Verify Code & Login' }).click()
  await expect(page.getByText('Invalid verification code')).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
  const mails = await page.request.get(`${product.url}/api/dev/outbox?to=nobody@example.com`)
  expect(await mails.text()).toContain('/register')
})

test('the profile keeps a name, greets with it, and the session outlives a reload but not a logout', async ({
  page,
}) => {
  await register(page, product.url, 'ada@example.com')
  await expect(page.getByText('Hello, ada')).toBeVisible()
  await page.goto(`${product.url}/profile`)
  await expect(page.getByText('Email address cannot be changed')).toBeVisible()
  await expect(page.getByLabel('Email Address')).toBeDisabled()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('First name and last name are required')).toBeVisible()
  await page.getByLabel('First Name').fill('Ada')
  await page.getByLabel('Last Name').fill('Lovelace')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Profile updated successfully')).toBeVisible()
  await expect(page.getByText('Hello, Ada Lovelace')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Hello, Ada Lovelace')).toBeVisible()

  const token = await page.evaluate(() => localStorage.getItem('token'))
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/login')
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  const answer = await page.request.get(`${product.url}/api/users/me`, {
    headers: { authorization: `Bearer ${token?.replaceAll('"', '')}` },
  })
  expect(answer.status()).toBe(401)

  await login(page, product.url, 'ada@example.com')
  await expect(page.getByText('Hello, Ada Lovelace')).toBeVisible()
  await page.goto(`${product.url}/login`)
  await page.waitForURL('**/dashboard')
})

test('the dark mode that was chosen stays', async ({ page }) => {
  await page.goto(`${product.url}/login`)
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
  await page.goto(`${product.url}/register`)
  await page.getByLabel('Email Address*').fill('steps@example.com')
  await refused(page, 'POST /auth/register/request-code', async () => {
    await submit('Send Verification Code').click()
    await expect(page.getByText('Failed to send registration code')).toBeVisible()
  })
  await page.getByRole('link', { name: 'Log in' }).click()
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

  await page.goto(`${product.url}/register`)
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
  await register(page, product.url, 'profile@example.com')
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
