import type { Router } from 'express'
import { authRoutes } from './auth/routes.ts'
import { commandRoutes } from './commands.ts'
import { openDoor } from './handle.ts'
import { healthRoutes } from './health.ts'
import { countOutcomes, metricsRoutes } from './metrics.ts'
import { openApiRoutes } from './openapi.ts'
import { readRoutes } from './reads/routes.ts'
import { openWhenProjected } from './reads/when-projected.ts'
import type { Services } from './services.ts'

/** Every route of the API, one router after the other. What none of them takes is answered 405 or 404 in app.ts. */
export function routes(services: Services): Router[] {
  const { ledgerPool, bell, now } = services
  return [
    healthRoutes(services),
    metricsRoutes(services),
    openApiRoutes(),
    authRoutes(services),
    commandRoutes(services, openDoor({ pool: ledgerPool, bell, now }), countOutcomes(services)),
    readRoutes(services, openWhenProjected(ledgerPool, bell)),
  ]
}
