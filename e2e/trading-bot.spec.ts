// Pages: wallets
/**
 * The trading bot of a group: the preview of its start, its trades until it is stopped, and the texts if that fails.
 */
import { chip, isStatus, openBot, openFlow, panel, saveQuick, test, trades } from './bot-page.ts'
import { region } from './center-page.ts'
import { expect } from './fixtures.ts'
import { inspect, solDecimalsIn } from './inspect.ts'
import { ask } from './person.ts'
import { actOn, button, getDialog, row } from './wallets-page.ts'

const FAST = 100
const PAUSE_MS = 15_000

test('a bot is previewed, started once however often, trades, and is stopped', async ({ page, context }) => {
  await openBot(page, 'flow')
  await expect(panel(page)).toContainText('It is a simulation and runs on test networks only.')
  await inspect(page, 'a bot that was never started')
  await saveQuick(page)

  // The preview stores nothing, and its start is sent once.
  const starts: (string | undefined)[] = []
  page.on('request', (request) => {
    if (!request.url().endsWith('/trading-bot/bot/start')) return
    const { dryRun } = request.postDataJSON() as { dryRun?: boolean }
    if (!dryRun) starts.push(request.headers()['idempotency-key'])
  })
  const dialog = getDialog(page, 'Start the trading bot')
  await button(panel(page), 'Start Bot').click()
  await expect(dialog).toContainText('with the simulated market on localnet')
  await expect(dialog).toContainText('Whales1')
  await expect(dialog).toContainText('Retail wallets2')
  await expect(dialog).toContainText('Cannot trade now1')
  await expect(dialog.getByRole('row', { name: /^Runner 1 Whale .* SOL/ })).toBeVisible()
  await expect(dialog.getByRole('row', { name: /^Runner 3 Retail/ })).toContainText('too little SOL')
  await inspect(page, 'what a start would bring')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(panel(page).getByText('inactive', { exact: true })).toBeVisible()
  await button(panel(page), 'Start Bot').click()
  await button(dialog, 'Confirm and start').dblclick()
  await expect(dialog).toBeHidden()
  await expect(panel(page).getByText('active', { exact: true })).toBeVisible()
  expect(starts).toHaveLength(1)
  await expect(button(panel(page), 'Stop Bot')).toBeFocused()
  await expect(chip(page)).toContainText('Bot active')
  await expect(panel(page)).toContainText('BONK for SOL')
  await expect(panel(page)).toContainText(/Next trade in \d+:\d\d/)

  await ask(page, 'PUT', '/market/clock', { speed: FAST })
  await expect(trades(page).filter({ hasText: 'Filled' }).first()).toBeVisible()
  const first = trades(page).filter({ hasText: 'Filled' }).last()
  await expect(first).toContainText(/(Whale|Retail).*(Buy|Sell).* BONK.* SOL.*\$/)
  // The list of wallets and the detail show it before their own next poll.
  await expect(
    row(page, 'Runner 1').or(row(page, 'Runner 2')).filter({ hasText: 'BONK' }).first(),
  ).toBeVisible()
  await inspect(page, 'a bot that trades')
  await button(panel(page), 'Wallets').click()
  await expect(panel(page).getByTestId('bot-wallet')).toHaveCount(3)
  await expect(panel(page).getByTestId('bot-wallet').filter({ hasText: 'Runner 1' })).toContainText('Whale')
  for (const label of ['SOL change', 'Fees and rent'])
    expect(await solDecimalsIn(panel(page).locator(`[data-label="${label}"]`)), label).toHaveLength(1)
  await inspect(page, 'what a bot did to its wallets')

  // It goes on without the page, and another page follows it.
  await page.reload()
  await chip(page).click()
  await expect(panel(page).getByText('active', { exact: true })).toBeVisible()
  await expect(trades(page).first()).toBeVisible()
  const other = await context.newPage()
  await openFlow(other)
  await expect(other.getByTestId('bot-trade').first()).toBeVisible()

  await actOn(page, 'Flow', 'Delete group')
  await button(getDialog(page, 'Delete Group'), 'Delete Group').click()
  await expect(getDialog(page, 'Delete Group')).toContainText(
    'The trading bot of this group is running. Stop it before deleting the group.',
  )
  await button(getDialog(page, 'Delete Group'), 'Cancel').click()

  // It stops at once, since no trade is in flight, and is not polled again for a while.
  await ask(page, 'PUT', '/market/clock', { speed: 1 })
  await expect(trades(page).filter({ hasText: 'Placed' })).toHaveCount(0)
  let stopped = 0
  const asked: number[] = []
  page.on('response', (answer) => {
    if (answer.url().endsWith('/bot/stop')) stopped = Date.now()
  })
  page.on('request', (request) => {
    if (stopped > 0 && isStatus(request.url())) asked.push(Date.now() - stopped)
  })
  await button(panel(page), 'Stop Bot').dblclick()
  await expect(panel(page).getByText('inactive', { exact: true })).toBeVisible()
  await expect(button(panel(page), 'Start Bot')).toBeVisible()
  await button(panel(page), 'Start Bot').dispatchEvent('click', { detail: 2 })
  await expect(chip(page)).not.toContainText('Bot')
  await expect(panel(other).getByText('inactive', { exact: true })).toBeVisible()
  await expect(panel(page)).not.toContainText('Next trade')
  await expect.poll(() => asked.length).toBeGreaterThan(0)
  expect(asked[0]).toBeGreaterThan(PAUSE_MS - 200)
  await trades(page)
    .filter({ hasText: 'Filled' })
    .first()
    .getByRole('link', { name: 'Open in Activity' })
    .click()
  await expect(region(page, 'Operation')).toContainText('Completed')
})

