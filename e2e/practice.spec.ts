// Pages: dashboard
/**
 * Practice at live prices, over doubles of the services: from the name of a token to 'Bought', and the look of an
 * outage.
 */
import { shortAddress } from '@purser/contract/wallets/short-address.ts'
import { expect, test as base } from '@playwright/test'
import { systemClock } from '../server/src/kernel/clock.ts'
import { openServices, type ServicesDouble } from '../server/src/test/services-double.ts'
import { strangeMint } from '../server/src/test/token-service.ts'
import { inspect } from './inspect.ts'
import { createAgent, fundWallet, say, signUp } from './person.ts'
import { type Product, startProduct } from './product.ts'

const GOOD = strangeMint('froggo of old')
const test = base.extend<{ services: ServicesDouble; product: Product }>({
  services: async ({}, use) => {
    const froggo = { symbol: 'FROGGO', decimals: 6 }
    await using services = await openServices({
      clock: systemClock,
      tokens: [
        { ...froggo, mint: GOOD, name: 'Froggo', usd: 0.02, isVerified: false, liquidity: 5_230_000 },
        { ...froggo, mint: strangeMint('new'), name: 'Froggo <b>2</b>', usd: 0.4, isVerified: false },
      ],
    })
    await use(services)
  },
  product: async ({ services }, use) => {
    const product = await startProduct(services.env)
    await use(product)
    await product.remove()
  },
  baseURL: ({ product }, use) => use(product.url),
})

test('a token is found by its name, looked at, bought, and an outage says what waits', async ({
  page,
  services,
}) => {
  await page.goto('/login')
  await expect(page.getByRole('note')).toContainText('This desk is for practice')
  await signUp(page, 'practice')
  await expect(page.getByText('practice, live prices')).toBeVisible()
  await createAgent(page)
  await fundWallet(page)
  await say(page, 'buy 0.01 SOL of FROGGO every 5 seconds, 100 times')
  const chat = page.getByRole('log', { name: 'Messages' })
  await expect(chat.getByText(/2 tokens have that name/)).toBeVisible()
  // A stranger's name is text, whatever its characters.
  await expect(chat.getByRole('button', { name: /Froggo <b>2<\/b>/ })).toBeVisible()
  await chat.getByRole('button', { name: /^FROGGO \(Froggo\)/ }).click()
  // The facts that must be known are beside its costs, and nobody has to unfold them.
  const facts = chat.getByRole('note')
  await expect(facts.getByText(/is not verified: anyone can give a token that name\./)).toBeVisible()
  await expect(facts.getByText(/reported by the market's token service/)).toBeVisible()
  await page.getByRole('button', { name: 'Execute Strategy' }).click()
  const terminal = page.getByLabel('Terminal log')
  const name = `FROGGO (${shortAddress(GOOD)})`
  await expect(terminal.getByText(/^.*Bought/).first()).toContainText(` ${name} for 0.01 SOL`)
  await expect(chat.getByRole('article').last()).toContainText(name)
  await expect(page.getByRole('region', { name: new RegExp(`FROGGO.*${GOOD.slice(-4)}`) })).toBeVisible()
  await expect(page.getByRole('link', { name: 'On-chain data provided by GeckoTerminal' })).toBeVisible()
  await inspect(page, 'practice')

  services.jupiterSays({ status: 500, body: 'broken' })
  await expect(terminal.getByText(/Waiting: the market is not responding/)).toBeVisible()
  await say(page, 'what is the price of BONK?')
  await expect(chat.getByText(/The market is not responding/)).toBeVisible()
  await page.goto('/profile')
  const market = page.getByRole('list', { name: 'Market' })
  await expect(market.getByText('Does not answer')).toBeVisible()
  await inspect(page, 'profile while the market is away')
  services.jupiterSays(null)
  await page.goto('/dashboard')
  await expect(terminal.getByText(/Continuing: the market is responding again/)).toBeVisible()
})
