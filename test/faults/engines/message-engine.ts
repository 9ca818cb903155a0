import * as z from 'zod/mini'
import { dailyEmails } from '#api/due-work/daily-emails.ts'
import { startDueWork } from '#api/due-work/due-work.ts'
import { untilAvailable } from '#api/http/until-available.ts'
import { startMailSender } from '#api/mail-sending/mail-sender.ts'
import { companiesBehind, readStart } from '#api/reactions/checkpoint-rows.ts'
import { startReactions } from '#api/reactions/reactions.ts'
import { startTenantNews } from '#api/reactions/tenants/tenant-news.ts'
import { startTexts } from '#api/reactions/texts/texts.ts'
import { openServices } from '#api/services/services.ts'
import { notifyPeople } from '#core/reactions/notify-people.ts'
import { tellTenants } from '#core/reactions/tell-tenants.ts'

// The engines of what tenants are told, of daily emails, mails and texts, for tests that kill them.
const given = z
  .object({
    databaseUrl: z.string(),
    dataFolder: z.string(),
    smtpUrl: z.string(),
    gatewayUrl: z.string(),
    /** Milliseconds by which the engines' clock is ahead: later than everything is due, and at noon. */
    ahead: z.number(),
  })
  .parse(JSON.parse(process.env.FETTLE_TEST_ENGINE ?? ''))

const services = await openServices({
  ...{ host: '127.0.0.1', port: 0, proxyHops: 0, logLevel: 'error', tokenSeconds: 600 },
  ...{ loginFailures: 1_000_000, registrations: 1_000_000, paymentSandbox: false, publicUrl: 'https://fettle.example' },
  ...{ databaseUrl: given.databaseUrl, dataFolder: given.dataFolder },
  mail: { smtpUrl: given.smtpUrl, from: 'Fettle <fettle@example.com>' },
  sms: {
    ...{ url: given.gatewayUrl, format: 'json', more: {}, mayBePrivate: true },
    fields: { to: 'to', text: 'text', from: 'from' },
  },
})
const running = { ...services, now: () => new Date(Date.now() + given.ahead) }

// Connected, so that a kill meets it at work.
await untilAvailable(() => readStart(running.ledgerPool, tellTenants.name))
await companiesBehind(running.overviewPool, notifyPeople.name)
process.stdout.write('sending\n')
startReactions(running, { every: 100, limit: 4 })
startTenantNews(running, { every: 50, lookEvery: 100 })
startDueWork([dailyEmails(running)], running)
startMailSender(running)
// What a killed one had claimed is soon free.
startTexts(running, { every: 50, lease: 3_000 })
