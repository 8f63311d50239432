// Pages: all
/**
 * A session belongs to the whole browser: its tabs leave, come back and change their user together, and no data of one
 * user reaches another.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { measureOverflow, findViolations } from './inspect.ts'
import { ask, readCode, createAgent, loadDialogs, register, say, signUp } from './person.ts'
import { otherBuild } from './other-build.ts'
import { type Product, startProduct } from './product.ts'
import { answered } from './refused.ts'

const LOOKS = process.env.LOOKS
const look = async (page: Page, name: string) => {
  if (LOOKS) await page.screenshot({ path: `${LOOKS}/${name}.png` })
}
// The product is the test's own: it is started with another build of the console, and with another database.
let own: Promise<Product> | undefined
test.use({
  async product({ network }, use) {
    own ??= startProduct(network.env)
    await use(await own)
  },
})
test.afterAll(async () => (await own)?.remove())
test.describe.configure({ mode: 'default' })

const ENDED = 'Your session has ended. Please log in again.'
const field = (page: Page) => page.getByLabel('Message', { exact: true })
const messages = (page: Page) => page.getByRole('log', { name: 'Messages' })
const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key)

/** Signs in on the login page that is open. */
async function comeBack(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send Login Code' }).click()
  const code = page.getByPlaceholder('Enter the code sent to your email')
  await expect(code).toBeVisible()
  await code.fill(await readCode(page, email))
  await page.getByRole('button', { name: 'Verify Code & Login' }).click()
}

test('a session that ends leads every tab to the login and back to where it was, with what was typed', async ({
  page,
  context,
}) => {
  const email = await signUp(page, 'ends')
  await createAgent(page)
  const other = await context.newPage()
  await other.goto('/dashboard')
  await expect(messages(other).getByText('Welcome to Agent 1!')).toBeVisible()
  // A message in one tab appears in the other, which is not reloaded and keeps its typed text.
  await field(other).fill('half a thought')
  await say(page, 'thanks')
  await expect(messages(other).getByText('thanks', { exact: true })).toBeVisible()
  await expect(messages(page).locator(':scope > *')).not.toHaveCount(2)
  const texts = (tab: Page) => messages(tab).innerText()
  await expect.poll(async () => (await texts(other)) === (await texts(page))).toBe(true)
  await expect(field(other)).toHaveValue('half a thought')

  const bystander = await context.newPage()
  await bystander.goto('/activity?type=trade')
  await expect(bystander.getByText('No operations match these filters.')).toBeVisible()
  await page.goto('/profile')
  await expect(page.getByRole('region', { name: 'Sessions' }).getByText('This session')).toBeVisible()
  // Another device would end them all like this.
  await ask(page, 'DELETE', '/auth/sessions')
  for (const tab of [page, other, bystander]) {
    await expect(tab.getByText(ENDED)).toBeVisible()
    await expect(tab).toHaveURL(/\/login$/)
  }
  expect(await findViolations(page)).toEqual([])
  await look(page, 'ended')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await look(page, 'ended-dark-390')
  expect(await measureOverflow(page)).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 1360, height: 900 })

  await comeBack(page, email)
  await expect(page).toHaveURL(/\/profile$/)
  await expect(other).toHaveURL(/\/dashboard/)
  await expect(field(other)).toHaveValue('half a thought')
  await expect(bystander).toHaveURL(/\/activity\?type=trade$/)
  await bystander.close()

  // The session expires while a form is half filled: the change is not made, and not made later.
  const changes: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT') changes.push(request.url())
  })
  await page.getByLabel('First Name').fill('Ada')
  await page.getByLabel('Last Name').fill('L')
  const refusal = { status: 401, json: { error: 'Please log in to continue.', code: 'no_session' } }
  await answered(page, 'PUT /users/me', refusal, async () => {
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText(ENDED)).toBeVisible()
  })
  await comeBack(page, email)
  await expect(page).toHaveURL(/\/profile$/)
  await expect(page.getByLabel('First Name')).toHaveValue('')
  expect(changes).toHaveLength(1)
})

