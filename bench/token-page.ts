/**
 * Opening Token Distribution with 1,000 wallets that hold 20 mints among them, of which one is chosen: from the
 * navigation until the buttons of all mints are there. Limit: 1 s, median of 7. Real
 * product, real local network, real mints. CHROMIUM_PATH names the browser. Exits 1 above the limit.
 *
 * Run: node bench/token-page.ts
 */
import { fund, make } from '../e2e/center-page.ts'
import { startNetwork } from '../e2e/network.ts'
import { createAccount, readWallets } from '../e2e/person.ts'
import { startProduct } from '../e2e/product.ts'
import { toChunks } from '../server/src/kernel/chunks.ts'
import { createIssuer } from '../server/src/test/mints.ts'
import { openBrowser } from './browser.ts'
import { median } from './processes.ts'

const WALLETS = 1_000
const MINTS = 20
const HOLDERS = 60
const ROUNDS = 7
const LIMIT_MS = 1_000

const network = await startNetwork()
const product = await startProduct(network.env)
const browser = await openBrowser()
try {
  const page = await (
    await browser.newContext({ baseURL: product.url, viewport: { width: 1360, height: 900 } })
  ).newPage()
  await page.goto('/login')
  await createAccount(page, 'bench')
  await make(page, WALLETS, 'Desk')
  await fund(page, 'Desk 1', 1)
  const issuer = await createIssuer(network.call)
  const wallets = await readWallets(page)
  const mints: string[] = []
  for (let n = 1; n <= MINTS; n++) {
    const mint = await issuer.createNamedMint({ name: `Bench ${n}`, symbol: `BENCH${n}`, uri: '' })
    mints.push(mint)
    // The first of them is held by all wallets that come first.
    const of = wallets.slice((n - 1) * 40, (n - 1) * 40 + HOLDERS)
    for (const part of toChunks(of, 4))
      await Promise.all(part.map(({ address }) => issuer.mintTo(address, mint, 1_000_000n)))
  }
  const [mint = ''] = mints
  const buttons = page.getByRole('group', { name: 'Your Tokens' }).getByRole('button')
  await page.goto(`/token-distribution?token=${mint}`)
  // Waits until every account has been discovered.
  for (const until = Date.now() + 300_000; (await buttons.count()) < MINTS; ) {
    if (Date.now() > until) throw new Error(`only ${await buttons.count()} of ${MINTS} mints were discovered`)
    await page.waitForTimeout(2_000)
    await page.reload()
    await buttons.first().waitFor()
  }
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    await page.goto(`/token-distribution?token=${mint}`)
    await buttons.nth(MINTS - 1).waitFor()
    // Measured from the navigation.
    times.push(await page.evaluate(() => performance.now()))
  }
  const took = median(times)
  console.log(
    `${WALLETS} wallets, ${MINTS} mints: open after ${took.toFixed(0)} ms (limit ${LIMIT_MS}, ratio ${(took / LIMIT_MS).toFixed(2)}; ${times.map((t) => t.toFixed(0)).join(', ')})`,
  )
  if (took > LIMIT_MS) process.exitCode = 1
} finally {
  await browser.close()
  await product.remove()
  await network.remove()
}
