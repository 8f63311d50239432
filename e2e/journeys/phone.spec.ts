// Pages: register, dashboard, wallets
/**
 * A new user on a phone: registers, creates an agent, confirms a plan, watches it trade, and finds the wallets by the
 * navigation.
 */
import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { measureOverflow } from '../inspect.ts'
import { lamportsAt } from '../network.ts'
import { readCode, readWallets } from '../person.ts'
import { readSpent } from '../trades.ts'
import { button, getDialog } from '../wallets-page.ts'

test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })

const fits = async (page: Page, what: string) =>
  expect(await measureOverflow(page), `${what} scrolls sideways`).toBeLessThanOrEqual(0)

test('a new user signs in on a phone, makes an agent, confirms a plan, and sees the wallets', async ({
  page,
  network,
}) => {
  const email = `phone@${randomBytes(3).toString('hex')}.test`
  await page.goto('/register')
  await page.getByLabel('Email Address').fill(email)
  await button(page, 'Send Verification Code').tap()
  await expect(page.getByRole('heading', { name: 'Enter Verification Code' })).toBeVisible()
  await fits(page, 'the form of the code')
  await page.getByLabel('Verification Code').fill(await readCode(page, email))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard')

  const steps = page.getByRole('region', { name: 'First steps' })
  await expect(steps.getByRole('listitem')).toHaveCount(4)
  await fits(page, 'the empty dashboard')
  await button(steps, 'Create wallet').tap()
  await button(steps, 'Add test funds').tap()
  await expect(steps.getByRole('img', { name: 'Done:' })).toHaveCount(2)
  await page.getByRole('region', { name: 'Welcome' }).getByRole('button', { name: 'Create Agent' }).tap()
  const parts = page.getByRole('navigation', { name: 'Parts of the dashboard' })
  await expect(page.getByText('Welcome to Agent 1!')).toBeVisible()
  await fits(page, 'the chat')

  await page.getByLabel('Message', { exact: true }).fill('buy 0.02 SOL of BONK every 1 hour, 10 times')
  await button(page, 'Send').tap()
  const plan = page.getByRole('log', { name: 'Messages' }).getByRole('article')
  await expect(plan).toContainText('Ready to execute')
  await expect(plan.getByLabel('Costs')).toContainText('0.2')
  await expect(button(page, 'Execute Strategy')).toBeInViewport({ ratio: 1 })
  await fits(page, 'the plan')
  await button(page, 'Execute Strategy').tap()
  await expect(plan).toContainText(/Executed \w{3} \d+, \d\d:\d\d/)
  await expect(page.getByTestId('strategy-status')).toHaveText('Running')
  await parts.getByRole('button', { name: 'Terminal' }).tap()
  await expect(page.getByLabel('Terminal log').getByText(/Bought .+ BONK for 0\.02 SOL/)).toBeInViewport()
  await fits(page, 'the terminal')
  await expect(button(page.getByTestId('desk-bar'), 'Stop')).toBeInViewport({ ratio: 1 })

  await button(page, 'Open navigation').tap()
  const drawer = getDialog(page, 'Navigation')
  await expect(drawer.getByText('Hello, phone')).toBeVisible()
  await drawer.getByRole('link', { name: 'Wallet Groups' }).tap()
  await expect(drawer).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Wallet Management' })).toBeVisible()
  const [wallet] = await readWallets(page)
  const spent = await readSpent(page, network)
  const left = 10_000_000_000 - spent.lamports
  expect(await lamportsAt(network, [wallet?.address ?? ''])).toEqual([left])
  const row = page.getByRole('table', { name: 'Wallets' }).getByRole('row').filter({ hasText: 'Wallet 1' })
  // Cut off after four decimals.
  await expect(row).toContainText(`${String(Math.floor(left / 100_000) / 10_000)} SOL`)
  await fits(page, 'the page of wallets')
  await page.getByTestId('portfolio-sol').scrollIntoViewIfNeeded()
  await expect(page.getByTestId('portfolio-sol')).toHaveText(/^9\.\d+ SOL$/)
})
