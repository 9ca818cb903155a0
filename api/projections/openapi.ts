import type { DescribedRoute } from '#api/http/described-route.ts'
import { paths } from '#core/wire/paths.ts'
import * as projections from '#core/wire/projections.ts'

const get = { method: 'get', for: 'office' } as const

const request = (path: string, summary: string): DescribedRoute => ({
  method: 'post',
  for: 'office',
  path,
  summary,
  body: projections.projectionRequest,
  answers: { 200: projections.runAnswer },
})

/** The state of the projections, and what the office may do with them. */
export const projectionRoutes: DescribedRoute[] = [
  {
    ...get,
    path: paths.projections,
    summary: "The state of each of the company's projections, and their runs",
    answers: { 200: projections.projectionsAnswer },
  },
  {
    ...get,
    path: paths.comparison,
    summary: 'The result of the last comparison of a projection: which rows differ, and in which fields',
    answers: { 200: projections.comparisonAnswer },
  },
  request(paths.replayProjection, 'Rebuild a projection alongside the live rows, and switch to the new rows'),
  request(
    paths.compareProjection,
    'Rebuild a projection and report which rows differ from the live ones, without switching',
  ),
  request(paths.pauseProjection, 'Pause the replay or comparison'),
  request(paths.resumeProjection, 'Resume the replay or comparison'),
  request(paths.cancelProjection, 'Cancel the current run; the live rows stay as they are'),
  request(paths.undoProjection, 'Go back to the rows before the last switch'),
  request(paths.promoteProjection, 'Switch to the compared rows'),
  request(paths.discardProjection, 'Discard the compared rows'),
  request(paths.retryProjection, 'Retry the event at which a projection is parked'),
]
