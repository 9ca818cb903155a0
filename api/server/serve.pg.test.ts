import { mkdtemp } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { readConfig } from '#api/config/config.ts'
import { closeServices, openServices } from '#api/services/services.ts'
import { paths } from '#core/wire/paths.ts'
import { createDatabase, type TestDatabase } from '#test/database/database.ts'
import { serve } from './serve.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createDatabase()
})
afterAll(() => database.drop())

const listening = async (HOST: string) =>
  openServices(
    readConfig({
      HOST,
      PORT: '0',
      DATABASE_URL: database.url,
      FETTLE_DATA: await mkdtemp(path.join(inject('temporaryFolder'), 'listening-')),
      FETTLE_LOG_LEVEL: 'silent',
    }),
  )

test('an idle connection stays open for longer than the minute for which proxies keep theirs', async () => {
  const services = await listening('')
  const serving = await serve(services)
  const answer = await fetch(`http://127.0.0.1:${serving.port}${paths.healthz}`)
  const [, seconds] = /timeout=(\d+)/.exec(answer.headers.get('keep-alive') ?? '') ?? []
  expect(Number(seconds)).toBeGreaterThan(60)
  await serving.stop()
  await closeServices(services)
})

test.each([
  ['', '127.0.0.1'],
  ['0.0.0.0', '0.0.0.0'],
])('with the setting HOST=%s the API listens at %s and nowhere else', async (HOST, address) => {
  const services = await listening(HOST)
  const serving = await serve(services)
  expect(serving.server.address()).toMatchObject({ address })
  await serving.stop()
  await closeServices(services)
})
