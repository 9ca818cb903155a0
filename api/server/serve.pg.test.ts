import { mkdtemp } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { readConfig } from '#api/config/config.ts'
import { closeServices, openServices } from '#api/services/services.ts'
import { createDatabase, type TestDatabase } from '#test/database/database.ts'
import { serve } from './serve.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createDatabase()
})
afterAll(() => database.drop())

test.each([
  ['', '127.0.0.1'],
  ['0.0.0.0', '0.0.0.0'],
])('with the setting HOST=%s the API listens at %s and nowhere else', async (HOST, address) => {
  const services = await openServices(
    readConfig({
      HOST,
      PORT: '0',
      DATABASE_URL: database.url,
      FETTLE_DATA: await mkdtemp(path.join(inject('temporaryFolder'), 'listening-')),
      FETTLE_LOG_LEVEL: 'silent',
    }),
  )
  const serving = await serve(services)
  expect(serving.server.address()).toMatchObject({ address })
  await serving.stop()
  await closeServices(services)
})
