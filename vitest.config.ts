import { defineConfig } from 'vitest/config'
import { loadMessages } from './scripts/messages-plugin.ts'

const exclude = ['**/node_modules/**', 'build/**', 'e2e/**']

// Files of one worker share what they import, which is half of the time otherwise: whoever changes a global puts it back.
const pool = { isolate: false, maxWorkers: 2 }

export default defineConfig({
  test: {
    // What a test provokes in the log is only of interest when it fails.
    silent: 'passed-only',
    projects: [
      {
        plugins: [loadMessages()],
        test: {
          ...pool,
          name: 'unit',
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...exclude, '**/*.{db,api}.test.ts'],
          // Only tells a hang from a slow machine.
          testTimeout: 180_000,
        },
      },
      {
        test: {
          ...pool,
          name: 'database',
          include: ['**/*.{db,api}.test.ts'],
          exclude,
          globalSetup: './scripts/testing/global-setup.ts',
          // Every file has a database of its own. Roles and their passwords belong to the whole server: whoever gives
          // them others, as a start of the product does, starts a server of its own. The bound only tells a hang from a slow machine.
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
