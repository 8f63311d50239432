/** The browser of the browser tests: the machine's own, or one that Playwright or the package manager brings. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run, StepFailed } from './command.ts'

/** The one without a window comes first: it takes a fifth less of the processor for the same pages. */
const NAMES = [
  'chromium-headless-shell',
  'chrome-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]

function installed(): string {
  const named = process.env.CHROMIUM_PATH
  if (named) {
    if (existsSync(named)) return named
    throw new StepFailed(`CHROMIUM_PATH is ${named}, where there is nothing`)
  }
  const places = (process.env.PATH ?? '').split(delimiter)
  const onPath = NAMES.flatMap((name) => places.map((dir) => join(dir, name))).find((path) =>
    existsSync(path),
  )
  return onPath ?? '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
}

const works = (path: string): boolean => {
  try {
    execFileSync(path, ['--version', '--no-sandbox'], { stdio: 'ignore', timeout: 20_000 })
    return true
  } catch {
    return false
  }
}

async function downloaded(): Promise<string> {
  const { chromium } = await import('@playwright/test')
  if (!existsSync(chromium.executablePath()))
    await run('node_modules/.bin/playwright', ['install', 'chromium'], { quiet: true })
  return chromium.executablePath()
}

const packaged = (name: string) =>
  run('apt-get', ['install', '-y', '--no-install-recommends', name], { quiet: true })

/** Returns the path of a Chromium that starts. Throws StepFailed if there is none. */
export async function findChromium(): Promise<string> {
  const there = installed()
  if (works(there)) return there
  const own = await downloaded().catch(() => null)
  if (own !== null && works(own)) return own
  if (process.getuid?.() === 0) {
    await packaged('chromium-headless-shell')
      .catch(() => run('apt-get', ['update'], { quiet: true }))
      .catch(() => undefined)
    for (const name of ['chromium-headless-shell', 'chromium']) {
      if (works(installed())) break
      await packaged(name).catch(() => undefined)
    }
    if (works(installed())) return installed()
  }
  throw new StepFailed(
    'there is no Chromium, and neither Playwright nor apt-get can bring one. Install Chromium, or set CHROMIUM_PATH.',
  )
}
