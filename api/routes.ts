import type { Router } from 'express'
import { authRoutes } from './auth/routes.ts'
import { healthRoutes } from './health.ts'
import type { Services } from './services.ts'

/** Every route of the API, one router after the other. What none of them takes is answered 405 or 404 in app.ts. */
export const routes = (services: Services): Router[] => [healthRoutes(services), authRoutes(services)]
