// Pages: payments, pay, payment-distribution
/** A payment from its link to the wallets that share it: paid on the payer's page, approved, planned, and sent once. */
import { formatUnits, parseUnits } from '../../contract/src/money.ts'
import { make } from '../center-page.ts'
import { expect, test } from '../fixtures.ts'
import { hurry, lamportsAt } from '../network.ts'
import { becomes, card, choose, isPaid, link, readPayment, pendingRow, tab } from '../payment-page.ts'
import { heading, testFunds } from '../payer-page.ts'
import { ask, createAccount, readWallets } from '../person.ts'
import { answered } from '../refused.ts'
import { button, getDialog } from '../wallets-page.ts'

const lamports = (amount: number | string) => parseUnits(amount, 9)
const sol = (units: bigint) => formatUnits(units, 9)
/** It has this many decimals, cut off. */
const digits = (units: bigint, places: number) => {
  const [whole = '0', fraction = ''] = sol(units).split('.')
  return `${whole}.${fraction.padEnd(9, '0').slice(0, places)}`
}
/** Both have six digits if those distinguish the two, which depends on the present price. */
const formatPair = (...both: [bigint, bigint]): string[] =>
  both.map((units) => digits(units, digits(both[0], 6) === digits(both[1], 6) ? 9 : 6))

