// Pages: dashboard, help
/** An empty account is led to its first strategy, and the help page's examples are sent with a click. */
import { expect, test } from './fixtures.ts'
import { inspect } from './inspect.ts'
import { ask, signUp } from './person.ts'

test('the first steps are put away for good', async ({ page }) => {
  await signUp(page, 'dismisses')
  const steps = page.getByRole('region', { name: 'First steps' })
  await steps.getByRole('button', { name: 'Dismiss the first steps' }).click()
  await expect(steps).toBeHidden()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Welcome to Trading Agent' })).toBeVisible()
  await expect(page.getByText('No agents found')).toBeVisible()
  await expect(steps).toBeHidden()
})

test('the help page explains each type of plan, and sends an example once', async ({ page }) => {
  await signUp(page, 'help', '/help')
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(9)
  await inspect(page, 'help')
  await ask(page, 'POST', '/agents', {})
  // Made elsewhere, as in another tab: the page learns of it.
  await page.reload()
  await page.getByRole('link', { name: /^Send: EMA 9\/21/ }).click()
  await expect(page).toHaveURL(/\/dashboard/)
  const sent = page.getByText('EMA 9/21 crossover of BONK, 5m, half a SOL each trade', { exact: true })
  await expect(sent.first()).toBeVisible()
  const [agent] = await ask<{ id: number }[]>(page, 'GET', '/agents')
  const said = async () =>
    (await ask<{ role: string; content: string }[]>(page, 'GET', `/agents/${agent?.id}/chat`)).filter(
      ({ role, content }) => role === 'user' && content.startsWith('EMA 9/21'),
    )
  await expect.poll(async () => (await said()).length).toBe(1)
  await page.reload()
  await expect(page.getByLabel('Message', { exact: true })).toBeVisible()
  expect(await said()).toHaveLength(1)
})
