import { chromium } from '@playwright/test'
import { startProduct } from './product.ts'
import * as P from './person.ts'
const out = process.argv[2] ?? '/tmp/shots'
const args = ['--no-sandbox','--disable-dev-shm-usage','--disable-gpu','--disable-quic','--no-first-run','--disable-background-networking','--disable-component-update','--disable-sync']
const product = await startProduct()
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args })
const ctx = await browser.newContext({ viewport: { width: 1360, height: 900 }, colorScheme: 'light' })
const page = await ctx.newPage()
page.on('console', (m) => m.type() === 'error' && console.log('console:', m.text()))
page.on('pageerror', (e) => console.log('pageerror', e.message))
let n = 0
async function shot(name) {
  n++
  const t = String(n).padStart(2, '0')
  await page.waitForTimeout(400)
  await page.screenshot({ path: `${out}/${t}-${name}.png` })
}
async function all(name) {
  for (const [w, h, tag] of [[1360, 900, 'wide'], [390, 844, 'phone']])
    for (const scheme of ['light', 'dark']) {
      await page.setViewportSize({ width: w, height: h })
      await page.emulateMedia({ colorScheme: scheme })
      await shot(`${name}-${tag}-${scheme}`)
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
      if (sideways) console.log('SCROLLS SIDEWAYS', name, tag)
    }
  await page.setViewportSize({ width: 1360, height: 900 })
  await page.emulateMedia({ colorScheme: 'light' })
}
try {
  await page.goto(product.url + '/login'); await all('login')
  await page.goto(product.url + '/dev/outbox'); await all('outbox-empty')
  await P.register(page, product.url, 'look@example.com')
  await all('dashboard-empty')
  await P.createAgent(page)
  await all('agent-new')
  await P.fundWallet(page)
  await P.setToken(page, P.BONK)
  await all('settings')
  await page.getByRole('button', { name: 'Hide Settings' }).click()
  await P.say(page, 'buy 0.02 SOL every 4 seconds, 10 times')
  await page.getByRole('button', { name: 'Execute Strategy' }).waitFor()
  await all('plan')
  await page.getByRole('button', { name: 'Execute Strategy' }).click()
  await page.getByLabel('Terminal log').getByText(/Bought/).nth(2).waitFor({ timeout: 60000 })
  await all('running')
  await P.say(page, 'what is the price of BONK?')
  await page.waitForTimeout(1500)
  await shot('price')
  await page.getByRole('button', { name: /Delete/ }).first().click()
  await shot('delete')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Reveal private key' }).click()
  await shot('reveal')
  await page.keyboard.press('Escape')
  await page.goto(product.url + '/profile'); await all('profile')
  await page.goto(product.url + '/dashboard')
  await page.getByLabel('Terminal log').getByText(/Bought/).first().waitFor()
  await product.end('SIGKILL')
  await page.waitForTimeout(20000)
  await all('server-away')
} catch (e) { console.log(e); await shot('failure') }
await browser.close(); await product.remove()
console.log(product.output().split('\n').filter((l) => /"level":"(warn|error)"/.test(l)).slice(0, 20).join('\n'))
