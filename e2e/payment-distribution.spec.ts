/** Payment Distribution: approving, planning and executing, on the page of its own and in the frame of the dashboard. */
import { formatUnits, parseUnits } from '../contract/src/money.ts'
import { make } from './center-page.ts'
import type { Locator } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { inspect } from './inspect.ts'
import { hurry } from './network.ts'
import { approved, becomes, card, choose, isPaid, link, pay, payerOn, paymentOf } from './payment-page.ts'
import { ask, createAccount } from './person.ts'
import { answered, held, refused } from './refused.ts'
import { button, dialogOf } from './wallets-page.ts'

/** Longer than a phone is wide. */
const DESK = 'Desk of the department for distributions'
const lamports = (amount: number | string) => parseUnits(amount, 9)
const sol = (units: bigint) => formatUnits(units, 9)

test('a paid payment is approved, planned over wallets, and every line is paid once', async ({
  page,
  network,
}) => {
  await createAccount(page, 'lines')
  await make(page, 4, DESK)
  await hurry(network)
  const payer = await payerOn(network)
  await refused(page, 'GET /payments/(pending|approved)', async () => {
    await page.goto('/payment-distribution')
    await expect(page.getByText('Failed to load payment data. Please try again.')).toHaveCount(2)
  })
  const open = await link(page, '1')
  const { id } = await link(page, '1500')
  await pay(page, payer, await paymentOf(page, id))
  await becomes(page, id, isPaid)
  await page.reload()
  await expect(button(page, `Approve payment ${open.id}`)).toBeDisabled()
  await expect(page.getByText('No approved payments found.')).toBeVisible()
  await expect(page.getByRole('navigation').locator('[data-within]')).toHaveText('Payments')
  await refused(page, `POST /payments/${id}/approve`, async () => {
    await button(page, `Approve payment ${id}`).click()
    await expect(page.getByText('Failed to approve payment. Please try again.')).toBeVisible()
  })
  await button(page, `Approve payment ${id}`).click()
  const shown = card(page, `Payment #${id} - $1,500.00 USD`)
  await expect(shown).toContainText('Not planned')

  await button(shown, `Plan Distribution of payment ${id}`).click()
  const plan = dialogOf(page, 'Plan SOL Distribution')
  const { amount_sol } = await paymentOf(page, id)
  const total = lamports(amount_sol ?? 0)
  const remaining = plan.getByTestId('remaining')
  await expect(plan.getByRole('list', { name: 'Rows' }).getByRole('listitem')).toHaveCount(1)
  await expect(remaining).toHaveText(`${sol(total)} SOL`)
  const submit = button(plan, 'Submit plan')
  await submit.click()
  await expect(plan.getByRole('alert')).toHaveText(
    'Please add at least one valid wallet with a positive SOL amount',
  )
  await inspect(page, 'an empty plan')
  await choose(page, 1, `${DESK} 1`)
  await plan.getByLabel('Amount of wallet 1').fill(sol(total + 1n))
  await expect(remaining).toHaveText('0.000000001 SOL too much')
  const [exceeding, available] = pairOf(total + 1n, total)
  await submit.click()
  await expect(plan.getByRole('alert')).toHaveText(
    `Total SOL (${exceeding}) exceeds available amount (${available})`,
  )
  await plan.getByLabel('Amount of wallet 1').fill('0.1')
  await expect(remaining).toHaveText(`${sol(total - 100_000_000n)} SOL`)
  // Closed by a slip of the hand, it is as it was.
  await page.keyboard.press('Escape')
  await expect(plan).toBeHidden()
  await button(shown, `Plan Distribution of payment ${id}`).click()
  await expect(remaining).toHaveText(`${sol(total - 100_000_000n)} SOL`)
  await expect(plan).toContainText(`${DESK} 1`)
  await button(plan, 'Cancel').click()
  await button(shown, `Plan Distribution of payment ${id}`).click()
  await expect(remaining).toHaveText(`${sol(total)} SOL`)
  await choose(page, 1, `${DESK} 1`)
  await plan.getByLabel('Amount of wallet 1').fill('0.1')
  await button(plan, 'Add wallet').click()
  await plan.getByLabel('Amount of wallet 2').fill('0.1')
  await submit.click()
  await expect(plan.getByRole('alert')).toHaveText('Please choose a wallet')
  await choose(page, 2, `${DESK} 1`)
  await submit.click()
  await expect(plan.getByRole('alert')).toHaveText('This wallet is in the plan already')
  await choose(page, 2, `${DESK} 2`)
  await button(plan, 'Add wallet').click()
  await choose(page, 3, `${DESK} 3`)
  await button(plan, 'Split evenly').click()
  await expect(
    plan.getByText(/ SOL over 3 wallets: the collection wallet can pay .* for network fees\.$/),
  ).toBeVisible()
  await button(plan, 'Add wallet').click()
  await button(plan, 'Remove wallet 4').click()
  await button(plan, 'Split evenly').click()
  await inspect(page, 'a plan')
  await refused(page, `POST /payments/${id}/plan-distribution`, async () => {
    await submit.click()
    await expect(plan.getByText('Failed to submit distribution plan. Please try again.')).toBeVisible()
  })
  await submit.click()
  await expect(page.getByText(`Payment #${id} is planned over 3 wallets.`)).toBeVisible()
  await expect(shown.getByRole('row')).toHaveCount(4)
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await cutOff(shown.getByRole('table'))).toEqual([])
  await page.setViewportSize({ width: 1360, height: 900 })
  await expect(shown.getByRole('columnheader', { name: 'Status' })).toBeVisible()
  await expect(button(shown, `Plan Distribution of payment ${id}`)).toHaveCount(0)

  await button(shown, 'Discard plan').click()
  await button(dialogOf(page, 'Discard the plan'), 'Discard plan').click()
  await expect(page.getByText(`The plan of payment #${id} was discarded.`)).toBeVisible()
  await button(shown, `Plan Distribution of payment ${id}`).click()
  for (const n of [1, 2, 3]) {
    if (n > 1) await button(plan, 'Add wallet').click()
    await choose(page, n, `${DESK} ${n}`)
  }
  await button(plan, 'Split evenly').click()
  await submit.click()
  const { distributions } = await becomes(page, id, (one) => one.distributions.length === 3)
  const [first] = distributions
  const execute = button(shown, `Execute line ${first?.id}`)
  await answered(
    page,
    `POST /payments/distribution/${first?.id}/execute`,
    { status: 409, json: { code: 'funds_in_flight', error: 'This wallet is already sending funds.' } },
    async () => {
      await execute.click()
      await button(dialogOf(page, 'Execute distribution'), 'Execute').click()
      await expect(shown).toContainText(
        'Failed to execute distribution: This wallet is already sending funds.',
      )
    },
  )
  await execute.click()
  const asking = dialogOf(page, 'Execute distribution')
  await expect(asking).toContainText(`${DESK} 1`)
  await expect(asking).toContainText('Network fees')
  await inspect(page, 'executing a line')
  await button(asking, 'Execute').dblclick()
  await expect(shown.getByRole('row').nth(1)).toContainText('Completed')
  await expect(shown).toContainText('1 of 3 completed')
  await expect(shown).toContainText('Partly executed')
  await expect(button(shown, 'Discard plan')).toHaveCount(0)
  await button(shown, 'Execute all 2 lines').click()
  await button(asking, 'Execute 2 lines').click()
  await expect(shown).toContainText('3 of 3 completed')
  await inspect(page, 'a distribution that is completed')
  const done = await paymentOf(page, id)
  expect(done.distribution_status).toBe('completed')
  const hash = done.distributions[0]?.tx_hash ?? ''
  await expect(shown.getByRole('row').nth(1)).toContainText(hash.slice(0, 8))
  const address = done.distributions[0]?.wallet_address ?? ''
  await expect(shown.getByRole('row').nth(1)).toContainText(`${address.slice(0, 6)}...${address.slice(-4)}`)
  const { operations } = await ask<{ operations: unknown[] }>(page, 'GET', '/operations?type=payment')
  expect(operations).toHaveLength(2)
  const balance = await ask<{ solBalance: number | string }>(page, 'GET', `/wallet/${address}/balance`)
  expect(lamports(balance.solBalance)).toBe(lamports(done.distributions[0]?.amount_sol ?? 0))
})

