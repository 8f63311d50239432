// Pages: dashboard
/** The terminal of a running strategy: its history, its line, its controls, and its texts when they fail. */
import type { Page } from '@playwright/test'
import { watchChannel } from './channels.ts'
import { expect, test } from './fixtures.ts'
import type { LogMessage } from '../contract/src/live.ts'
import { ask, BONK, createAgent, fundWallet, runStrategy, signUp, say, setToken } from './person.ts'
import { answered, goneInTime, held, refused, seenInTime, stopClock } from './refused.ts'
import { button } from './wallets-page.ts'

const LOGS = 'GET /agents/\\d+/terminal-logs'
const log = (page: Page) => page.getByRole('log', { name: 'Terminal log' })
const chat = (page: Page) => page.getByRole('log', { name: 'Messages' })
const status = (page: Page) => page.getByTestId('strategy-status')
const DEPLOYED =
  'The trading agent has been successfully deployed. You can view its activity in the terminal below.'
const UNREACHED =
  'Unable to connect to trading agent after multiple attempts. Please try again later. Make sure the agent is active.'

/** A new account with one agent, whose wallet is funded. */
async function openDesk(page: Page, name: string): Promise<void> {
  await signUp(page, name)
  await createAgent(page)
  await fundWallet(page)
}

test('a strategy is deployed, watched, paused, resumed, stopped and started, and every failure is a line', async ({
  page,
}) => {
  const lines = await watchChannel(page, '/ws/logs/')
  await openDesk(page, 'terminal')
  await setToken(page, BONK)
  await say(page, 'buy 0.02 SOL every 1 hour, 10 times')
  await answered(page, 'POST /agents/\\d+/start', { status: 409, json: { error: 'no luck' } }, async () => {
    await button(page, 'Execute Strategy').click()
    await expect(chat(page).getByText('Failed to start the strategy: no luck')).toBeVisible()
  })
  // The real start, whose message is lost on the way.
  await page.route('**/start', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), message: '' } })
  })
  await button(page, 'Execute Strategy').click()
  await expect(chat(page).getByText('Strategy confirmed! Deploying trading agent...').last()).toBeVisible()
  await expect(chat(page).getByText(DEPLOYED)).toBeVisible()
  await expect(chat(page).getByText(/To adjust the strategy, stop it/)).toBeVisible()
  await expect(chat(page).getByText("I'm monitoring your active strategy...")).toBeVisible()
  await expect(page.getByText('Strategy is active. You can continue to chat while it runs.')).toBeVisible()
  await expect(page.getByPlaceholder('Ask me about the running strategy or other questions...')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'My Agents' }).getByText('Active')).toBeVisible()
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await expect(
    log(page)
      .getByText(/Bought/)
      .first(),
  ).toBeVisible()
  await expect(
    log(page)
      .getByText(/^\[\d\d:\d\d:\d\d\] .*Bought/)
      .first(),
  ).toBeVisible()

  // A line that comes twice is shown once.
  const [agent] = await ask<{ id: number }[]>(page, 'GET', '/agents')
  const twice: LogMessage['log'] = {
    id: 1_000_000_000,
    agent_id: agent?.id ?? 0,
    strategy_id: null,
    external_id: null,
    kind: 'engine',
    message: 'Sold it. Profit: 2 SOL',
    timestamp: new Date().toISOString(),
  }
  for (const _ of [1, 2]) lines.at(-1)?.send({ type: 'log', log: twice } satisfies LogMessage)
  await expect(log(page).getByText('Sold it. Profit:')).toHaveCount(1)

  await answered(page, 'DELETE /agents/\\d+/terminal-logs', { status: 409, json: { error: 'not now' } }, () =>
    button(page, 'Clear').click(),
  )
  await expect(log(page).getByText('Error clearing terminal logs: not now')).toBeVisible()
  await button(page, 'Clear').click()
  await expect(log(page).getByText('Waiting for strategy execution...')).toBeVisible()
  await expect(log(page).getByText(/External ID: \S+/)).toBeVisible()
  await expect(button(page, 'Clear')).toBeDisabled()

  const verb = async (name: string, path: string, working: string, failure: string) => {
    const call = `POST /agents/\\d+/${path}`
    await answered(page, call, { status: 409, json: { error: 'not today' } }, async () => {
      await button(page, name).click()
      await expect(log(page).getByText(`${failure}: not today`)).toBeVisible()
    })
    await held(page, call, async () => {
      await button(page, name).click()
      await expect(status(page)).toHaveText('Processing...')
      await expect(button(page, working)).toBeDisabled()
      const controls = page.getByRole('button', { name: /^(Stop$|Stopping|Paus|Resum|Start)/ })
      await expect(controls).toHaveCount(2)
      for (const one of await controls.all()) await expect(one).toBeDisabled()
    })
  }
  // An error answer whose status is 200 counts as success.
  await answered(page, 'POST /agents/\\d+/pause', { json: { error: 'all is well' } }, async () => {
    await button(page, 'Pause').click()
    await expect(button(page, 'Pause')).toBeEnabled()
  })
  await expect(log(page).getByText('all is well')).toHaveCount(0)
  await verb('Pause', 'pause', 'Pausing...', 'Error pausing strategy')
  await expect(status(page)).toHaveText('Paused')
  await verb('Resume', 'resume', 'Resuming...', 'Error resuming strategy')
  await expect(status(page)).toHaveText('Running')
  await verb('Stop', 'stop', 'Stopping...', 'Error stopping strategy')
  await expect(status(page)).toHaveText('Stopped')
  await expect(
    log(page)
      .getByText(/Stopped/)
      .first(),
  ).toBeVisible()
  await expect(page.getByText('Polling', { exact: true })).toBeVisible()
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).join()))
    .not.toContain('active_strategy')

  // It has traded: where it starts is asked before anything happens.
  const asked = page.getByRole('dialog', { name: 'Start again' })
  await button(page, 'Start').click()
  await expect(asked.getByText(/Buy BONK/).first()).toBeVisible()
  await expect(asked.getByText('1 of 10 orders are filled.', { exact: false })).toBeVisible()
  await expect(asked.getByText('Continue at 2: it spends 0.18 SOL in 9 orders of 0.02 SOL.')).toBeVisible()
  await expect(asked.getByText('From the start: it spends 0.2 SOL in 10 orders of 0.02 SOL')).toBeVisible()
  await asked.getByRole('button', { name: 'Cancel' }).click()
  await expect(status(page)).toHaveText('Stopped')
  const start = 'POST /agents/\\d+/start'
  await answered(page, start, { status: 409, json: { error: 'not today' } }, async () => {
    await button(page, 'Start').click()
    await asked.getByRole('button', { name: 'From the start' }).click()
    await expect(log(page).getByText('Error restarting strategy: not today')).toBeVisible()
  })
  await held(page, start, async () => {
    await button(page, 'Start').click()
    await asked.getByRole('button', { name: 'Continue at 2' }).click()
    await expect(status(page)).toHaveText('Processing...')
    await expect(button(page, 'Starting...')).toBeDisabled()
  })
  await expect(status(page)).toHaveText('Running')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await expect(log(page).getByText(/continues with order 2 of 10/)).toBeVisible()
  await expect(log(page).getByText(/Placed order 2 of 10/)).toBeVisible()
  const kept = await page.evaluate(() => JSON.stringify(localStorage))
  for (const key of ['agent_status_', 'active_strategy_', 'agent_strategy_', 'agentChat-', 'terminalLogs-'])
    expect(kept).toContain(key)

  await say(page, 'sell all my tokens')
  await expect(chat(page).getByText(/A strategy is already running\./)).toBeVisible()
  await held(page, LOGS, async () => {
    await page.reload()
    await expect(log(page).getByText('Loading terminal history...')).toBeVisible()
  })
  await expect(
    log(page)
      .getByText(/Resumed/)
      .first(),
  ).toBeVisible()
  await expect(chat(page).getByText("I'm monitoring your active strategy...")).toHaveCount(1)

  // A visible page refetches; the status channel reports a strategy that was stopped elsewhere.
  const again = [/\/agents\/\d+$/, /terminal-logs/].map((path) => page.waitForRequest(path))
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await Promise.all(again)
  await ask(page, 'POST', `/agents/${agent?.id}/stop`, {})
  await expect(status(page)).toHaveText('Stopped')
})

