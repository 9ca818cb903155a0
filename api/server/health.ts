import { Router } from 'express'
import { worstOf } from '#api/services/disks.ts'
import type { Services } from '#api/services/services.ts'
import { paths } from '#core/wire/paths.ts'
import { statement } from '#ledger/database/statement.ts'
import { db } from '#ledger/database/statement-compiler.ts'

const ping = statement('ping', () => db.selectNoFrom(({ lit }) => lit(1).as('one')))

/**
 * /healthz: this process is alive. /readyz: it can also reach its database, so a load balancer may send requests; it says too when a
 * disk is filling up or full, which ends no reading.
 */
export function healthRoutes({ ledgerPool, authPool, disks }: Services): Router {
  return Router()
    .get(paths.healthz, (_req, res) => void res.json({ status: 'ok' }))
    .get(paths.readyz, async (_req, res) => {
      await Promise.all([ledgerPool, authPool].map((pool) => pool.query(ping({}))))
      res.json({ status: 'ready', disk: worstOf(disks) })
    })
}
