import { sql } from 'kysely'
import { Gauge } from 'prom-client'
import { cached } from '#api/http/cached.ts'
import type { Services } from '#api/services/services.ts'
import { rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import { isErased } from '#ledger/read-models/erased-companies.ts'

/** The queues of emails, messages and calls that Fettle sends by itself. */
export type OutgoingQueue = 'mail' | 'evidence-mails' | 'pushes' | 'tenant-news' | 'texts' | 'webhooks'
type Overdue = Record<OutgoingQueue, number>
const none: Overdue = { mail: 0, 'evidence-mails': 0, pushes: 0, 'tenant-news': 0, texts: 0, webhooks: 0 }

type Parts = Pick<Services, 'metricsPool' | 'authPool'>

/**
 * How long what is due to be sent has waited for its try, for all companies and processes. A sender that finds nothing, for whatever
 * reason, fails nowhere: only what stays due tells of it.
 */
export function measureOutgoing({ metrics, logger, ...pools }: Parts & Pick<Services, 'metrics' | 'logger'>) {
  const read = cached(
    none,
    () => readOverdue(pools),
    (error) => logger.warn({ err: error }, 'metrics of what is to be sent could not be read'),
  )
  new Gauge({
    name: 'fettle_outgoing_overdue_seconds',
    help: 'For how long what is due to be sent, or sent again, has waited for its try.',
    labelNames: ['queue'],
    registers: [metrics],
    async collect() {
      for (const [queue, seconds] of Object.entries(await read())) this.set({ queue }, seconds)
    },
  })
}

/** Seconds since what has waited longest was due, by queue; 0 if nothing is due. */
export async function readOverdue({ metricsPool, authPool }: Parts): Promise<Overdue> {
  const secondsOf = async (pool: typeof metricsPool, query: ReturnType<typeof inMail>) =>
    (await rowsOf(pool, query))[0]?.seconds ?? 0
  return {
    mail: await secondsOf(authPool, inMail({})),
    'evidence-mails': await secondsOf(metricsPool, inEvidenceMails({})),
    pushes: await secondsOf(metricsPool, inPushes({})),
    'tenant-news': await secondsOf(metricsPool, inTenantNews({})),
    texts: await secondsOf(metricsPool, inTexts({})),
    webhooks: await secondsOf(metricsPool, inWebhooks({})),
  }
}

const seconds = sql<number>`greatest(0, coalesce(extract(epoch from now() - min(${sql.ref('due_at')})), 0))::float8`.as(
  'seconds',
)

const inMail = statement('metrics-mail', () => db.selectFrom('mail').select(seconds))
const inEvidenceMails = statement('metrics-evidence-mails', () =>
  db
    .selectFrom('evidence_mail')
    .select(seconds)
    .where(({ not }) => not(isErased('evidence_mail.company_id'))),
)
const inPushes = statement('metrics-pushes', () =>
  db
    .selectFrom('outgoing_notice')
    .select(seconds)
    .where('way', '=', sql.lit('push'))
    .where(({ not }) => not(isErased('outgoing_notice.company_id'))),
)
const inTenantNews = statement('metrics-tenant-news', () =>
  db
    .selectFrom('tenant_news')
    .select(seconds)
    .where(({ not }) => not(isErased('tenant_news.company_id'))),
)
const inTexts = statement('metrics-texts', () =>
  db
    .selectFrom('text_message')
    .select(seconds)
    .where('state', '=', sql.lit('waiting'))
    .where(({ not }) => not(isErased('text_message.company_id'))),
)
/** Those of a webhook that is off wait until it is turned on. */
const inWebhooks = statement('metrics-webhooks', () =>
  db
    .selectFrom('webhook_delivery')
    .innerJoin('webhook', (join) =>
      join
        .onRef('webhook.company_id', '=', 'webhook_delivery.company_id')
        .onRef('webhook.webhook_id', '=', 'webhook_delivery.webhook_id'),
    )
    .select(seconds)
    .where('webhook_delivery.state', '=', sql.lit('waiting'))
    .where('webhook.off', 'is', null)
    .where(({ not }) => not(isErased('webhook_delivery.company_id'))),
)
