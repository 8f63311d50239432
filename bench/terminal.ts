/**
 * A terminal that takes 1,000 log lines a second for 5 s in Chromium, in the shape of the log channel: the longest task
 * and the work of each frame against their limits (50 ms; 16.7 ms at the 99th percentile), while it follows the newest
 * line, while the reader has scrolled up, and through Clear. Real product, real build. CHROMIUM_PATH names the browser.
 * Exits 1 above a limit.
 */
import { strict as assert } from 'node:assert'
import type { Page } from '@playwright/test'
import { createAgent, fundWallet, register, runStrategy } from '../e2e/person.ts'
import { startProduct } from '../e2e/product.ts'
import { openBrowser } from './browser.ts'
import { openLogSource, type LogSource } from './busy-terminal.ts'
import { at, type Measure, traced } from './traced.ts'

const LINES_A_SECOND = Number(process.argv[2] ?? 1_000)
const SECONDS = 5
const TASK_LIMIT_MS = 50
const FRAME_LIMIT_MS = 16.7
/** Lines on screen at most, as the console holds them. */
const LINES_LIMIT = 500

let failed = false
function report(what: string, { tasks, frames }: Measure): void {
  const longest = Math.max(...tasks)
  const frame = at(frames, 0.99)
  const ok = longest <= TASK_LIMIT_MS && frame <= FRAME_LIMIT_MS
  failed ||= !ok
  console.log(
    `${what}: longest task ${longest.toFixed(1)} ms (limit ${TASK_LIMIT_MS}, ratio ${(longest / TASK_LIMIT_MS).toFixed(2)}), ` +
      `work a frame median ${at(frames, 0.5).toFixed(1)}, 99 % ${frame.toFixed(1)} ms (limit ${FRAME_LIMIT_MS}, ratio ` +
      `${(frame / FRAME_LIMIT_MS).toFixed(2)}), worst ${Math.max(...frames).toFixed(1)} ms, ${frames.length} frames${ok ? '' : '  ABOVE'}`,
  )
}

const newest = (page: Page, source: LogSource) =>
  page.getByText(`#${source.nextId() - 1}`).waitFor({ timeout: 10_000 })
const place = (page: Page) =>
  page.evaluate(() => {
    const box = document.querySelector('[aria-label="Terminal log"]')
    if (!box) throw new Error('no terminal')
    return {
      below: box.scrollHeight - box.scrollTop - box.clientHeight,
      lines: Number(box.getAttribute('data-lines')),
      text: box.textContent,
      nodes: box.getElementsByTagName('*').length,
    }
  })

const product = await startProduct()
const logs = openLogSource()
const browser = await openBrowser()
try {
  const page = await logs.page(browser, product.url)
  await register(page, 'terminal@example.com')
  await createAgent(page)
  await fundWallet(page)
  await runStrategy(page)
  const open = logs.channel()
  const feed = () => logs.feed(open, { linesASecond: LINES_A_SECOND, seconds: SECONDS })
  const session = await page.context().newCDPSession(page)
  console.log(`${LINES_A_SECOND} lines a second for ${SECONDS} s`)

  report('following the newest line', await traced(session, () => feed()))
  await newest(page, logs)
  const end = await place(page)
  assert.ok(end.below < 2, `the newest line is ${end.below} px below the view`)
  assert.ok(end.lines <= LINES_LIMIT, `${end.lines} lines are kept`)

  const box = await page.getByLabel('Terminal log').boundingBox()
  if (!box) throw new Error('the terminal is not on screen')
  await page.mouse.move(box.x + 50, box.y + 50)
  let stood = ''
  report(
    'scrolled up after a second',
    await traced(session, async () => {
      const feeding = feed()
      await page.waitForTimeout(1_000)
      await page.mouse.wheel(0, -600)
      await page.getByRole('button', { name: 'Go to the newest line' }).waitFor()
      await page.waitForTimeout(500)
      stood = (await place(page)).text ?? ''
      await feeding
    }),
  )
  const up = await place(page)
  assert.ok(up.below > 300, `scrolled up, the end is ${up.below} px below`)
  assert.equal(up.text, stood, 'the lines moved under the eyes of the reader')
  await page.getByRole('button', { name: 'Go to the newest line' }).click()
  await newest(page, logs)
  assert.ok((await place(page)).below < 2, 'it does not follow again')

  const clearing = logs.nextId()
  report(
    'cleared in the middle',
    await traced(session, async () => {
      const feeding = feed()
      await page.waitForTimeout((SECONDS * 1000) / 2)
      const gone = page.waitForResponse((answer) => answer.request().method() === 'DELETE')
      await page.getByRole('button', { name: 'Clear', exact: true }).click()
      await gone
      await page.waitForTimeout(150)
      const { lines } = await place(page)
      assert.ok(lines < LINES_LIMIT, `${lines} lines stood there after Clear`)
      await feeding
    }),
  )
  assert.ok(!(await place(page)).text?.includes(`#${clearing} `), 'a cleared line came back')
  await newest(page, logs)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await feed()
  await newest(page, logs)
  await session.send('HeapProfiler.collectGarbage')
  const after = (await session.send('Runtime.getHeapUsage')).usedSize
  const grown = (after - usedSize) / 1_048_576
  const { lines, nodes } = await place(page)
  console.log(
    `${lines} lines and ${nodes} elements at the end; ${grown.toFixed(2)} MB more after 5,000 more lines (limit 2)`,
  )
  failed ||= grown > 2
} finally {
  await browser.close()
  logs.close()
  await product.remove()
}
if (failed) process.exitCode = 1