test('starts and stops that fail say why, the status is asked for again, and mainnet offers nothing', async ({
  page,
}) => {
  await openBot(page, 'unlucky')
  await saveQuick(page)
  const refuse = (status: string) => ({
    status: 409,
    json: { error: `The bot is ${status}.`, code: 'bot_not_active' },
  })
  await button(panel(page), 'Start Bot').click()
  const dialog = getDialog(page, 'Start the trading bot')
  await expect(dialog).toContainText('Trades a day')
  await page.route('**/api/trading-bot/bot/start', (route) => route.fulfill(refuse('stopping')))
  const again = page.waitForRequest((request) => isStatus(request.url()))
  await button(dialog, 'Confirm and start').click()
  await expect(dialog).toContainText('Failed to start bot: The bot is stopping.')
  await again
  await inspect(page, 'a start that fails')
  await page.unroute('**/api/trading-bot/bot/start')
  await button(dialog, 'Confirm and start').click()
  await expect(panel(page).getByText('active', { exact: true })).toBeVisible()

  await page.route('**/api/trading-bot/bot/stop', (route) => route.fulfill(refuse('starting')))
  await button(panel(page), 'Stop Bot').click()
  await expect(panel(page)).toContainText('Failed to stop bot: The bot is starting.')
  await page.unroute('**/api/trading-bot/bot/stop')

  // Stop everything names it and stops it.
  await button(page, 'Stop all').click()
  const all = getDialog(page, 'Stop everything')
  await expect(all).toContainText('1 trading bot')
  await button(all, 'Stop everything').click()
  await expect(getDialog(page, 'Stopped')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel(page).getByText('inactive', { exact: true })).toBeVisible()

  const only = 'The trading bot is a simulation and runs on test networks only.'
  await page.route('**/api/trading-bot/bot/status*', (route) =>
    route.fulfill({ json: { bots: [], unavailable: only } }),
  )
  await openFlow(page)
  await expect(panel(page).getByRole('status')).toHaveText(only)
  await expect(panel(page).getByRole('button')).toHaveCount(0)
  await inspect(page, 'a bot on mainnet')

  // Its panel never comes: the wallets of its group are there all the same.
  await page.route('**/api/trading-bot/**', () => undefined)
  await page.goto(page.url())
  await expect(row(page, 'Runner 1')).toBeVisible()
  await expect(button(page, '+ Generate')).toBeVisible()
  await button(page, 'Close trading bot').click()
  await expect(panel(page)).toHaveCount(0)
  await expect(page).not.toHaveURL(/bot=/)
})
