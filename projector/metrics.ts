import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { rowsOf, statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'
import type { Batch } from './live/project.ts'

/** Metrics of this process's own work; the API has those of the companies. */
export function createMetrics(pool: pg.Pool) {
  const registry = new Registry()
  const registers = [registry]
  // Sampling the event loop a hundred times a second, the default, took a fifth of an idle projector's processor time.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 200 })
  const events = new Counter({ name: 'fettle_projector_events_total', help: 'Events folded', registers })
  const batches = new Counter({ name: 'fettle_projector_batches_total', help: 'Batches written', registers })
  const parked = new Counter({ name: 'fettle_projector_parked_total', help: 'Projections parked', registers })
  new Gauge({
    name: 'fettle_projector_lag_events',
    help: 'Events that the live projections of all companies have yet to fold',
    registers,
    async collect() {
      const [total] = await rowsOf(pool, totalLag({}))
      this.set(total?.lag ?? 0)
    },
  })
  const count = (batch: Batch) => {
    events.inc(batch.events)
    batches.inc()
    parked.inc(batch.parked.length)
  }
  return { registry, count }
}

/** Serves the metrics on this machine only. Resolves once the port answers, or once its failure is in the log. */
export async function serveMetrics(registry: Registry, port: number, logger: Logger): Promise<Server> {
  const server = createServer(async (_, answer) => {
    try {
      const body = await registry.metrics()
      answer.setHeader('content-type', registry.contentType).end(body)
    } catch (error) {
      logger.warn({ err: error }, 'cannot collect the metrics')
      answer.writeHead(503).end()
    }
  })
  server.on('error', (error) => logger.error({ err: error }, 'cannot serve the metrics'))
  server.listen(port, '127.0.0.1')
  // A failure is in the log already, by the listener above.
  await once(server, 'listening').catch(() => undefined)
  return server
}

const totalLag = statement('total-lag', () =>
  db
    .selectFrom('company_head as head')
    .innerJoin('checkpoint as live', 'live.company_id', 'head.company_id')
    .select(({ ref }) =>
      sql<number>`coalesce(sum(greatest(${ref('head.seq')} - ${ref('live.seq')}, 0)), 0)::bigint`.as('lag'),
    )
    .where('live.status', 'in', ['live', 'parked']),
)
