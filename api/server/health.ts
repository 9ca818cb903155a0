import { Router } from 'express'
import type { Services } from '#api/services/services.ts'
import { paths } from '#core/wire/paths.ts'

/** /healthz: this process lives. /readyz: it can do its work as well, so a balancer may send requests. */
export function healthRoutes({ ledgerPool, authPool }: Services): Router {
  return Router()
    .get(paths.healthz, (_req, res) => void res.json({ status: 'ok' }))
    .get(paths.readyz, async (_req, res) => {
      await Promise.all([ledgerPool, authPool].map((pool) => pool.query('select 1')))
      res.json({ status: 'ready' })
    })
}
