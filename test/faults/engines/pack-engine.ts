import * as z from 'zod/mini'
import { startPackSender } from '#api/evidence/pack-mail/pack-sender.ts'
import { untilAvailable } from '#api/http/until-available.ts'
import { openServices } from '#api/services/services.ts'
import { isMigrated } from '#ledger/database/migrated.ts'

// What sends evidence packs, for tests that kill it.
const given = z
  .object({ databaseUrl: z.string(), dataFolder: z.string(), smtpUrl: z.string() })
  .parse(JSON.parse(process.env.FETTLE_TEST_ENGINE ?? ''))

const { databaseUrl, dataFolder } = given
const services = await openServices({
  ...{ host: '127.0.0.1', port: 0, proxyHops: 0, logLevel: 'error', tokenSeconds: 600, databaseUrl, dataFolder },
  ...{ loginFailures: 1_000_000, registrations: 1_000_000, paymentSandbox: false, publicUrl: 'https://fettle.example' },
  mail: { smtpUrl: given.smtpUrl, from: 'Fettle <fettle@example.com>' },
})
await untilAvailable(() => isMigrated(databaseUrl))
process.stdout.write('sending\n')
// What a killed one had claimed is soon free.
startPackSender(services, { every: 50, lease: 4_000 })
