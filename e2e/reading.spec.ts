// Pages: dashboard
/**
 * The chat shows the reading of an instruction: its parts marked and named, each to be changed, and the question back.
 */
import type { Page } from '@playwright/test'
import type { ReadingPart } from '../contract/src/agents/reading.ts'
import { expect, test } from './fixtures.ts'
import { inspect } from './inspect.ts'
import { ask, BONK, createAgent, fundWallet, say, setToken, signUp } from './person.ts'
import { answered } from './refused.ts'
import { button } from './wallets-page.ts'

const chat = (page: Page) => page.getByRole('log', { name: 'Messages' })
/** Opens the fold of a plan that has its reading and its fields. */
const openDetails = (page: Page, card: number) =>
  chat(page).getByRole('article').nth(card).getByText('Details', { exact: true }).click()
const readings = (page: Page) => chat(page).getByRole('group', { name: 'How your message was read' })
const marked = (page: Page, name: string | RegExp) => readings(page).getByRole('button', { name })

/** The parts of a sentence by their words, in order: 'filler' and 'unknown', or else a field. */
function createParts(sentence: string, pieces: [text: string, kind: string][]): ReadingPart[] {
  let end = 0
  return pieces.map(([text, kind]) => {
    const from = sentence.indexOf(text, end)
    end = from + text.length
    return kind === 'filler' || kind === 'unknown'
      ? { from, to: end, kind }
      : { from, to: end, kind: 'field', field: kind }
  })
}

type Sent = { instruction?: string; changes?: unknown }
/** The first sentence gets the desk's answer to the second, with a reading of its own; returns the sent requests. */
async function readAs(page: Page, sentence = '', meant = '', reading: ReadingPart[] = []): Promise<Sent[]> {
  const sent: Sent[] = []
  await page.route('**/api/agents/*/parse', async (route) => {
    const body = route.request().postDataJSON() as Sent
    sent.push(body)
    if (body.instruction !== sentence) return route.fallback()
    const answer = await route.fetch({ postData: { ...body, instruction: meant } })
    await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), reading } })
  })
  return sent
}

const SENTENCE = 'Please 🚀buy 0.02 SOL every 60 seconds, 3 times, with a 15% stop loss 👩‍👩‍👧 thanks'
const MEANT = 'buy 0.02 SOL every 60 seconds, 3 times, with a 15% stop loss'
const PLAN = createParts(SENTENCE, [
  ['Please', 'filler'],
  ['buy', 'trade_direction'],
  ['0.02', 'amount_per_order.value'],
  ['SOL', 'amount_per_order.unit'],
  ['every 60 seconds', 'interval_seconds'],
  ['3 times', 'order_count'],
  ['with a', 'filler'],
  ['15% stop loss', 'risk.stop_loss_percent'],
  ['thanks', 'filler'],
])

