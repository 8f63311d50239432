/** The browser of a bench. CHROMIUM_PATH names it. */
import { type Browser, chromium } from '@playwright/test'
import { findChromium } from '../scripts/chromium.ts'

export const ARGS = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
]

export const openBrowser = async (): Promise<Browser> =>
  chromium.launch({ executablePath: await findChromium(), args: ARGS })
