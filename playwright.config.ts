import { defineConfig } from '@playwright/test'
import { chromiumEnvironment, chromiumFlags, chromiumPath } from './e2e/chromium.ts'

const launchOptions = { executablePath: chromiumPath, args: chromiumFlags, env: chromiumEnvironment() }

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  globalSetup: './e2e/global-setup.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  timeout: 300_000,
  // Waiting ends when the thing is there; the bound only tells a hang from a slow machine.
  expect: { timeout: 60_000 },
  // Recording traces takes a fifth of the time: look at a journey that failed with `npm run test:e2e -- --trace on -g <words of its name>`.
  use: {
    launchOptions,
    viewport: { width: 1280, height: 800 },
    trace: 'off',
    // What the service worker answers, a journey cannot interfere with. e2e/offline.spec.ts has it.
    serviceWorkers: 'block',
    // Frames of a movement that nobody watches are a sixth of the browser's time.
    contextOptions: { reducedMotion: 'reduce' },
  },
  projects: [
    // A journey that needs to be made once only is tagged with its language.
    { name: 'ko', grepInvert: /@en/, use: { locale: 'ko-KR', timezoneId: 'Asia/Seoul' } },
    { name: 'en', grepInvert: /@ko/, use: { locale: 'en-US', timezoneId: 'America/New_York' } },
  ],
})
