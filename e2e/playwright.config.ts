import { defineConfig } from '@playwright/test'

const chromium = process.env.CHROMIUM_PATH

/**
 * Only the last list given to Chromium counts: the features that Playwright disables (chromiumSwitches in
 * playwright-core), and the pages of its own address bar, which a Chromium with a window loads for each page: an eighth
 * of the processor's time.
 */
const WITHOUT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'PreloadTopChromeWebUI',
]

export default defineConfig({
  testDir: '.',
  // The tests of `npm test`, and the rest.
  projects: [
    { name: 'journeys', testMatch: 'journeys/**/*.spec.ts' },
    { name: 'further', testMatch: '*.spec.ts', testIgnore: 'journeys/**' },
  ],
  fullyParallel: true,
  // Each worker has a product of its own, see fixtures.ts.
  workers: 3,
  // A limit for tests that never end: a machine under load takes three times as long as a quiet one.
  timeout: 300_000,
  expect: { timeout: 60_000, toPass: { timeout: 60_000 } },
  reporter: [['list']],
  outputDir: '../test-results',
  use: {
    viewport: { width: 1360, height: 900 },
    // Recording every step costs a third of the time: TRACE=on asks for it.
    trace: process.env.TRACE === undefined ? 'off' : 'retain-on-failure',
    screenshot: 'only-on-failure',
    // It would serve its files itself, and no test could delay them; outage.spec.ts has it.
    serviceWorkers: 'block',
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
        `--disable-features=${WITHOUT.join(',')}`,
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
