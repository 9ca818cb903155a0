import { timingSafeEqual } from 'node:crypto'
import { type RequestHandler, Router } from 'express'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { HttpFailure } from '#api/http/errors.ts'
import { keptFor } from '#api/http/kept-for.ts'
import { spaced } from '#api/http/slots/spaced.ts'
import { isUnavailable } from '#api/http/unavailable.ts'
import { measureProjections } from '#api/projections/metrics.ts'
import { RightsMovedOn } from '#api/rights/standing.ts'
import type { Services } from '#api/services/services.ts'
import { commands } from '#core/ledger/ledger.ts'
import type { CommandResult } from '#core/wire/commands.ts'
import { paths } from '#core/wire/paths.ts'
import { isFromHere } from './from-here.ts'
import { measureLedger } from './ledger-metrics.ts'
import { measureOutgoing } from './outgoing-metrics.ts'

/** In milliseconds: collecting the figures takes long enough to keep requests waiting, so nobody collects them more often. */
const maxAge = 1_000
/** In milliseconds, between two answers, and the scrapes that may wait for theirs. */
const rest = 20
const mostWaiting = 100

/**
 * GET /metrics, in the text format of Prometheus. Requires the metrics token if one is set; without one only programs on this
 * machine that come through no proxy get the figures.
 */
export function metricsRoutes(services: Services): Router {
  const { metrics, config } = services
  measureLedger(services)
  measureProjections(services)
  measureOutgoing(services)
  const figures = keptFor(maxAge, () => metrics.metrics())
  const enter = spaced(rest, mostWaiting)
  return Router().get(paths.metrics, async (req, res) => {
    if (!config.metricsToken && !isFromHere(req)) throw tokenNotSet
    if (config.metricsToken && !isSameText(req.get('authorization') ?? '', `Bearer ${config.metricsToken}`))
      throw new HttpFailure(401, { error: 'Failed to verify user token', code: 'not-signed-in' })
    await enter()
    res.type(metrics.contentType).send(await figures())
  })
}

const tokenNotSet = new HttpFailure(401, {
  error: 'The figures need a token here: the operator sets FETTLE_METRICS_TOKEN.',
  code: 'metrics-token-not-set',
})

const isSameText = (one: string, other: string) => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

type Outcome = Pick<CommandResult, 'status' | 'code'>
export type Outcomes = {
  /** Handles a command and counts how it ended. Rethrows what the handling threw. */
  counted<T extends Outcome>(type: string, handle: () => Promise<T>): Promise<T>
  /** The same for commands of one type that are handled together. */
  countedTogether<T>(type: string, handle: () => Promise<T>, ended: (result: T) => readonly Outcome[]): Promise<T>
}

/**
 * Counts commands by type and outcome: accepted, the code of the refusal, `unavailable` if the database was, or `failed` if handling
 * it threw, which is a fault of this release.
 */
export function countOutcomes({ metrics }: { metrics: Registry }): Outcomes {
  const counter = new Counter({
    name: 'fettle_commands_total',
    help: 'Commands by type and outcome: accepted, the code of the refusal, unavailable (the database was) or failed (a fault).',
    labelNames: ['type', 'outcome'],
    registers: [metrics],
  })
  // Only known types become labels: a client could invent any number of others, and each costs memory.
  const count = (type: string, outcome: string) =>
    counter.inc({ type: Object.hasOwn(commands, type) ? type : 'unknown', outcome })
  const countedTogether: Outcomes['countedTogether'] = async (type, handle, ended) => {
    try {
      const result = await handle()
      for (const { code, status } of ended(result)) count(type, code ?? status)
      return result
    } catch (error) {
      // A command whose person's rights have changed meanwhile is handled again, and counted then.
      if (!(error instanceof RightsMovedOn)) count(type, isUnavailable(error) ? 'unavailable' : 'failed')
      throw error
    }
  }
  return { countedTogether, counted: (type, handle) => countedTogether(type, handle, (result) => [result]) }
}

/** Reports this process's connected sockets, as counted by `count`. */
export const countSockets = (metrics: Registry, count: () => { office: number; team: number }) =>
  new Gauge({
    name: 'fettle_sockets',
    help: 'Connected sockets of this process by audience.',
    labelNames: ['audience'],
    registers: [metrics],
    collect() {
      for (const [audience, sockets] of Object.entries(count())) this.set({ audience }, sockets)
    },
  })

/** Times every request by its route's pattern. */
export function timeRequests({ metrics }: { metrics: Registry }): RequestHandler {
  const histogram = new Histogram({
    name: 'fettle_http_request_seconds',
    help: 'Duration of requests by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [metrics],
  })
  return (req, res, next) => {
    const stop = histogram.startTimer()
    res.once('finish', () => {
      const route: unknown = req.route?.path
      stop({ method: req.method, route: typeof route === 'string' ? route : 'other', status: res.statusCode })
    })
    next()
  }
}
