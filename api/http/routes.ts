import type { Router } from 'express'
import { assetRoutes } from './assets/routes.ts'
import { externalRoutes } from './auth/external/routes.ts'
import { authRoutes } from './auth/routes.ts'
import { billingRoutes } from './billing/routes.ts'
import { commandRoutes } from './commands.ts'
import { erasureRoutes } from './erasure/routes.ts'
import { evidenceRoutes } from './evidence/routes.ts'
import { exportRoutes } from './exports/routes.ts'
import { feedRoutes } from './feed/routes.ts'
import { openDoor } from './handle.ts'
import { healthRoutes } from './health.ts'
import { historyRoutes } from './history/routes.ts'
import { importRoutes } from './import/routes.ts'
import { countOutcomes, metricsRoutes } from './metrics.ts'
import { openApiRoutes } from './openapi.ts'
import { projectionRoutes } from './projections/routes.ts'
import { openWhenEnded } from './projections/when-ended.ts'
import { openChains } from './proof/chains.ts'
import { proofRoutes } from './proof/routes.ts'
import { readRoutes } from './reads/routes.ts'
import { openWhenProjected } from './reads/when-projected.ts'
import type { Services } from './services.ts'
import { specCallRoutes } from './spec-calls/routes.ts'

/** Every route of the API, one router after the other. What none of them takes is answered 405 or 404 in app.ts. */
export function routes(services: Services): Router[] {
  const { ledgerPool, bell, now } = services
  const door = openDoor({ pool: ledgerPool, bell, now })
  const outcomes = countOutcomes(services)
  const whenProjected = openWhenProjected(ledgerPool, bell)
  const chains = openChains(ledgerPool)
  return [
    healthRoutes(services),
    metricsRoutes(services),
    openApiRoutes(),
    authRoutes(services),
    ...externalRoutes(services),
    commandRoutes(services, door, outcomes),
    readRoutes(services, whenProjected),
    proofRoutes(services, chains),
    erasureRoutes(services),
    evidenceRoutes(services, chains),
    projectionRoutes(services, openWhenEnded(ledgerPool, bell)),
    historyRoutes(services, whenProjected),
    exportRoutes(services, whenProjected),
    importRoutes(services, door),
    billingRoutes(services, door),
    feedRoutes(services),
    assetRoutes(services, door, outcomes),
    specCallRoutes(services, door, outcomes),
  ]
}