test('a history that cannot be had and a line that keeps breaking are told, and mend by themselves', async ({
  page,
}) => {
  let [broken, silent] = [false, false]
  const said: string[] = []
  const lines = await watchChannel(page, '/ws/logs/', {
    refuse: () => (broken ? 3000 : undefined),
    isSilent: () => silent,
    onRequest: (text) => void said.push(text),
  })
  await page.clock.install()
  await openDesk(page, 'broken')
  await setToken(page, BONK)
  await say(page, 'buy 0.02 SOL every 1 hour, 10 times')
  await button(page, 'Execute Strategy').click()
  await expect(
    log(page)
      .getByText(/Bought/)
      .first(),
  ).toBeVisible()

  await refused(page, LOGS, async () => {
    broken = true
    await page.reload()
    await expect(log(page).getByText('Error loading terminal history.')).toBeVisible()
    await expect(log(page).getByText('Will attempt to reconnect automatically.')).toBeVisible()
    await expect(page.getByText('Polling', { exact: true })).toBeVisible()
    await stopClock(page)
    const trouble = page.getByRole('alert').filter({ hasText: 'Connection Error' })
    await seenInTime(page, trouble.getByText(UNREACHED, { exact: false }))
  })
  await seenInTime(
    page,
    log(page)
      .getByText(/Bought/)
      .first(),
    5_000,
  )
  await goneInTime(page, page.getByText('Connection Error'), 5_000)
  await seenInTime(page, page.getByText('Connection unstable - retrying with longer intervals'), 15_000)
  broken = false
  await seenInTime(page, page.getByText('Live', { exact: true }), 15_000)

  // Pinged every 30 s; closed normally it rests until the monitor reopens it, silent for 10 minutes it is opened anew.
  said.length = 0
  await page.clock.runFor(30_000)
  await expect.poll(() => said).toContain('{"type":"ping"}')
  let opened = lines.length
  await lines.at(-1)?.closeSocket(1001)
  await expect(page.getByText('Polling', { exact: true })).toBeVisible()
  await seenInTime(page, page.getByText('Live', { exact: true }), 10_000)
  expect(lines.length).toBeGreaterThan(opened)
  opened = lines.length
  // A pong in between would be heard from.
  silent = true
  await page.clock.fastForward(660_000)
  await expect(async () => {
    await page.clock.runFor(5_000)
    expect(lines.length).toBeGreaterThan(opened)
  }).toPass()
})

