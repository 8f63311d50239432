import { defineConfig } from '@playwright/test'

const chromium = process.env.CHROMIUM_PATH

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  fullyParallel: true,
  // Each worker has a product of its own, see fixtures.ts.
  workers: 3,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  outputDir: '../test-results',
  use: {
    viewport: { width: 1360, height: 900 },
    // Recording every step costs a third of the time: TRACE=on asks for it.
    trace: process.env.TRACE === undefined ? 'off' : 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(chromium ? { executablePath: chromium } : {}),
      args: [
        '--no-sandbox',
        '--disable-dev-shm-usage',
        '--disable-gpu',
        // Fewer processes, and no second compiler for pages that live for seconds: a tenth of the processor's time.
        '--in-process-gpu',
        '--renderer-process-limit=1',
        '--js-flags=--no-opt',
        '--disable-extensions',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