test('a logout ends every tab, and no tab shows or sends anything for the user before', async ({
  page,
  context,
}) => {
  await signUp(page, 'ann')
  await createAgent(page)
  const other = await context.newPage()
  await other.goto('/dashboard')
  await expect(messages(other).getByText('Welcome to Agent 1!')).toBeVisible()
  await field(other).fill('secret of ann')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(other.getByText('You logged out in another tab.')).toBeVisible()
  await expect(other).toHaveURL(/\/login$/)
  await look(other, 'logged-out-elsewhere')
  expect(await page.evaluate(() => Object.keys(localStorage).sort())).toEqual(
    expect.not.arrayContaining(['token', 'cachedAgents', 'cachesOf']),
  )

  await register(page, 'bob@example.com')
  await expect(page.getByText('Hello, bob')).toBeVisible()
  await expect(other.getByText('Hello, bob')).toBeVisible()
  await expect(other).toHaveURL(/\/dashboard$/)
  await expect(other.getByText('No agents found')).toBeVisible()
  await expect(other.getByText('Agent 1')).toHaveCount(0)
  expect(await other.evaluate(() => JSON.stringify(localStorage))).not.toContain('secret of ann')

  // A tab without notifications, like one frozen by the browser: the next click finds another user signed in.
  const bob = (await stored(page, 'token')) ?? ''
  const { token, user } = await page.evaluate(async () => {
    const post = async (path: string, data: object) =>
      (await fetch(`/api/auth/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(data),
      }).then((answer) => answer.json())) as { request_id: string }
    const email = 'carl@example.com'
    const { request_id } = await post('register/request-code', { email })
    const mails = (await fetch(`/api/dev/outbox?to=${email}`).then((answer) => answer.json())) as {
      text: string
    }[]
    const code = /\b\d{6}\b/.exec(mails[0]?.text ?? '')?.[0]
    return (await post('verify-code', { email, code, request_id })) as unknown as {
      token: string
      user: { id: number; created_at: string }
    }
  })
  await other.close()
  await page.evaluate(
    ([fresh, owner]) => Object.assign(localStorage, { token: fresh, cachesOf: owner }),
    [token, `${user.id} ${user.created_at}`],
  )
  await page.getByRole('button', { name: 'Create Agent' }).first().click()
  await expect(page.getByText('Hello, carl')).toBeVisible()
  const agents = await page.request.get('/api/agents', { headers: { authorization: `Bearer ${bob}` } })
  expect(await agents.json()).toEqual([])
})

test('a tab that was on another page while the user changed keeps nothing of the one before', async ({
  page,
  context,
}) => {
  await signUp(page, 'dora')
  await createAgent(page)
  await field(page).fill('secret of dora')
  const kept = () => page.evaluate(() => JSON.stringify(sessionStorage))
  await expect.poll(kept).toContain('secret of dora')
  // Nothing of the console runs here: it does not follow the other tab.
  await page.goto('/healthz')
  const other = await context.newPage()
  await other.goto('/dashboard')
  await other.getByRole('button', { name: 'Logout' }).click()
  await register(other, 'emil@example.com')
  await expect(other.getByText('Hello, emil')).toBeVisible()

  // The server does not tell who this is either.
  await page.route('**/api/**', (route) => route.abort())
  await page.goto('/dashboard')
  await expect(page.getByText('Hello, User')).toBeVisible()
  await expect(page.getByText('dora')).toHaveCount(0)
  expect(await kept()).not.toContain('dora')
})

test('a new version says so under an open page, which loses nothing; another database ends its session', async ({
  page,
  product,
}) => {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  let documents = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) documents++
  })
  await signUp(page, 'old')
  await createAgent(page)
  await field(page).fill('not sent yet')
  await loadDialogs(page)
  const build = otherBuild()
  await product.end('SIGKILL')
  await product.again(build)
  const offer = page.getByText('There is a new version of Purser.', { exact: false })
  await expect(offer).toBeVisible()
  await look(page, 'new-version')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await look(page, 'new-version-dark-390')
  expect(await findViolations(page)).toEqual([])
  expect(await measureOverflow(page)).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 1360, height: 900 })
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(field(page)).toHaveValue('not sent yet')
  const before = documents

  // A page that was never loaded, whose files the server does not have any more; a dialog loads while the page is idle.
  await page.getByRole('link', { name: 'Audit Log' }).click()
  await expect(page.getByText('This page needs the new version of Purser. Please reload it.')).toBeVisible()
  await look(page, 'page-not-loaded')
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await expect(field(page)).toHaveValue('not sent yet')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Search and commands' })).toBeVisible()
  await page.keyboard.press('Escape')
  expect(documents).toBe(before)
  await page.getByRole('link', { name: 'Audit Log' }).click()
  await page.getByRole('main').getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('heading', { name: 'Audit Log' })).toBeVisible()
  await expect(offer).toHaveCount(0)
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await expect(field(page)).toHaveValue('not sent yet')
  expect(documents).toBe(before + 1)

  // The same paths, numbers and agents may belong to others now.
  await product.end('SIGKILL')
  for (const part of ['db', 'master.key', 'journal'])
    rmSync(join(product.dataDir, part), { recursive: true, force: true })
  await product.again()
  await expect(page.getByText(ENDED)).toBeVisible()
  await register(page, 'new@example.com')
  await expect(page.getByText('No agents found')).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('not sent yet')
  rmSync(build, { recursive: true })
  expect(problems).toEqual([])
})
