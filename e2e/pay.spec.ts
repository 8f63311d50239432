// Pages: pay
/** The payer's page: anybody with the link can pay, and sees the state of the payment. */
import { inspect } from './inspect.ts'
import { expect, ownNetwork, test } from './fixtures.ts'
import { hurry } from './network.ts'
import { addWallet, askedOn, code, createLink, goToPay, heading, testFunds, readView } from './payer-page.ts'
import { ask, createAccount } from './person.ts'
import { createPayer } from '../server/src/test/payer.ts'

const FINAL_MS = 40_000
const QUOTED = /Rate locked for 1[45]:\d\d/
const AWAY = /^The server is not responding\./
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

test.describe('under tower, where confirmed is not yet final', () => {
  test.use(ownNetwork({ LOCALNET_COMMITMENT: 'tower' }))

  test('a payer without an account pays with test funds and takes a receipt along', async ({
    page,
    browser,
    network,
    product,
  }) => {
    const owner = await createAccount(page, 'seller')
    const body = {
      amount_usd: 10,
      payer_name: 'Ada Payer',
      return_url: 'https://shop.example/thanks?order=1',
    }
    const link = await createLink(page, body)
    const context = await browser.newContext({ baseURL: product.url })
    const payer = await context.newPage()
    const asked: string[] = []
    payer.on('request', (request) => asked.push(new URL(request.url()).pathname))
    payer.on('websocket', (socket) => asked.push(socket.url()))
    await goToPay(payer, link)
    await expect(heading(payer, 'Pay $10.00')).toBeVisible()
    await expect(payer.getByText('localnet: test network, no real money')).toBeVisible()
    await expect(payer.getByText(QUOTED)).toBeVisible()
    await expect(code(payer)).toBeVisible()
    await expect(payer.getByText('No wallet was found in this browser.', { exact: false })).toBeVisible()
    await expect(payer.getByText('Return to shop.example')).toHaveCount(0)
    await inspect(payer, 'a payment link')

    // Slow enough to see that confirmed is not final.
    await network.call('localnet_setSlotTime', 400)
    await testFunds(payer).click()
    await expect(heading(payer, 'Your payment is arriving')).toBeVisible({ timeout: FINAL_MS })
    await expect(payer.getByRole('status').getByText('Do not pay again.', { exact: false })).toBeVisible()
    await expect(payer.getByText('Arriving', { exact: true })).toBeVisible()
    await expect(payer.getByText('Paid $10.00')).toHaveCount(0)
    await expect(code(payer)).toHaveCount(0)
    await hurry(network)
    await expect(heading(payer, 'Paid $10.00')).toBeVisible({ timeout: FINAL_MS })
    const receipt = payer.getByRole('region', { name: 'Receipt' })
    await expect(receipt).toContainText('$10.00')
    await expect(receipt).toContainText(link.reference_id)
    await expect(payer.getByText('Final', { exact: true })).toHaveCount(1)
    const back = payer.getByRole('link', { name: 'Return to shop.example' })
    await expect(back).toHaveAttribute('href', body.return_url)
    await expect(back).toHaveAttribute('rel', 'noopener noreferrer')
    await inspect(payer, 'a paid link')

    const shown = `${await payer.content()} ${JSON.stringify(await readView(payer, link))}`
    for (const hidden of [owner, 'Ada Payer', 'Payments<', '"Payments"']) expect(shown).not.toContain(hidden)
    expect(
      asked.filter((path) => !/^\/(pay|api\/pay|assets)\/|^\/(scheme\.js|favicon\.svg)$/.test(path)),
    ).toEqual([])
    expect(await payer.evaluate(() => ({ ...localStorage, ...sessionStorage }))).toEqual({})
    await context.close()

    // Its owner, signed in, sees the same page.
    await goToPay(page, link)
    await expect(heading(page, 'Paid $10.00')).toBeVisible()
    await expect(page.getByRole('navigation')).toHaveCount(0)
  })
})

