import { defineConfig } from 'vitest/config'

/** A busy machine may make one try too slow for a test that waits; what is broken fails twice. */
const retry = process.env.CI ? 1 : 0
const exclude = ['**/node_modules/**', '**/dist/**']

export default defineConfig({
  test: {
    reporters: ['default', './test/totals-reporter.ts'],
    projects: [
      {
        test: { name: 'unit', include: ['**/*.test.ts'], exclude: [...exclude, '**/*.pg.test.ts', '**/*.e2e.test.ts'] },
      },
      {
        test: {
          name: 'postgres',
          include: ['**/*.pg.test.ts'],
          exclude,
          globalSetup: './test/postgres.ts',
          testTimeout: 60_000,
          retry,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['**/*.e2e.test.ts'],
          exclude,
          globalSetup: './test/postgres.ts',
          testTimeout: 120_000,
          retry,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
