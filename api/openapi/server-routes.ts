import * as z from 'zod/mini'
import type { DescribedRoute } from '#api/http/described-route.ts'
import { paths } from '#core/wire/paths.ts'

const get = { method: 'get', for: 'anyone' } as const
const status = z.object({ status: z.string() })
const ready = z.object({ status: z.string(), disk: z.enum(['enough', 'low', 'full']) })

/** What a server tells of itself. */
export const serverRoutes: DescribedRoute[] = [
  { ...get, path: paths.openapi, summary: 'This description', answers: { 200: z.looseObject({}) } },
  { ...get, path: paths.healthz, summary: 'Whether the process is alive', answers: { 200: status } },
  { ...get, path: paths.readyz, summary: 'Whether the process is ready for requests', answers: { 200: ready } },
  {
    ...get,
    path: paths.metrics,
    summary: 'Metrics for Prometheus; requires a configured bearer token, unless a program on the same machine asks',
    answers: { 200: 'text/plain' },
  },
]