/** The cells of a table that do not end within the window. */
const cutOff = (table: Locator) =>
  table.getByRole('cell').evaluateAll((cells) =>
    cells.flatMap((cell) => {
      const ends = [cell, ...cell.querySelectorAll('*')].map((one) => one.getBoundingClientRect().right)
      return Math.max(...ends) > window.innerWidth ? [cell.textContent] : []
    }),
  )

/** With so many decimals, cut off. */
const digits = (units: bigint, places: number) => {
  const [whole = '0', fraction = ''] = sol(units).split('.')
  return `${whole}.${fraction.padEnd(9, '0').slice(0, places)}`
}
/** With six digits where those tell the two apart, which depends on the price of the moment. */
const pairOf = (...both: [bigint, bigint]): string[] =>
  both.map((units) => digits(units, digits(both[0], 6) === digits(both[1], 6) ? 9 : 6))

test('the dashboard holds the page in a frame that follows its theme, and real funds are asked for once', async ({
  page,
  network,
}) => {
  await createAccount(page, 'frame')
  await make(page, 2, 'Desk')
  await hurry(network)
  const { id } = await approved(page, await payerOn(network), '1500')
  const [desk] = (
    await ask<{ wallets: { id: number; name: string }[] }>(page, 'GET', '/wallets')
  ).wallets.filter(({ name }) => name === 'Desk 1')
  await ask(page, 'POST', `/payments/${id}/plan-distribution`, {
    distributions: [{ wallet_id: desk?.id, amount_sol: '1' }],
  })
  for (let n = 0; n < 14; n++) await link(page, '1')
  const refusals: string[] = []
  page.on('console', (message) => {
    if (/Content Security Policy|X-Frame-Options|Refused/.test(message.text())) refusals.push(message.text())
  })
  await page.route('**/api/status', async (route) => {
    const status = (await (await route.fetch()).json()) as object
    await route.fulfill({ json: { ...status, cluster: 'mainnet-beta' } })
  })
  await page.goto('/payments?tab=distribution')
  const frame = page.frameLocator('iframe[title="Payment Distribution"]')
  const shown = frame.getByRole('region', { name: `Payment #${id} - $1,500.00 USD` })
  await expect(shown).toBeVisible()
  await expect(frame.getByRole('navigation')).toHaveCount(0)
  // Many that wait do not push those that are approved out of sight.
  await expect(frame.getByRole('heading', { name: 'Approved Payments' })).toBeInViewport()
  for (const size of [
    { width: 390, height: 844 },
    { width: 1360, height: 900 },
  ]) {
    await page.setViewportSize(size)
    const more = () => page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)
    expect(await more(), `the page around the frame scrolls at ${size.width}`).toBe(0)
  }
  await expect(frame.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light')
  await page.getByRole('button', { name: /dark/i }).first().click()
  await expect(frame.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  const asking = frame.getByRole('dialog', { name: 'Execute distribution' })
  // What it will do is on screen before it can be asked for.
  await held(page, `GET /payments/${id}`, async () => {
    await shown.getByRole('button', { name: /^Execute line/ }).click()
    await asking.getByLabel(/^These are real funds on mainnet-beta\./).check()
    await expect(asking.getByRole('button', { name: 'Execute', exact: true })).toBeDisabled()
  })
  await expect(asking.getByText('Network fees')).toBeVisible()
  await asking.getByLabel(/^These are real funds on mainnet-beta\./).uncheck()
  await expect(asking.getByRole('button', { name: 'Execute', exact: true })).toBeDisabled()
  await asking.getByLabel(/^These are real funds on mainnet-beta\./).check()
  await asking.getByRole('button', { name: 'Execute', exact: true }).click()
  await expect(shown).toContainText('1 of 1 completed')
  const { distributions } = await paymentOf(page, id)
  const hash = distributions[0]?.tx_hash ?? ''
  await expect(shown.getByRole('link', { name: hash.slice(0, 8) })).toHaveAttribute(
    'href',
    `https://explorer.solana.com/tx/${hash}`,
  )
  expect(refusals).toEqual([])
  await shown.getByRole('link', { name: 'Open in Activity' }).click()
  await expect(page.getByRole('region', { name: 'Operation', exact: true })).toContainText('Payment')
})
