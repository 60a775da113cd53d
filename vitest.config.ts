import { defineConfig } from 'vitest/config'

const exclude = ['**/node_modules/**', 'build/**', 'e2e/**']

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...exclude, '**/*.{db,api}.test.ts'],
        },
      },
      {
        test: {
          name: 'database',
          include: ['**/*.{db,api}.test.ts'],
          exclude,
          globalSetup: './scripts/testing/global-setup.ts',
          // Roles belong to the whole cluster, so files take turns. The bound only tells a hang from a slow machine.
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
