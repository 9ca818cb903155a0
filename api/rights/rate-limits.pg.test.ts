import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '#ledger/database/connect.ts'
import { createDatabase, type TestDatabase } from '#test/database/database.ts'
import { startServer, type TestServer } from '#test/server/server.ts'
import { warningsSince } from '#test/warnings/warnings.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createDatabase()
})
afterAll(() => database.drop())

/** A server with these limits, and nothing counted yet. */
async function withLimits(work: (server: TestServer) => Promise<void>, settings: { registrations: number }) {
  const asOwner = connect(database.url)
  await asOwner.query('delete from rate_limit')
  await asOwner.end()
  const server = await startServer(settings, { database, projector: false })
  await work(server)
  await server.close()
}

test('the number of companies registered from one address in an hour is limited', () =>
  withLimits(
    async (server) => {
      await server.registerCompany()
      await server.registerCompany()
      await expect(server.registerCompany()).rejects.toThrow(/429.*Please try again in 60 minutes/)
    },
    { registrations: 2 },
  ))

test('while the database does not count, the process does so itself, and says so', () =>
  withLimits(
    async (server) => {
      const asOwner = connect(database.url)
      await asOwner.query('alter table rate_limit rename to rate_limit_away')
      try {
        await server.registerCompany()
        await expect(server.registerCompany()).rejects.toThrow(/429/)
      } finally {
        await asOwner.query('alter table rate_limit_away rename to rate_limit')
        await asOwner.end()
      }
      const counted = await server.services.metrics.getSingleMetric('fettle_limits_in_memory_total')?.get()
      expect(counted?.values[0]?.value).toBeGreaterThan(1)
      const warned = warningsSince(Date.now() - 60_000).filter((line) => line.includes('did not count a try'))
      expect(warned).not.toEqual([])
    },
    { registrations: 1 },
  ))
