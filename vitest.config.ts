import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { notOnCitus } from './test/citus/not-on-citus.ts'

const exclude = ['**/node_modules/**', '**/dist/**']
const patientWaits = './test/project/patient-waits.ts'
const printOnFailure = './test/warnings/print-on-failure.ts'
const pagesOnFailure = './test/browser/failures/pages-on-failure.ts'
/** In tests with a database: most of a sign-in's time is hashing. */
const quickHashes = [
  { find: /^@node-rs\/argon2$/, replacement: fileURLToPath(new URL('test/project/quick-argon2.ts', import.meta.url)) },
]
/**
 * Each runs a database, servers and often a browser beside itself. With more of them than this, requests on a slow machine wait longer
 * than the two seconds after which the product asks a caller to come again; more than five would need more connections.
 */
const withPrograms = Math.min(availableParallelism() + 1, 5)
const withServers = ['**/*.pg.test.ts', '**/*.citus.test.ts', '**/*.e2e.test.ts']
/** Their modules are stores, whose timers and state must not reach the next file: each has a process of its own. */
const stores = ['web/sync/**/*.test.ts', 'web/client/**/*.test.ts']

/**
 * Much of a test with a database or a browser is waiting for it, so several files run at a time. Files that run one after
 * another in a process share its modules: loading them afresh for each file took longer than most files take. The database
 * and browser projects form one group, so that no worker is idle between them. Their time limits catch what hangs; they are
 * not what a test holds the product to.
 */
export default defineConfig({
  test: {
    reporters: ['default', './test/project/totals-reporter.ts'],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['**/*.test.ts'],
          exclude: [...exclude, ...stores, ...withServers],
          setupFiles: ['./test/project/restore-globals.ts', patientWaits],
          isolate: false,
          // Types, lint and tests are checked side by side, on machines that do other work too.
          testTimeout: 180_000,
          maxWorkers: 3,
          expect: { poll: { timeout: 30_000 } },
        },
      },
      {
        test: {
          name: 'stores',
          include: stores,
          exclude: [...exclude, ...withServers],
          setupFiles: patientWaits,
          testTimeout: 180_000,
          maxWorkers: 3,
          expect: { poll: { timeout: 30_000 } },
        },
      },
      {
        resolve: { alias: quickHashes },
        test: {
          name: 'postgres',
          include: ['**/*.pg.test.ts'],
          exclude,
          globalSetup: './test/database/postgres.ts',
          setupFiles: ['./test/project/restore-globals.ts', patientWaits, printOnFailure],
          isolate: false,
          testTimeout: 300_000,
          hookTimeout: 300_000,
          maxWorkers: withPrograms,
          sequence: { groupOrder: 1 },
          expect: { poll: { timeout: 60_000 } },
        },
      },
      {
        test: {
          name: 'citus',
          include: ['**/*.citus.test.ts'],
          exclude,
          globalSetup: ['./test/database/postgres.ts', './test/citus/provide-database.ts'],
          setupFiles: ['./test/project/restore-globals.ts', patientWaits, printOnFailure],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          // They share one database.
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
          expect: { poll: { timeout: 60_000 } },
        },
      },
      {
        resolve: { alias: quickHashes },
        test: {
          name: 'postgres on citus',
          include: ['**/*.pg.test.ts'],
          exclude: [...exclude, ...Object.keys(notOnCitus)],
          globalSetup: './test/database/citus-suite.ts',
          setupFiles: ['./test/project/restore-globals.ts', patientWaits, printOnFailure],
          isolate: false,
          testTimeout: 300_000,
          hookTimeout: 300_000,
          maxWorkers: 3,
          sequence: { groupOrder: 3 },
          expect: { poll: { timeout: 60_000 } },
        },
      },
      {
        resolve: { alias: quickHashes },
        test: {
          name: 'browser',
          include: ['**/*.e2e.test.ts'],
          exclude,
          globalSetup: ['./test/database/postgres.ts', './test/browser/built-web.ts'],
          setupFiles: ['./test/project/restore-globals.ts', patientWaits, printOnFailure, pagesOnFailure],
          isolate: false,
          testTimeout: 300_000,
          hookTimeout: 300_000,
          maxWorkers: withPrograms,
          sequence: { groupOrder: 4 },
          expect: { poll: { timeout: 60_000 } },
        },
      },
    ],
  },
})
