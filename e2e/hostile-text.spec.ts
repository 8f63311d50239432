// Pages: all
/**
 * Texts of users, agents, tokens and payers are shown as text, on every page, and no page breaks the security policy.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { ask, BONK, signUp, readWallets } from './person.ts'

/** Each runs by itself if it is taken for markup; ` n` distinguishes them. */
const markup = (n: string) => `<img src=x onerror="__ran(1)">${n}`
const script = (n: string) => `"><script>__ran(2)</script><svg/onload=__ran(3)>${n}`
const styled = (n: string) => `</style><b style="position:fixed">${n}`

type Seen = { ran: string[]; violations: string[] }
/** Records every script that runs from a text, and every violation, in all documents of the page. */
async function watch(page: Page): Promise<Seen> {
  const seen: Seen = { ran: [], violations: [] }
  await page.exposeFunction('__ran', (which: number) => void seen.ran.push(`${which} at ${page.url()}`))
  await page.exposeFunction('__violated', (what: string) => void seen.violations.push(what))
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => {
      const { violatedDirective, blockedURI, sample, sourceFile, lineNumber } = event
      const what = `${violatedDirective} ${blockedURI} '${sample}' ${sourceFile}:${lineNumber}`
      ;(globalThis as unknown as { __violated(what: string): void }).__violated(`${location.href}: ${what}`)
    })
  })
  page.on('dialog', (dialog) => {
    seen.ran.push(`dialog at ${page.url()}`)
    void dialog.dismiss()
  })
  return seen
}
const settled = (page: Page) => page.waitForLoadState('networkidle')

const PAGES = [
  '/login',
  '/register',
  '/dev/outbox',
  '/dashboard',
  '/strategies',
  '/solana-distribution',
  '/token-distribution',
  '/payments',
  '/payments?tab=approved',
  '/payments?tab=settings',
  '/payments?tab=distribution',
  '/payment-distribution',
  '/wallets',
  '/wallets?tab=authorization',
  '/wallets?tab=whitelist',
  '/activity',
  '/audit',
  '/profile',
  '/api/docs/',
]

test('stored texts are shown as text on every page, and no page breaks the policy', async ({
  page,
  product,
}) => {
  const seen = await watch(page)
  const email = await signUp(page, 'hostile')
  await store(page)
  await page.goto('/dashboard')
  await expect(page.getByText(markup('agent')).first()).toBeVisible()
  await expect(page.getByText(script('chat')).first()).toBeVisible()
  await expect(page.getByLabel('Terminal log').getByText(script('line'))).toBeVisible()
  for (const path of PAGES) {
    await page.goto(path)
    await settled(page)
  }
  // Parts that only open on request: dialogs, menus, pickers, the other mode.
  await page.goto('/wallets')
  await page.getByRole('button', { name: '+ Generate' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Switch to/ }).click()
  await page.goto('/solana-distribution')
  await expect(page.getByText(styled('wallet')).first()).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Open navigation' }).click()
  await expect(page.getByRole('dialog', { name: 'Navigation' })).toBeVisible()
  await page.setViewportSize({ width: 1360, height: 900 })
  await page.goto(`/dev/outbox?to=${email}`)
  await settled(page)
  expect(seen.ran).toEqual([])
  expect(seen.violations).toEqual([])
  expect(product.output()).not.toContain('"level":50')
})

/** Stores every text that a user can store, in every way to store it. */
async function store(page: Page): Promise<void> {
  const agent = await ask<{ id: number }>(page, 'POST', '/agents', { name: markup('agent') })
  for (const content of [markup('chat'), script('chat'), styled('chat')])
    for (const role of ['user', 'system'])
      await ask(page, 'POST', `/agents/${agent.id}/chat`, { role, content })
  for (const message of [markup('line'), script('line')])
    await ask(page, 'POST', `/agents/${agent.id}/terminal-logs`, { message })
  const group = await ask<{ id: number }>(page, 'POST', '/wallet-groups', { name: markup('group') })
  await ask(page, 'POST', '/wallets/generate-bulk', { count: 3, namePrefix: 'Wallet', groupId: group.id })
  const [first, second, third] = await readWallets(page)
  if (!first || !second || !third) throw new Error('three wallets were made')
  for (const [wallet, name] of [
    [first, markup('wallet')],
    [second, script('wallet')],
    [third, styled('wallet')],
  ] as const)
    await ask(page, 'PUT', `/wallets/${wallet.id}`, { name })
  await ask(page, 'POST', '/faucet', { address: first.address, sol: 10 })
  await ask(page, 'POST', '/solana-distribution/distribute', {
    sourceWalletId: first.id,
    destinations: [
      { walletId: second.id, amount: 0.1 },
      { walletId: third.id, amount: 0.0001 },
    ],
  })
  await ask(page, 'POST', '/tokens', {
    name: '<img src=x onerror=__ran(4)>',
    symbol: 'HOSTILE',
    description: script('token'),
    image: 'https://evil.example/x.png?onerror=__ran(5)',
    decimals: 2,
    supply: '1000',
    wallet_id: first.id,
  })
  await ask(page, 'PUT', '/users/me', { first_name: markup('me'), last_name: script('me') })
  await ask(page, 'POST', '/payments/create-link', { amount_usd: 5, payer_name: markup('payer') })
  await ask(page, 'POST', '/whitelist', { wallet_address: second.address, mint_address: BONK })
  await storeWebhookAnswer(page)
}

/** Starts a receiver that answers with markup, in its head and its body. */
async function storeWebhookAnswer(page: Page): Promise<void> {
  const receiver = createServer((request, response) => {
    request.resume()
    response.writeHead(500, markup('reason'), { 'x-answer': 'y' }).end(script('hook'))
  })
  await new Promise<void>((resolve) => void receiver.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/<img src=x onerror=__ran(6)>`
  const { id } = await ask<{ id: number }>(page, 'POST', '/webhooks', { url })
  await ask(page, 'POST', `/webhooks/${id}/ping`)
  await expect(async () => {
    const { deliveries } = await ask<{ deliveries: { attempts: number }[] }>(
      page,
      'GET',
      `/webhooks/${id}/deliveries`,
    )
    expect(deliveries[0]?.attempts).toBeGreaterThan(0)
  }).toPass()
  receiver.close()
}
