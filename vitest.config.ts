import { defineConfig } from 'vitest/config'

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
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
