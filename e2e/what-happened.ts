/**
 * The requests and actions of a test's page, printed if the test fails: a run elsewhere leaves nothing but its output.
 */
import type { BrowserContext, Page } from '@playwright/test'

const KEPT = 120
const MARK = 'what happened: '

/** Runs in the page. If a press is released elsewhere, no click follows it, and a picture shows none of this. */
function tellPresses(mark: string): void {
  const tell = (event: Event) => {
    if (!(event.target instanceof Element)) return
    const { tagName, textContent, ariaLabel } = event.target
    const name = (ariaLabel ?? textContent ?? '').slice(0, 40)
    console.debug(`${mark}${event.type} ${tagName} "${name}"${event.defaultPrevented ? ' prevented' : ''}`)
  }
  for (const type of ['pointerdown', 'pointerup', 'click', 'submit', 'focusin']) addEventListener(type, tell)
}

/** The returned function reports it. */
export async function watch(context: BrowserContext): Promise<() => Promise<string>> {
  const kept: string[] = []
  const started = Date.now()
  const keep = (text: string) => {
    kept.push(`${Date.now() - started} ms  ${text}`)
    if (kept.length > KEPT) kept.shift()
  }
  const path = (url: string) => url.replace(/^https?:\/\/[^/]+/, '')
  const pages: Page[] = []
  await context.addInitScript(tellPresses, MARK)
  context.on('page', (page) => pages.push(page))
  context.on('console', (message) => {
    const text = message.text()
    if (text.startsWith(MARK)) keep(text.slice(MARK.length))
    else if (message.type() === 'error') keep(`console: ${text}`)
  })
  context.on('weberror', (error) => keep(`thrown: ${error.error().message}`))
  const asksApi = (url: string) => path(url).startsWith('/api/')
  context.on('request', (request) => {
    if (asksApi(request.url())) keep(`${request.method()} ${path(request.url())}`)
  })
  context.on('response', (answer) => {
    if (asksApi(answer.url()))
      keep(`${answer.status()} to ${answer.request().method()} ${path(answer.url())}`)
  })
  context.on('requestfailed', (request) =>
    keep(`${request.failure()?.errorText ?? 'failed'}: ${request.method()} ${path(request.url())}`),
  )
  return async () => {
    const shown = await Promise.all(
      pages.map(async (page) =>
        page.isClosed()
          ? 'a page that is closed'
          : `${path(page.url())}\n${await page
              .locator('body')
              .ariaSnapshot({ timeout: 5_000 })
              .catch(() => 'it does not answer')}`,
      ),
    )
    return [...kept, ...shown].join('\n')
  }
}
