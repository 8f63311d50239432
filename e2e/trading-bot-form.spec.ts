// Pages: wallets
/** The configuration of a trading bot: what it refuses, what is sent, and what it says of a token. */
import { chip, configuration, field, leave, openBot, panel, test } from './bot-page.ts'
import { expect } from './fixtures.ts'
import { inspect } from './inspect.ts'
import { ask, BONK } from './person.ts'
import { refused } from './refused.ts'
import { button } from './wallets-page.ts'

test('what is wrong with a configuration is said, and only what is saved is started', async ({ page }) => {
  await openBot(page, 'strict')
  const said = (text: string) =>
    expect(panel(page).getByRole('alert').filter({ hasText: text })).toBeVisible()
  await button(panel(page), 'Start Bot').click()
  await said('Token mint address is required.')
  await button(panel(page), 'Save Configuration').click()
  await said('Token mint address is required.')
  await button(panel(page), 'BONK').click()
  await expect(panel(page).getByText('Trades for SOL and USDC')).toBeVisible()
  await button(panel(page), 'Start Bot').click()
  await said('Please save your configuration before starting the bot.')

  // Clamped where the field is left; sent from within the field it is refused.
  const least = field(page, 'Whales', 'Shortest interval')
  await leave(least, '300', '600')
  await leave(least, '90000', '86400')
  await leave(field(page, 'Retail', 'Longest interval'), '300', '600')
  await least.fill('599')
  await least.press('Enter')
  await said('Whale intervals must be between 600 seconds (10 min) and 86400 seconds (1 day).')
  await leave(least, '700', '700')
  await leave(field(page, 'Whales', 'Longest interval'), '650', '650')
  await button(panel(page), 'Save Configuration').click()
  await said('Whale interval minimum cannot be greater than maximum.')
  await expect(least).toHaveAttribute('aria-invalid', 'true')
  await inspect(page, 'a configuration that is refused')
  await leave(field(page, 'Whales', 'Longest interval'), '', '600')
  await leave(least, '600', '600')
  await leave(field(page, 'Retail', 'Smallest trade'), '25', '25')
  await button(panel(page), 'Save Configuration').click()
  await said('Retail trade percentage minimum cannot be greater than maximum.')
  await leave(field(page, 'Retail', 'Smallest trade'), '7', '7')

  await panel(page).getByText('Advanced', { exact: true }).click()
  await panel(page).getByLabel('React to price changes').click({ force: true })
  await leave(panel(page).getByLabel('Volatility multiplier'), '', '5')
  await leave(panel(page).getByLabel('Volatility multiplier'), '12', '10')
  await leave(panel(page).getByLabel('1h threshold'), '', '1')
  await leave(panel(page).getByLabel('24h threshold'), '', '5')
  const slider = panel(page).getByRole('slider', { name: 'Aggressiveness' })
  await slider.press('ArrowRight')
  await expect(slider).toHaveAttribute('aria-valuenow', '0.55')
  await inspect(page, 'advanced settings of a bot')

  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/trading-parameters'),
  )
  await button(panel(page), 'Save Configuration').click()
  expect((await sent).postDataJSON()).toMatchObject({
    mint_address: BONK,
    status: 'active',
    whale_trade_percent_min: 0.02,
    retail_trade_percent_min: 0.07,
    retail_trade_percent_max: 0.2,
    whale_buy_probability: 0.7,
    hour_threshold: 0.01,
    aggressiveness: 0.55,
    volatility_multiplier: 10,
    use_advanced_settings: true,
    use_usdc_trading: false,
  })
  await expect(panel(page).getByText('Configuration saved.')).toBeVisible()
  await expect(button(panel(page), 'Save Configuration')).toBeFocused()
  await page.reload()
  await chip(page).click()
  await configuration(page).click()
  await expect(field(page, 'Retail', 'Smallest trade')).toHaveValue('7')
  await leave(field(page, 'Retail', 'Smallest trade'), '8', '8')
  await expect(panel(page).getByText('Unsaved changes')).toBeVisible()
  // What was left unsaved is open when one comes back, and stays open when it is as it was saved.
  await button(page, /^All Wallets/).click()
  await expect(panel(page)).toBeHidden()
  await chip(page).click()
  await expect(field(page, 'Retail', 'Smallest trade')).toHaveValue('8')
  await leave(field(page, 'Retail', 'Smallest trade'), '7', '7')
  await expect(panel(page).getByText('Unsaved changes')).toBeHidden()
  await leave(field(page, 'Retail', 'Smallest trade'), '8', '8')
  await refused(page, 'POST /trading-bot/trading-parameters', async () => {
    await button(panel(page), 'Save Configuration').click()
    await said('Failed to save parameters. Please try again.')
  })
  await expect(panel(page).getByText('Unsaved changes')).toBeVisible()
  await button(panel(page), 'Start Bot').click()
  await said('Please save your configuration before starting the bot.')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a token is looked up once its address is long enough, and the currency follows what it is traded for', async ({
  page,
}) => {
  await openBot(page, 'analyst')
  const address = panel(page).getByLabel('Token mint address')
  const usdc = panel(page).getByLabel('USDC trading')
  await panel(page).getByText('Advanced', { exact: true }).click()
  await usdc.click({ force: true })
  await expect(usdc).toBeChecked()
  // USDC itself is traded for SOL alone.
  await button(panel(page), 'USDC').click()
  await expect(panel(page).getByText(/^Trades for SOL \(Simulated market\)/)).toBeVisible()
  await expect(usdc).not.toBeChecked()

  // An answer about a token that is no longer in the field is not heeded.
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(`**/api/trading-bot/tokens/${BONK}/analyze`, async (route) => {
    await held
    await route.fulfill({ json: analysis(true, false) })
  })
  const asked = page.waitForRequest(`**/api/trading-bot/tokens/${BONK}/analyze`)
  await address.fill(BONK)
  await asked
  await page.route('**/api/trading-bot/tokens/JUP*/analyze', (route) =>
    route.fulfill({ json: analysis(false, true) }),
  )
  await button(panel(page), 'JUP').click()
  await expect(panel(page).getByText('Trades for USDC', { exact: true })).toBeVisible()
  await expect(usdc).toBeChecked()
  release()
  await expect(panel(page).getByRole('list', { name: 'Recommendations' })).toContainText('Trade less')
  await expect(usdc).toBeChecked()
  await page.route('**/api/trading-bot/tokens/*/analyze', (route) =>
    route.fulfill({ json: analysis(false, false) }),
  )
  await button(panel(page), 'WIF').click()
  await expect(panel(page).getByText('No trading options available')).toBeVisible()
  await page.route('**/api/trading-bot/tokens/*/analyze', (route) => route.fulfill({ status: 403, json: {} }))
  await button(panel(page), 'USDT').click()
  await expect(panel(page).getByText('Failed to analyze token')).toBeVisible()

  // A group that is deleted elsewhere takes its panel along.
  const [group] = await ask<{ id: number }[]>(page, 'GET', '/wallet-groups')
  await ask(page, 'DELETE', `/wallet-groups/${group?.id}`)
  await expect(page.getByText('This group was deleted. Its wallets are still here.')).toBeVisible()
  await expect(panel(page)).toBeHidden()
})

const analysis = (supportsSOL: boolean, supportsUSDC: boolean) => ({
  status: supportsSOL || supportsUSDC ? 'supported' : 'unsupported',
  error: null,
  location: null,
  supportsSOL,
  supportsUSDC,
  recommendations: ['Trade less at once.'],
})
