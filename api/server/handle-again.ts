import { type ErrorRequestHandler, Router } from 'express'
import { AppendConflict } from '#api/commands/decide-and-append.ts'
import { mostTries } from '#api/commands/while-rights-hold.ts'
import { RightsMovedOn } from '#api/rights/standing.ts'

/**
 * Handles a request from the start if its person's rights have changed after they were read and before something was appended for
 * them: so the answer is the one that they would have got a moment later. What was to be appended then has been rolled back.
 */
export function handleAgain(routers: readonly Router[]): ErrorRequestHandler {
  const routes = Router().use(...routers)
  return (error: unknown, req, res, next) => {
    const again = (tries: number) => (failure?: unknown) => {
      if (!(failure instanceof RightsMovedOn) || res.headersSent) return next(failure)
      if (tries === mostTries) return next(new AppendConflict())
      routes(req, res, again(tries + 1))
    }
    again(1)(error)
  }
}
