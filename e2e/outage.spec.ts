/** The server goes away: what was known stays on screen with its time, what was said is kept, and all comes back by itself. */
import { expect, test } from './fixtures.ts'
import { coveredControls } from './inspect.ts'
import { createAgent, fundWallet, signUp, say } from './person.ts'
import { button } from './wallets-page.ts'
import { seenInTime } from './refused.ts'

const BANNER =
  'Server connection issues detected. Some features may be unavailable. The application is running in offline mode.'

test('an outage is announced, survived by what was cached, and over when the server is back', async ({
  page,
  product,
}) => {
  test.setTimeout(150_000)
  await page.clock.install()
  await signUp(page, 'outage')
  await createAgent(page)
  await fundWallet(page)
  await product.end('SIGKILL')
  await say(page, 'hello there')
  await seenInTime(page, page.getByText(BANNER))
  await expect.poll(() => coveredControls(page)).toEqual([])
  await expect(
    page.getByText(/Offline storage is used for chat messages and will sync when the\s+connection returns\./),
  ).toBeVisible()
  await expect(
    page.getByRole('navigation', { name: 'My Agents' }).getByText('offline', { exact: true }),
  ).toBeVisible()
  await button(page, 'Create Agent').click()
  await seenInTime(
    page,
    page.getByText('Server temporarily unavailable. The application is recovering or restarting.').first(),
  )
  await expect(page.getByText(/10\.00/).first()).toBeVisible()
  await page.reload().catch(() => undefined)
  await product.again()
  await page.goto('/dashboard')
  await expect(page.getByText(BANNER)).toHaveCount(0)
  await seenInTime(page, page.getByText('hello there'))
  await expect(page.getByText(/10\.00/).first()).toBeVisible()
})
