/** Payment links and their pages, for tests. */
import { expect, type Page } from '@playwright/test'
import type { Payment } from '../contract/src/payments/payments.ts'
import { createPayer, readPayUrl } from '../server/src/test/payer.ts'
import type { Network } from './network.ts'
import { ask } from './person.ts'
import { button } from './wallets-page.ts'

export type Payer = Awaited<ReturnType<typeof createPayer>>

export const link = (page: Page, usd: string, more: object = {}) =>
  ask<Payment>(page, 'POST', '/payments/create-link', { amount_usd: usd, ...more })

export const readPayment = (page: Page, id: number) => ask<Payment>(page, 'GET', `/payments/${id}`)

/** Returns the amount that a payment asks for in SOL just now. */
export async function asked(page: Page, { reference_id }: Pick<Payment, 'reference_id'>) {
  const answer = await page.request.post(`/api/pay/${reference_id}/quote`, { data: {} })
  const { quote } = (await answer.json()) as { quote: { url: string } }
  return readPayUrl(quote.url)
}

/** Pays the requested amount, or this many thousandths of it, with a key that is not the desk's. */
export async function pay(page: Page, payer: Payer, payment: Payment, thousandths = 1_000n): Promise<string> {
  const wanted = await asked(page, payment)
  return payer.pay(wanted, (wanted.lamports * thousandths) / 1_000n)
}

export const payerOn = (network: Network) => createPayer(network.call)

/** Waits until the desk has seen this state of it. */
export async function becomes(
  page: Page,
  id: number,
  holds: (payment: Payment) => boolean,
): Promise<Payment> {
  let last: Payment | undefined
  await expect(async () => {
    last = await readPayment(page, id)
    expect(holds(last), JSON.stringify(last)).toBe(true)
  }).toPass({ intervals: [250] })
  return last as Payment
}
export const isPaid = ({ status }: Payment) => status === 'paid'

/** Creates, pays and approves a link. */
export async function approved(page: Page, payer: Payer, usd: string): Promise<Payment> {
  const made = await link(page, usd)
  await pay(page, payer, made)
  await becomes(page, made.id, isPaid)
  await ask(page, 'POST', `/payments/${made.id}/approve`, {})
  return readPayment(page, made.id)
}

/** Some have a count behind their name. */
export const tab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) })
/** A state of the list of pending payments, with its count. */
export const state = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Status' }).getByRole('button', { name: new RegExp(`^${name} \\d+$`) })
export const pendingRow = (page: Page, id: number) =>
  page
    .getByRole('group', { name: 'Pending payments' })
    .getByRole('listitem')
    .filter({ has: button(page, `Details of payment ${id}`) })
export const card = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true })
/** Chooses a wallet in a row of a plan. */
export async function choose(page: Page, position: number, wallet: string): Promise<void> {
  await button(page, new RegExp(`^Wallet ${position}\\b`)).click()
  await page
    .getByRole('dialog', { name: new RegExp(`^Wallet ${position}\\b`) })
    .getByRole('button', { name: new RegExp(`^${wallet}\\b`) })
    .click()
}
