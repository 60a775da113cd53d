import { defineConfig } from 'vitest/config'

const exclude = ['**/node_modules/**', 'build/**', 'e2e/**']

export default defineConfig({
  test: {
    // What a test provokes in the log is only of interest when it fails.
    silent: 'passed-only',
    projects: [
      {
        test: {
          name: 'unit',
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...exclude, '**/*.{db,api}.test.ts'],
          // Only tells a hang from a slow machine.
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'database',
          include: ['**/*.{db,api}.test.ts'],
          exclude,
          globalSetup: './scripts/testing/global-setup.ts',
          // Every file has a database of its own. Roles and their passwords belong to the whole server: whoever gives
          // them others, as a start of the product does, starts a server of its own. The bound only tells a hang from a slow machine.
          maxWorkers: 2,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