test('from further up one is back at the newest line, however lines wrap, and follows again', async ({
  page,
}) => {
  const lines = await watchChannel(page, '/ws/logs/')
  await openDesk(page, 'newest')
  await runStrategy(page)
  const told = (from: number, count: number) => {
    for (let id = from; id < from + count; id++) {
      const message = `Price 0.00002311 USD, waiting for the next step ${id % 5 === 1 ? 'and for the one after it '.repeat(6) : ''}#${id}`
      const timestamp = new Date().toISOString()
      const line = {
        id,
        agent_id: 1,
        strategy_id: null,
        external_id: null,
        kind: 'engine',
        message,
        timestamp,
      }
      lines.at(-1)?.send({ type: 'log', log: line })
    }
  }
  const below = () => log(page).evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight)
  told(1_000_000, 400)
  await expect(log(page).getByText('#1000399')).toBeVisible()
  await log(page).hover()
  await page.mouse.wheel(0, -900)
  const newest = button(page, 'Go to the newest line')
  await expect(newest).toBeVisible()
  told(1_000_400, 300)
  await expect.poll(below).toBeGreaterThan(300)
  await newest.click()
  await expect(log(page).getByText('#1000699')).toBeInViewport()
  await expect.poll(below).toBeLessThan(2)
  told(1_000_700, 5)
  await expect(log(page).getByText('#1000704')).toBeInViewport()
  await expect.poll(below).toBeLessThan(2)
  // In a narrower window more of them wrap; this comes before any new line, which would scroll to the end as well.
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  await page.setViewportSize({ width: width - 260, height })
  await expect.poll(below, { timeout: 4_000 }).toBeLessThan(2)
  await expect(log(page).getByText('#1000704')).toBeInViewport()
})
