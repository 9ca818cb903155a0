import type { DescribedRoute } from '#api/http/described-route.ts'
import { paths } from '#core/wire/paths.ts'
import * as projections from '#core/wire/projections.ts'

const get = { method: 'get', for: 'office' } as const

const asked = (path: string, summary: string): DescribedRoute => ({
  method: 'post',
  for: 'office',
  path,
  summary,
  body: projections.projectionRequest,
  answers: { 200: projections.runAnswer },
})

/** How the read models stand, and what the office may ask of them. */
export const projectionRoutes: DescribedRoute[] = [
  {
    ...get,
    path: paths.projections,
    summary: 'How each projection of the company stands, and the runs of them',
    answers: { 200: projections.projectionsAnswer },
  },
  {
    ...get,
    path: paths.comparison,
    summary: 'What the last comparison of a projection found: which rows differ, and in which fields',
    answers: { 200: projections.comparisonAnswer },
  },
  asked(paths.replayProjection, 'Build a projection anew beside the live rows, and switch to it'),
  asked(
    paths.compareProjection,
    'Build a projection anew and say which rows differ from the live ones; nothing is switched',
  ),
  asked(paths.pauseProjection, 'Pause its replay or comparison'),
  asked(paths.resumeProjection, 'Go on with it'),
  asked(paths.cancelProjection, 'Cancel what is under way; the live rows stay as they are'),
  asked(paths.undoProjection, 'Go back to the rows before the last switch'),
  asked(paths.promoteProjection, 'Switch to the rows that were compared'),
  asked(paths.discardProjection, 'Throw the rows away that were compared'),
  asked(paths.retryProjection, 'Let a parked projection try its event again'),
]
