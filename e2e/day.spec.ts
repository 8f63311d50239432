// Pages: wallets, solana-distribution, token-distribution, payment-distribution, strategies
/** A day with a thousand wallets: every total is the sum of its lines, and every value the chain's. */
import { expect, type Locator, type Page } from '@playwright/test'
import {
  formatBalance,
  formatRounded,
  formatUnits,
  groupThousands,
  parseUnits,
} from '../contract/src/money.ts'
import type { Strategy, StrategyTrade } from '../contract/src/strategies/strategies.ts'
import type { Operation } from '../contract/src/transfers/transfers.ts'
import { fund, goToCenter, make, region } from './center-page.ts'
import { test } from './fixtures.ts'
import { lamportsAt, type Network } from './network.ts'
import { approved, becomes, card, payerOn } from './payment-page.ts'
import { ask, BONK, createAccount, readWallets } from './person.ts'
import { goToTokens } from './token-page.ts'
import { button, getDialog, row } from './wallets-page.ts'

const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const FUNDED = 100_000_000_000n
const TOKEN_ACCOUNT_BYTES = 165
const AT_ONCE = 100

const sol = (amount: number | string): bigint => {
  const text = String(amount)
  return text.startsWith('-') ? -parseUnits(text.slice(1), 9) : parseUnits(text, 9)
}
const total = (units: Iterable<bigint>): bigint => [...units].reduce((sum, one) => sum + one, 0n)

/** A figure by its name, without its unit. */
const figure = async (of: Locator, name: string): Promise<string> => {
  const value = of.locator('dl > div').filter({ has: of.page().getByText(name, { exact: true }) })
  return ((await value.locator('dd').textContent()) ?? '').split(' ')[0] ?? ''
}

/** Lamports of all wallets, read from the network. */
async function onChain(network: Network, addresses: string[]): Promise<bigint[]> {
  const balances: number[] = []
  for (let from = 0; from < addresses.length; from += AT_ONCE)
    balances.push(...(await lamportsAt(network, addresses.slice(from, from + AT_ONCE))))
  return balances.map(BigInt)
}

/** Reads the source in a preview, sends, and compares the result with it. */
async function send(page: Page, unit: 'SOL' | 'USDC') {
  const dialog = getDialog(page, 'Preview Distribution')
  await expect(dialog.getByText('Network fees')).toBeVisible()
  const names = unit === 'SOL' ? ['Source now', 'Source after'] : ['Source SOL now', 'Source SOL after']
  const [now, after] = await Promise.all(names.map((name) => figure(dialog, name)))
  const fees = await figure(dialog, 'Network fees')
  const moved = await figure(dialog, 'Amount')
  const cost = unit === 'SOL' ? fees : await figure(dialog, 'SOL cost')
  const spent = sol(cost) + (unit === 'SOL' ? sol(moved) : 0n)
  expect(sol(after ?? '0')).toBe(sol(now ?? '0') - spent)
  await button(dialog, 'Confirm and send').click()
  const result = region(page, 'Result')
  await expect(result.getByText('Operation Completed', { exact: true })).toBeVisible()
  expect(await figure(result, 'Total distributed')).toBe(moved)
  expect(await figure(result, 'Network fees')).toBe(fees)
  if (unit === 'USDC') {
    expect(sol(await figure(result, 'SOL cost'))).toBe(sol(fees) + sol(await figure(result, 'Account rent')))
    expect(await figure(result, 'SOL cost')).toBe(cost)
  }
  return { after: sol(after ?? '0') }
}

