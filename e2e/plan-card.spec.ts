// Pages: dashboard
/** A plan in the chat: its state is the desk's, in every tab and after every reload; its actions follow from that. */
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { inspect } from './inspect.ts'
import { ask, createAgent, fundWallet, say, signUp } from './person.ts'
import { button } from './wallets-page.ts'

test.use({ viewport: { width: 1440, height: 900 } })

const chat = (page: Page) => page.getByRole('log', { name: 'Messages' })
const cards = (page: Page) => chat(page).getByRole('article')
const execute = (page: Page) => chat(page).getByRole('button', { name: 'Execute Strategy' })
const readAgentId = async (page: Page): Promise<number> =>
  (await ask<{ id: number }[]>(page, 'GET', '/agents'))[0]?.id ?? 0
type Strategy = { id: string; status: string; plan: object }
const readStrategies = async (page: Page): Promise<Strategy[]> =>
  ask<Strategy[]>(page, 'GET', `/agents/${await readAgentId(page)}/strategies`)

test('a change of what runs changes nothing by itself, and can take its place', async ({ page }) => {
  await signUp(page, 'running')
  await createAgent(page)
  await fundWallet(page)
  await say(page, 'buy 0.02 SOL of BONK every 2 seconds, 100 times')
  await execute(page).click()
  await expect(cards(page).first()).toContainText('Executed')
  const log = page.getByLabel('Terminal log')
  await expect(log.getByText(/Bought/).first()).toBeVisible()
  await say(page, 'make it every 4 seconds')
  const change = cards(page).nth(1)
  await expect(change).toContainText('The running strategy is unchanged.')
  await expect(execute(page)).toHaveCount(0)
  await expect(cards(page).first()).toContainText('Executed')
  const [running] = await readStrategies(page)
  expect(running?.plan).toMatchObject({ interval_seconds: 2 })

  await button(change, 'Stop and run this plan').click()
  const dialog = page.getByRole('dialog', { name: 'Stop and run this plan' })
  await expect(dialog).toContainText(/Stops.*every 2 seconds.*stays in your wallets.*Starts.*every 4 seconds/)
  await inspect(page, 'what replaces a strategy')
  await button(dialog, 'Cancel').click()
  expect((await readStrategies(page)).map(({ status }) => status)).toEqual(['active'])
  await button(change, 'Stop and run this plan').click()
  await button(dialog, 'Stop and run').click()
  await expect(change).toContainText(/Executed \w{3} \d+, \d\d:\d\d/)
  await expect
    .poll(async () => (await readStrategies(page)).map(({ status, plan }) => [status, plan]))
    .toMatchObject([
      ['active', { interval_seconds: 4 }],
      ['stopped', { interval_seconds: 2 }],
    ])
  await button(page, 'Stop').first().click()
})