test('a link is made, paid by a stranger, approved, planned over wallets, and every line is paid once', async ({
  page,
  browser,
  baseURL,
  network,
}) => {
  await createAccount(page, 'lines')
  await make(page, 4, 'Desk')
  await hurry(network)
  const unpaid = await link(page, '1')
  await page.goto('/payments')
  const amount = page.getByLabel('Amount (USD)')
  for (const wrong of ['', '0', '-1', '0.001']) {
    await amount.fill(wrong)
    await button(page, 'Generate Payment Link').click()
    await expect(page.getByText('Please enter a valid amount')).toBeVisible()
  }
  await amount.fill('1500')
  await button(page, 'Generate Payment Link').click()
  const field = page.getByLabel('Payment link', { exact: true }).and(page.locator('input'))
  await expect(field).toHaveValue(/\/pay\/[1-9A-HJ-NP-Za-km-z]{32,44}$/)
  const fact = (name: string) => page.locator('dl > div').filter({ hasText: name }).locator('dd')
  await expect(fact('Amount')).toHaveText('$1,500.00 USD')
  await expect(fact('Status')).toHaveText('Pending')

  const context = await browser.newContext(baseURL ? { baseURL } : {})
  const payer = await context.newPage()
  await payer.goto(new URL(await field.inputValue()).pathname)
  await expect(heading(payer, 'Pay $1,500.00')).toBeVisible()
  await testFunds(payer).click()
  await expect(heading(payer, 'Paid $1,500.00')).toBeVisible()
  await context.close()
  // The channel reports it, without a reload.
  await expect(fact('Status')).toHaveText('Paid')
  const [{ id } = { id: 0 }] = (
    await ask<{ id: number; amount_usd: string }[]>(page, 'GET', '/payments/pending')
  ).filter((one) => one.id !== unpaid.id)
  const { amount_sol } = await becomes(page, id, isPaid)
  const total = lamports(amount_sol ?? 0)

  await tab(page, 'Pending Payments').click()
  await expect(pendingRow(page, id)).toContainText('Paid')
  await expect(button(page, `Approve payment ${unpaid.id}`)).toHaveCount(0)
  // The screen has an older one: it is not approved, and the list is loaded again.
  const { revision } = await readPayment(page, id)
  await page.route(`**/api/payments/${id}/approve`, (route) =>
    route.continue({ postData: JSON.stringify({ revision: revision - 1 }) }),
  )
  await button(page, `Approve payment ${id}`).click()
  await button(getDialog(page, `Approve payment #${id}`), 'Approve').click()
  await expect(page.getByRole('alert')).toContainText(
    'This payment has changed since it was shown. Please review it again.',
  )
  await page.unroute(`**/api/payments/${id}/approve`)
  await button(page, `Approve payment ${id}`).click()
  await button(getDialog(page, `Approve payment #${id}`), 'Approve').click()
  await expect(page.getByText(`Payment #${id} was approved.`)).toBeVisible()

  await page.goto('/payment-distribution')
  await expect(button(page, `Approve payment ${unpaid.id}`)).toBeDisabled()
  await expect(page.getByRole('navigation').locator('[data-within]')).toHaveText('Payments')
  const shown = card(page, `Payment #${id} - $1,500.00 USD`)
  await expect(shown).toContainText('Not planned')
  await button(shown, `Plan Distribution of payment ${id}`).click()
  const plan = getDialog(page, 'Plan SOL Distribution')
  const remaining = plan.getByTestId('remaining')
  await expect(plan.getByRole('list', { name: 'Rows' }).getByRole('listitem')).toHaveCount(1)
  await expect(remaining).toHaveText(`${sol(total)} SOL`)
  const submit = button(plan, 'Submit plan')
  await submit.click()
  await expect(plan.getByRole('alert')).toHaveText(
    'Please add at least one valid wallet with a positive SOL amount',
  )
  await choose(page, 1, 'Desk 1')
  await plan.getByLabel('Amount of wallet 1').fill(sol(total + 1n))
  await expect(remaining).toHaveText('0.000000001 SOL over')
  const [exceeding, available] = formatPair(total + 1n, total)
  await submit.click()
  await expect(plan.getByRole('alert')).toHaveText(
    `Total SOL (${exceeding}) exceeds available amount (${available})`,
  )
  await plan.getByLabel('Amount of wallet 1').fill('0.1')
  await expect(remaining).toHaveText(`${sol(total - 100_000_000n)} SOL`)
  // A dialog closed by mistake opens again with the same contents.
  await page.keyboard.press('Escape')
  await expect(plan).toBeHidden()
  await button(shown, `Plan Distribution of payment ${id}`).click()
  await expect(remaining).toHaveText(`${sol(total - 100_000_000n)} SOL`)
  await button(plan, 'Add wallet').click()
  await plan.getByLabel('Amount of wallet 2').fill('0.1')
  await submit.click()
  await expect(plan.getByRole('alert')).toHaveText('Please choose a wallet')
  await choose(page, 2, 'Desk 1')
  await submit.click()
  await expect(plan.getByRole('alert')).toHaveText('This wallet is in the plan already')
  await choose(page, 2, 'Desk 2')
  await button(plan, 'Add wallet').click()
  await choose(page, 3, 'Desk 3')
  await button(plan, 'Split evenly').click()
  await expect(
    plan.getByText(/ SOL over 3 wallets: the collection wallet can pay .* for network fees\.$/),
  ).toBeVisible()
  await submit.click()
  await expect(page.getByText(`Payment #${id} is planned over 3 wallets.`)).toBeVisible()
  await expect(shown.getByRole('row')).toHaveCount(5)
  await expect(button(shown, `Plan Distribution of payment ${id}`)).toHaveCount(0)

  const { distributions } = await becomes(page, id, (one) => one.distributions.length === 3)
  const [first] = distributions
  const execute = button(shown, `Execute line ${first?.id}`)
  const asking = getDialog(page, 'Execute distribution')
  await answered(
    page,
    `POST /payments/distribution/${first?.id}/execute`,
    { status: 409, json: { code: 'funds_in_flight', error: 'This wallet is already sending funds.' } },
    async () => {
      await execute.click()
      await button(asking, 'Execute').click()
      await expect(shown).toContainText(
        'Failed to execute distribution: This wallet is already sending funds.',
      )
    },
  )
  await execute.click()
  await expect(asking).toContainText('Desk 1')
  await expect(asking).toContainText('Network fees')
  await button(asking, 'Execute').dblclick()
  await expect(shown.getByRole('row').nth(1)).toContainText('Completed')
  await expect(shown).toContainText('1 of 3 completed')
  await expect(shown).toContainText('Partly executed')
  await expect(button(shown, 'Discard plan')).toHaveCount(0)
  await button(shown, 'Execute all 2 lines').click()
  await button(asking, 'Execute 2 lines').click()
  await expect(shown).toContainText('3 of 3 completed')

  const done = await readPayment(page, id)
  expect(done.distribution_status).toBe('completed')
  const hash = done.distributions[0]?.tx_hash ?? ''
  await expect(shown.getByRole('row').nth(1)).toContainText(hash.slice(0, 8))
  const { operations } = await ask<{ operations: unknown[] }>(page, 'GET', '/operations?type=payment')
  expect(operations).toHaveLength(2)
  // Each line to the lamport, and nothing else has left the collection wallet but the fees of two transactions.
  const addresses = done.distributions.map(({ wallet_address }) => wallet_address)
  const paid = done.distributions.map((line) => Number(lamports(line.amount_sol)))
  expect(await lamportsAt(network, addresses)).toEqual(paid)
  const sum = paid.reduce((a, b) => a + b, 0)
  const others = (await readWallets(page)).filter(({ name }) => !/^Desk [123]$/.test(name))
  const kept = await lamportsAt(
    network,
    others.map(({ address }) => address),
  )
  expect(kept.reduce((a, b) => a + b, 0)).toBe(Number(total) - sum - 10_000)
})
