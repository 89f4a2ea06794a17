import { defineConfig } from '@playwright/test'
import { chromiumArguments, ensureChromium, ensureHeadlessShell } from '#support/browser/chromium.ts'
import type { Options } from './tests/e2e/fixtures.ts'

/**
 * V8 compiles functions when they are called first, and not those that the bundler marks for compilation at load: a
 * test calls few of them, and the stage takes a tenth less processor time.
 */
const COMPILE_LATE = '--js-flags=--max-lazy'

const launch = (executablePath: string) => ({
  executablePath,
  args: [...chromiumArguments(), '--process-per-site', COMPILE_LATE],
})

const specs = (...names: string[]) => names.map((name) => `**/${name}.spec.ts`)

/** What is about the worker itself, or about what only the whole browser has: notifications, pushes, Background Sync. */
const wholeBrowser = specs(
  'background-sync',
  'notifications',
  'outbox-screen',
  'push',
  'update',
  'worker',
  'worker-off',
)

/** The same on any size of window, and tested on the smaller one, which hides more. */
const onPhone = specs('install', 'journey', 'reflow', 'sign-out')

const desktop = { viewport: { width: 1440, height: 900 } }
const phone = {
  viewport: { width: 390, height: 844 },
  // A third of the pixels to paint; nothing is measured in them.
  deviceScaleFactor: 1,
  isMobile: true,
  hasTouch: true,
  userAgent:
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
}

export default defineConfig<Options>({
  testDir: 'tests/e2e',
  outputDir: 'test-results/e2e',
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  // Two keep two cores busy nine tenths of the time; a third one fills the gaps.
  workers: 3,
  timeout: 45_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    locale: 'en-GB',
    timezoneId: 'UTC',
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 10_000,
    navigationTimeout: 15_000,
    // `TRACE=on` keeps what a failing test did, at a tenth of the time.
    trace: process.env.TRACE === 'on' ? 'retain-on-failure' : 'off',
    launchOptions: launch(ensureHeadlessShell()),
  },
  projects: [
    { name: 'desktop', use: desktop, grepInvert: /light, es-ES/, testIgnore: [...wholeBrowser, ...onPhone] },
    {
      name: 'whole browser',
      use: { ...desktop, launchOptions: launch(ensureChromium()), retainPrecache: false },
      testMatch: wholeBrowser,
    },
    // What a phone shows differently; worker, queue, tokens and guards are the same at any size.
    {
      name: 'phone',
      use: phone,
      grepInvert: /dark, en-GB/,
      testMatch: [...specs('accessibility', 'settings-sections'), ...onPhone],
    },
  ],
})