test('an instruction is shown part by part beside its plan, and a part that is clicked is changed', async ({
  page,
}) => {
  const sent = await readAs(page, SENTENCE, MEANT, PLAN)
  await signUp(page, 'reading')
  await createAgent(page)
  await fundWallet(page)
  await setToken(page, BONK)
  await button(page, 'Hide Settings').click()
  await say(page, SENTENCE)
  await openDetails(page, 0)
  await expect(marked(page, '0.02 SOL: Amount per order, change')).toBeVisible()
  await expect(marked(page, '15% stop loss: Stop loss, change')).toBeVisible()
  await expect(readings(page).getByRole('button')).toHaveCount(5)
  await expect(readings(page)).toHaveText(/Please 🚀.*👩‍👩‍👧 thanks/)
  await inspect(page, 'a reading')

  const interval = marked(page, 'every 60 seconds: Interval, change')
  await interval.focus()
  await page.keyboard.press('Enter')
  const editor = page.getByRole('dialog', { name: 'Change: Interval' })
  const field = editor.getByLabel('Interval')
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('1')
  await inspect(page, 'an editor')
  await page.keyboard.press('Escape')
  await expect(editor).toBeHidden()
  await expect(interval).toBeFocused()

  await page.keyboard.press('Enter')
  await field.fill('0')
  await page.keyboard.press('Enter')
  await expect(editor.getByRole('alert')).toHaveText('Interval must be at least 1 second.')
  expect(sent.length).toBe(1)
  await field.fill('2')
  const limit = { status: 429, json: { error: 'x', code: 'too_many_requests' } }
  await answered(page, 'POST /agents/\\d+/parse', limit, async () => {
    await page.keyboard.press('Enter')
    await expect(editor.getByRole('alert')).toHaveText(
      'The trading service is experiencing high traffic. Please wait a moment and try again.',
    )
  })
  await expect(interval).toBeInViewport()
  await inspect(page, 'what stands against a change')
  await button(editor, 'Change plan').click()
  await expect(chat(page).getByText(/^interval from 1 minute to 2 minutes$/)).toBeVisible()
  expect(sent.at(-1)).toMatchObject({ changes: [{ path: 'interval_seconds', value: 120 }] })
  await expect(editor).toBeHidden()
  await expect(chat(page)).toBeFocused()
  await expect(chat(page).getByText('Superseded')).toHaveCount(1)
  await openDetails(page, 0)
  await expect(readings(page)).toBeVisible()
  await expect(readings(page).getByRole('button')).toHaveCount(0)
  await expect(chat(page).getByRole('button', { name: 'Execute Strategy' })).toHaveCount(1)
  await openDetails(page, 1)
  const hashes = chat(page).getByText(/^Plan [\w-]{8}$/)
  await expect(hashes).toHaveCount(2)
  expect(new Set(await hashes.allTextContents()).size).toBe(2)
  await inspect(page, 'a changed plan')

  await page.reload()
  await openDetails(page, 0)
  await expect(readings(page)).toHaveText(/every 60 seconds.*Interval/)
  await expect(readings(page).getByRole('button')).toHaveCount(0)
  await expect(chat(page).getByText('Superseded')).toHaveCount(1)
  await openDetails(page, 1)
  await chat(page).getByRole('button', { name: 'Orders: 3, change' }).click()
  const orders = page.getByRole('dialog', { name: 'Change: Orders' })
  await orders.getByLabel('Orders').fill('5')
  await button(orders, 'Change plan').click()
  await expect(
    chat(page)
      .getByText(/number of orders from 3 to 5/)
      .first(),
  ).toBeVisible()
  await page.reload()
  await button(page, 'Execute Strategy').click()
  await expect(chat(page).getByText(/^To adjust the strategy, stop it first/)).toBeVisible()
  const [agent] = await ask<{ id: number }[]>(page, 'GET', '/agents')
  const [started, ...others] = await ask<{ plan: object }[]>(page, 'GET', `/agents/${agent?.id}/strategies`)
  expect(started?.plan).toMatchObject({ interval_seconds: 120, order_count: 5 })
  expect(others).toEqual([])
  await button(page, 'Stop').first().click()
})

test('what is asked back is answered by words and by a choice until the plan is complete', async ({
  page,
}) => {
  await signUp(page, 'answers')
  await createAgent(page)
  await fundWallet(page)
  const choices = chat(page).getByRole('group', { name: 'Likely answers' })
  // No token is set: the desk asks about the unknown word, and the console asks for no token before it.
  await say(page, 'dca into BONK')
  await expect(chat(page).getByText(/^How much SOL should each order spend/)).toBeVisible()
  await expect(chat(page).getByText('I need a token address')).toHaveCount(0)
  await say(page, '0.02')
  await expect(chat(page).getByText(/^How often should/)).toBeVisible()
  // Another tab was not open when it was asked.
  const other = await page.context().newPage()
  await other.goto(page.url())
  const offered = chat(other).getByRole('group', { name: 'Likely answers' })
  await expect(offered.getByRole('button', { name: 'Every hour' })).toBeVisible()
  await other.close()
  await page.reload()
  await choices.getByRole('button', { name: 'Every hour' }).click()
  await expect(chat(page).getByRole('button', { name: 'Execute Strategy' })).toBeVisible()
  await expect(choices).toHaveCount(0)
  await openDetails(page, 0)
  const field = (name: string) => chat(page).getByRole('button', { name })
  await expect(field('Amount per order: 0.02 SOL, change')).toBeVisible()
  await expect(field('Interval: 1 hour, change')).toBeVisible()
  await inspect(page, 'a plan that answers completed')
  // However long the chat is, the page ends with its panels.
  const below = await page.evaluate(() => {
    const end = document.querySelector('main')?.getBoundingClientRect().bottom ?? 0
    return document.documentElement.scrollHeight - Math.max(end + window.scrollY, window.innerHeight)
  })
  expect(below).toBeLessThan(1)

  await button(page, 'Execute Strategy').click()
  await expect(chat(page).getByText(/^To adjust the strategy, stop it first/)).toBeVisible()
  const [agent] = await ask<{ id: number }[]>(page, 'GET', '/agents')
  const [started] = await ask<{ plan: object }[]>(page, 'GET', `/agents/${agent?.id}/strategies`)
  expect(started?.plan).toMatchObject({
    strategy_type: 'dca',
    token_address: BONK,
    amount_per_order: { value: 0.02, unit: 'SOL' },
    interval_seconds: 3600,
  })
  await button(page, 'Stop').first().click()
})