test('a wallet of the browser pays; what it declines or may have sent is said as it is', async ({
  page,
  network,
}) => {
  await hurry(network)
  await page.clock.install()
  await createAccount(page, 'wallet-seller')
  const link = await createLink(page, { amount_usd: 20 })
  const { signer } = await createPayer(network.call)
  const options = { payer: signer, chain: 'solana:localnet' }
  const wallet = await addWallet(page, network, { ...options, name: 'Plain Wallet', versions: ['legacy', 0] })
  const newer = await addWallet(page, network, { ...options, name: 'New Wallet', versions: [0, 1] })
  await addWallet(page, network, {
    payer: signer,
    chain: 'solana:mainnet',
    name: 'Main Wallet',
    versions: [0],
  })
  await addWallet(page, network, { ...options, name: 'Old Wallet', versions: ['legacy'] })
  await goToPay(page, link)
  await expect(page.getByText('Main Wallet is not on localnet')).toBeVisible()
  await expect(page.getByText('Old Wallet cannot sign the transactions of this page')).toBeVisible()
  const pay = page.getByRole('button', { name: 'Pay with Plain Wallet' })

  wallet.mood = 'declines'
  await pay.click()
  await expect(page.getByText('You declined it in Plain Wallet. Nothing was sent.')).toBeVisible()
  await inspect(page, 'wallets of the browser')

  wallet.mood = 'fails'
  await pay.click()
  await expect(page.getByText('It may have been sent', { exact: true })).toBeVisible()
  await expect(page.getByText('Plain Wallet reported a problem: The node did not answer.')).toBeVisible()
  await expect(code(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'It was not sent' }).click()

  wallet.mood = 'loses'
  await pay.click()
  await expect(page.getByText('The network will confirm it in a moment. Do not pay again.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('The network will confirm it in a moment. Do not pay again.')).toBeVisible()
  await expect(testFunds(page)).toHaveCount(0)
  await page.clock.fastForward('02:05')
  await expect(page.getByText('The network has not shown it yet')).toBeVisible()
  await inspect(page, 'a payment that was not seen')
  await page.getByRole('button', { name: 'It was not sent' }).click()

  // The page only signs the payment that it shows, not that of another link.
  const other = await createLink(page, { amount_usd: '21.00' })
  await page.request.post(`/api/pay/${other.reference_id}/quote`, { data: {} })
  await page.route('**/transaction', async (route) => {
    const url = route.request().url().replace(link.reference_id, other.reference_id)
    await route.continue({ url })
  })
  wallet.mood = 'signs'
  await pay.click()
  await expect(page.getByText('The transaction was not what this page shows', { exact: false })).toBeVisible()
  await page.unroute('**/transaction')

  await page.getByRole('button', { name: 'Pay with New Wallet' }).click()
  await expect(heading(page, 'Paid $20.00')).toBeVisible({ timeout: FINAL_MS })
  expect(wallet.formats).toEqual([0, 0, 0])
  expect(newer.formats).toEqual([1])
})

test('a part is shown with what is still due, and a new quote for the rest is paid', async ({
  page,
  network,
}) => {
  await hurry(network)
  await createAccount(page, 'part')
  const link = await createLink(page, { amount_usd: '40.00' })
  await goToPay(page, link)
  await expect(page.getByText(QUOTED)).toBeVisible()
  const payer = await createPayer(network.call)
  const first = await askedOn(page)
  await payer.pay(first, (first.lamports * 60n) / 100n)
  await expect(heading(page, /^\$16\.0[01] still due$/)).toBeVisible({ timeout: FINAL_MS })
  await expect(page.getByText(/\$(24\.00|23\.99) of \$40\.00 has arrived/)).toBeVisible()
  await expect(page.getByText(/^for \$16\.0[01] at/)).toBeVisible()
  await expect(page.getByText(QUOTED)).toBeVisible()
  await inspect(page, 'a part is paid')
  const second = await askedOn(page)
  expect(second.lamports).toBeLessThan(first.lamports)
  // The wallet shows the same amount as the page.
  const [due] = /\$[\d.]+/.exec((await heading(page, /still due$/).textContent()) ?? '') ?? []
  const url = (await page.getByRole('link', { name: 'Open in wallet' }).getAttribute('href')) ?? ''
  expect(new URL(url).searchParams.get('message')).toBe(`Payment of ${due}`)
  await payer.pay(second)
  await expect(heading(page, 'Paid $40.00')).toBeVisible({ timeout: FINAL_MS })
  await expect(page.getByText('Final', { exact: true })).toHaveCount(2)
})

test('an ended link, an unknown one, a quote that is over, and a server that is away are said in plain words', async ({
  page,
  product,
}) => {
  await createAccount(page, 'ended')
  const link = await createLink(page, { amount_usd: 5, return_url: 'https://shop.example/' })
  await goToPay(page, link)
  await expect(code(page)).toBeVisible()
  await product.end('SIGKILL')
  await expect(page.getByText(AWAY)).toBeVisible()
  await expect(code(page)).toBeVisible()
  await product.again()
  await expect(page.getByText(AWAY)).toHaveCount(0)

  await ask(page, 'POST', `/payments/${link.id}/expire`, {})
  await expect(heading(page, 'This link has expired')).toBeVisible()
  await expect(page.getByText('Please do not pay it.', { exact: false })).toBeVisible()
  await expect(code(page)).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Return to shop.example' })).toBeVisible()
  await inspect(page, 'an expired link')

  for (const reference_id of [`${link.reference_id.slice(0, -2)}22`, 'nothing', '']) {
    await goToPay(page, { reference_id })
    await expect(heading(page, 'There is no payment at this address')).toBeVisible()
  }
  await inspect(page, 'an unknown link')

  // A quote that has ended cannot be paid; one is renewed by the server’s clock, whatever this machine's clock is.
  const quoted = await createLink(page, { amount_usd: 5 })
  await page.clock.install({ time: ago(-300) })
  await goToPay(page, quoted)
  await expect(page.getByText(QUOTED)).toBeVisible()
  // The computer slept: the next answer puts the countdown right.
  await page.clock.fastForward('10:00')
  await expect(page.getByText(QUOTED)).toBeVisible()
  // The clock in a quarter of an hour.
  let ahead = 900_000
  await page.route(`**/api/pay/${quoted.reference_id}`, async (route) => {
    const answer = await route.fetch()
    const view = (await answer.json()) as { now: string }
    await route.fulfill({ json: { ...view, now: new Date(Date.parse(view.now) + ahead).toISOString() } })
  })
  await page.clock.fastForward('00:05')
  await expect(page.getByText('Do not pay it: a payment now counts', { exact: false })).toBeVisible()
  await expect(code(page)).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Open in wallet' })).toHaveCount(0)
  await expect(testFunds(page)).toHaveCount(0)
  await inspect(page, 'a quote is over')
  // The route stays: an answer in progress could not be given any more.
  ahead = 0
  await page.getByRole('button', { name: 'Get a new quote' }).click()
  await expect(page.getByText(QUOTED)).toBeVisible()
  await expect(code(page)).toBeVisible()
})
