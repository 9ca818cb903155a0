import { createServer, type Server } from 'node:http'
import type pg from 'pg'
import type { Logger } from 'pino'
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Batch } from './live/project.ts'

/** What this process has done; the figures of all companies are the API's to tell. */
export function createMetrics(pool: pg.Pool) {
  const registry = new Registry()
  const registers = [registry]
  // To look at the event loop a hundred times a second, as is usual, was a fifth of all that an idle projector took.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 200 })
  const events = new Counter({ name: 'fettle_projector_events_total', help: 'Events folded', registers })
  const batches = new Counter({ name: 'fettle_projector_batches_total', help: 'Batches written', registers })
  const parked = new Counter({ name: 'fettle_projector_parked_total', help: 'Projections parked', registers })
  new Gauge({
    name: 'fettle_projector_lag_events',
    help: 'Events that the live projections of all companies have yet to fold',
    registers,
    async collect() {
      const { rows } = await pool.query<{ lag: number }>(
        `select coalesce(sum(greatest(head.seq - live.seq, 0)), 0)::bigint lag
          from company_head head join checkpoint live using (company_id) where live.status in ('live', 'parked')`,
      )
      this.set(rows[0]?.lag ?? 0)
    },
  })
  const count = (batch: Batch) => {
    events.inc(batch.events)
    batches.inc()
    parked.inc(batch.parked.length)
  }
  return { registry, count }
}

/** Serves them on this machine alone. */
export function serveMetrics(registry: Registry, port: number, logger: Logger): Server {
  const server = createServer(async (_, answer) => {
    try {
      const body = await registry.metrics()
      answer.setHeader('content-type', registry.contentType).end(body)
    } catch (error) {
      logger.warn({ err: error }, 'the metrics could not be read')
      answer.writeHead(503).end()
    }
  })
  server.on('error', (error) => logger.error({ err: error }, 'the metrics are not served'))
  return server.listen(port, '127.0.0.1')
}
