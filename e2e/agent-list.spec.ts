// Pages: dashboard
/** The list of agents agrees with the bar, and follows agents that are not open, too. */
import { expect, test } from './fixtures.ts'
import { BONK, createAgent, fundWallet, say, setToken, signUp } from './person.ts'
import { button } from './wallets-page.ts'

test('orders that are filled are counted in the list of agents as soon as in the bar', async ({ page }) => {
  await signUp(page, 'counted')
  await createAgent(page)
  await fundWallet(page)
  await setToken(page, BONK)
  await say(page, 'buy 0.02 SOL every 2 seconds, 60 times')
  await button(page, 'Execute Strategy').click()
  const row = page.getByRole('navigation', { name: 'My Agents' }).getByRole('button', { name: 'Agent 1' })
  await expect(row).toContainText(/DCA [2-9]\/60/)

  /** Every frame for this many ms: the texts of both, and where they differed. */
  const watch = (ms: number) =>
    page.evaluate(async (forMs) => {
      const count = (within: string) =>
        /DCA \d+\/60/.exec(document.querySelector(within)?.textContent ?? '')?.[0] ?? 'nothing'
      const [said, differed] = [new Set<string>(), new Set<string>()]
      for (const end = performance.now() + forMs; performance.now() < end; ) {
        await new Promise((resolve) => requestAnimationFrame(resolve))
        const listed = count('[data-testid="agents"] li:first-child')
        const inBar = count('[data-testid="desk-bar"]')
        said.add(listed)
        if (inBar !== 'nothing' && inBar !== listed) differed.add(`${listed}, in the bar ${inBar}`)
      }
      return { said: [...said], differed: [...differed] }
    }, ms)
  const open = await watch(9_000)
  expect(open.differed).toEqual([])
  expect(open.said.length).toBeGreaterThan(2)

  // Another agent is open: the row follows all the same, long before it is polled.
  await button(page, 'Create Agent').first().click()
  await expect(page.getByText('Welcome to Agent 2!')).toBeVisible()
  expect((await watch(9_000)).said.length).toBeGreaterThan(2)
})