test('on a day with a thousand wallets all sums agree with their lines and with the chain', async ({
  page,
  network,
}) => {
  await createAccount(page, 'day')
  await make(page, 1, 'Purse', 'Bank')
  await make(page, 599, 'Desk', 'Shop')
  await make(page, 400, 'Till')
  await fund(page, 'Purse 1', 100)
  const wallets = await readWallets(page)
  expect(wallets).toHaveLength(1_000)
  const findAddress = (name: string) => wallets.find((one) => one.name === name)?.address ?? ''
  const purse = findAddress('Purse 1')
  const readLamports = async (address: string) => (await onChain(network, [address]))[0]
  await ask(page, 'POST', '/faucet', { address: purse, mint: USDC, amount: 500 })

  // SOL to a whole group.
  await goToCenter(page)
  await button(page, 'Purse 1').click()
  await button(page, /^Select All.*: Shop$/).click()
  await page.getByLabel('Total Amount (SOL)').fill('6')
  await button(page, 'Calculate').click()
  await expect(region(page, 'Summary')).toContainText('Selected: 599Total: 6 SOL')
  await button(page, 'Execute Distribution').click()
  const spread = await send(page, 'SOL')
  expect(await readLamports(purse)).toBe(spread.after)
  expect(
    total(
      await onChain(
        network,
        wallets.map(({ address }) => address),
      ),
    ) - spread.after,
  ).toBe(sol(6))

  // A token to wallets that have never held one.
  await goToTokens(page, USDC)
  await button(page, 'Purse 1').click()
  await button(page, /new holders too \(400\): Ungrouped$/).click()
  await page.getByLabel(/^Total Amount/).fill('400')
  await button(page, 'Calculate').click()
  await button(page, 'Execute Distribution').click()
  const given = await send(page, 'USDC')
  expect(await readLamports(purse)).toBe(given.after)

  // A strategy over three wallets: its ticket, its cost, and the cost of its trades.
  const traders = ['Desk 2', 'Desk 3', 'Desk 4']
  for (const name of traders) await fund(page, name, 1)
  const { id: agent } = await ask<{ id: number }>(page, 'POST', '/agents', {})
  const walletAddresses = traders.map(findAddress)
  const { parsedPlan } = await ask<{ parsedPlan: object }>(page, 'POST', `/agents/${agent}/parse`, {
    instruction: `buy 0.3 SOL of ${BONK} every 1 second, 4 times`,
    wallet_addresses: walletAddresses,
  })
  await ask(page, 'POST', `/agents/${agent}/start`, {
    strategy: { parsedStrategy: parsedPlan, walletAddresses },
  })
  const strategy = async () =>
    (await ask<{ strategies: (Strategy & { id: string })[] }>(page, 'GET', '/strategies')).strategies[0]
  await expect.poll(async () => (await strategy())?.status).toBe('completed')
  const done = await strategy()
  const { trades } = await ask<{ trades: StrategyTrade[] }>(
    page,
    'GET',
    `/strategies/${done?.id}/trades?limit=100`,
  )
  // An order that failed in a moving market is paid for as well, and made again.
  expect(trades.filter(({ status }) => status === 'filled')).toHaveLength(12)
  const costs = trades.map((one) => sol(one.costs?.total[0]?.value ?? 0))
  expect(sol(done?.costs.total[0]?.value ?? 0)).toBe(total(costs))
  const costsUsd = parseUnits(done?.costs_usd ?? 0, 6)
  await page.goto('/strategies')
  const listed = page.getByRole('table', { name: 'Strategies' }).getByRole('row').nth(1)
  await expect(listed.locator('[data-label="Costs"]')).toHaveText(
    `$${formatRounded(costsUsd, 6, costsUsd < 1_000_000n ? 4 : 2)}`,
  )
  // Its profit is the same in its row, in the totals, in the bar of its agent and in the sum of all agents.
  const profit = await listed.locator('[data-label="P&L"] > :first-child').innerText()
  await expect(
    page.getByRole('table', { name: 'Strategies' }).locator('tfoot [data-label="P&L"]'),
  ).toHaveText(profit)
  await page.goto('/dashboard')
  await expect(page.getByTestId('strategy-profit')).toContainText(profit)
  await expect(page.getByTestId('all-agents-profit')).toContainText(profit)

  // A payment, planned unevenly, and paid out.
  const payment = await approved(page, await payerOn(network), '1500')
  const paid = sol(payment.amount_sol ?? 0)
  const parts = [paid / 2n, paid / 3n, 1_234_567_891n]
  const lines = traders.map((name, i) => ({
    wallet_id: wallets.find((one) => one.name === name)?.id,
    amount_sol: formatUnits(parts[i] ?? 0n, 9),
  }))
  await ask(page, 'POST', `/payments/${payment.id}/plan-distribution`, { distributions: lines })
  await page.goto('/payment-distribution')
  const shown = card(page, `Payment #${payment.id} - $1,500.00 USD`)
  const amounts = shown.locator('tbody [data-label="Amount SOL"]')
  await expect(amounts).toHaveCount(3)
  const exact = async (cell: Locator) =>
    sol(((await cell.getAttribute('title')) ?? '').replaceAll(',', '').split(' ')[0] ?? '')
  const lineAmounts = await Promise.all((await amounts.all()).map(exact))
  expect(lineAmounts).toEqual(parts)
  expect(await exact(shown.locator('tfoot [data-label="Amount SOL"]'))).toBe(total(parts))
  await ask(page, 'POST', `/payments/${payment.id}/execute`, {})
  await becomes(page, payment.id, ({ distribution_status }) => distribution_status === 'completed')

  // All of the group is gathered again.
  await goToCenter(page, 'gather')
  await button(page, 'Purse 1').click()
  await button(page, /^Select All.*: Shop$/).click()
  await button(page, 'Execute Gather').click()
  const gathering = getDialog(page, 'Preview Gather')
  await expect(gathering.getByText('Network fees')).toBeVisible()
  const after = sol(await figure(gathering, 'Destination after'))
  expect(after).toBe(
    sol(await figure(gathering, 'Destination now')) +
      sol(await figure(gathering, 'Amount')) -
      sol(await figure(gathering, 'Network fees')),
  )
  await button(gathering, 'Confirm and send').click()
  await expect(region(page, 'Result').getByText('Operation Completed', { exact: true })).toBeVisible()
  expect(await readLamports(purse)).toBe(after)

  // The page of the wallets, all of them and by group.
  const addresses = (await readWallets(page)).map(({ address }) => address)
  const chain = await onChain(network, addresses)
  const all = total(chain)
  await page.goto('/wallets')
  const solText = (lamports: bigint) => `${groupThousands(formatBalance(lamports, 9))} SOL`
  const panel = region(page, 'Portfolio')
  await expect(panel.getByTestId('portfolio-sol')).toHaveText(solText(all))
  const summary = await ask<{ sol: number; total_usd: number }>(page, 'GET', '/portfolio')
  expect(sol(summary.sol)).toBe(all)
  await expect(panel.getByTestId('portfolio-usd')).toHaveText(
    `$${groupThousands(formatRounded(parseUnits(summary.total_usd, 6), 6, 2))}`,
  )
  const { balances } = await ask<{
    balances: { sol: { balance: number }; tokens: { mint: string; amount: number }[] }[]
  }>(page, 'POST', '/wallet/balances', { walletIds: wallets.map(({ id }) => id) })
  expect(balances.map((one) => sol(one.sol.balance))).toEqual(
    wallets.map(({ address }) => chain[addresses.indexOf(address)]),
  )
  const usdc = balances.flatMap(({ tokens }) => tokens.filter(({ mint }) => mint === USDC))
  expect(total(usdc.map(({ amount }) => parseUnits(amount, 6)))).toBe(500_000_000n)
  await page.getByPlaceholder('Name or address').fill('Purse 1')
  await expect(row(page, 'Purse 1')).toContainText(
    `${formatRounded((await readLamports(purse)) ?? 0n, 9, 4)} SOL`,
  )

  // All deposits, less all fees, rents and purchases, are the present balance.
  const { operations } = await ask<{ operations: Operation[] }>(page, 'GET', '/operations?limit=100')
  const rent = BigInt(await network.call<number>('getMinimumBalanceForRentExemption', TOKEN_ACCOUNT_BYTES))
  const accounts = BigInt(400 + traders.length)
  const bought = total(trades.map(({ quote }) => sol(quote ?? 0)))
  const fees = total(
    operations.filter(({ type }) => type !== 'faucet').map(({ summary: { fees: of } }) => sol(of)),
  )
  const funded = FUNDED + BigInt(traders.length) * sol(1) + paid
  expect(all).toBe(funded - fees - accounts * rent - bought)
})
