// Pages: all
/** A click in progress while the page moves is lost: no control moves by itself. */
import type { Page } from '@playwright/test'
import { clockTexts } from '@purser/contract/trading-bots/trading-bot-texts.ts'
import { expect, test } from './fixtures.ts'
import { countShifts, readShift } from './layout-shift.ts'
import { readMoves, watchMoves } from './moved.ts'
import { ask, BONK, createAccount, readWallets } from './person.ts'

/** The delays of a busy machine: each answer takes another time, so that they overtake each other. */
const DELAYS_MS = [40, 190, 110, 240, 70, 150, 20]

/** The limit of each page. */
const MOST_SHIFT = 0.02

/** The window is tall, so that the whole page is inspected. */
const HEIGHT = 2_000
const DESK = { 1360: '/dashboard', 390: '/dashboard?part=agents' }
const WIDTHS = [1360, 390] as const

async function delayAnswers(page: Page): Promise<void> {
  let asked = 0
  await page.route('**/api/**', async (route) => {
    const delay = DELAYS_MS[asked++ % DELAYS_MS.length]
    await new Promise((resolve) => setTimeout(resolve, delay))
    // The page may be gone by then.
    await route.continue().catch(() => undefined)
  })
}

/** Opens a page and waits until all its requests are answered. */
async function expectStill(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'networkidle' })
  await expect(page.locator('.mantine-Skeleton-root, .mantine-Loader-root')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Purser, home' })).toBeVisible()
  expect.soft(await readMoves(page), path).toEqual([])
  expect.soft(await readShift(page), `${path}, in all`).toBeLessThanOrEqual(MOST_SHIFT)
}

/** Makes it a browser that has not shown this account before. */
const forget = (page: Page) =>
  page.evaluate(() => {
    sessionStorage.clear()
    for (const key of Object.keys(localStorage))
      if (key !== 'token' && key !== 'deviceToken') localStorage.removeItem(key)
  })

/** An account with wallets, some in a group, of which one holds SOL and a token; an agent, and a payment link. */
async function fill(page: Page): Promise<{ group: number }> {
  await ask(page, 'POST', '/wallets/generate-bulk', { count: 12, namePrefix: 'Wallet' })
  const { id: group } = await ask<{ id: number }>(page, 'POST', '/wallet-groups', { name: 'Alpha' })
  const wallets = await readWallets(page)
  await ask(page, 'POST', `/wallet-groups/${group}/wallets`, {
    walletIds: wallets.slice(4).map(({ id }) => id),
  })
  await ask(page, 'POST', '/faucet', { address: wallets[0]?.address, sol: 2, mint: BONK, amount: 1_000_000 })
  await ask(page, 'POST', '/agents', { name: 'Agent 1' })
  return { group }
}

test('nothing that can be pressed moves while the pages of an empty account load', async ({ page }) => {
  await createAccount(page, 'bare')
  await delayAnswers(page)
  await watchMoves(page)
  await countShifts(page)
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT })
    for (const path of ['/token-distribution', '/wallets', DESK[width]]) {
      await forget(page)
      await expectStill(page, path)
    }
    // This time the browser remembers it.
    await expectStill(page, '/wallets')
  }
})

test('what stands beside a bot does not move when its clock comes last, and when a strategy of anybody starts', async ({
  page,
}) => {
  await createAccount(page, 'clocked')
  const { group } = await fill(page)
  const panel = Promise.withResolvers<void>()
  let asked = 0
  await page.route('**/api/market/clock', async (route) => {
    const answer = await route.fetch()
    const clock = (await answer.json()) as object
    await panel.promise
    const fixed = asked++ === 0 ? null : clockTexts.strategiesRun
    await route.fulfill({ json: { ...clock, fixed } }).catch(() => undefined)
  })
  await watchMoves(page)
  await countShifts(page)
  await page.setViewportSize({ width: 1360, height: HEIGHT })
  const opened = expectStill(page, `/wallets?group=${group}&bot=open`)
  await expect(page.getByText('Loading the market clock…')).toBeVisible()
  // It is not waited for any longer.
  await expect(page.getByRole('button', { name: 'Wallet 12', exact: true })).toBeVisible()
  panel.resolve()
  await opened
  await expect(page.getByText(clockTexts.strategiesRun)).toBeVisible()
  expect(await readMoves(page)).toEqual([])
})
