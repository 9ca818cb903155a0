import { type RequestHandler, Router } from 'express'
import { rebuildsHeld } from '#api/http/disk-full.ts'
import { HttpFailure, notFound, parse, refused } from '#api/http/errors.ts'
import { requireMember } from '#api/rights/require-member.ts'
import type { Services } from '#api/services/services.ts'
import { failingTasks } from '#api/services/setbacks.ts'
import { may } from '#core/model/access.ts'
import { refuse } from '#core/model/refusals.ts'
import { type ProjectionName, projections } from '#core/projections/projections.ts'
import { paths } from '#core/wire/paths.ts'
import {
  type ProjectionsAnswer,
  projectionRequest,
  type RunAnswer,
  type RunKind,
  rebuilding,
} from '#core/wire/projections.ts'
import { openRunStates } from '#core/wire/replay/run-states.ts'
import { inCompany } from '#ledger/database/connect.ts'
import { changeRuns, type RunChange, requestRun } from '#ledger/read-models/request-runs.ts'
import { areRebuildsHeld, withHeld } from './held-runs.ts'
import { readLastComparison, readProjections, readRunsOf } from './read-projections.ts'
import type { WaitForRun } from './wait-for-run.ts'

/** The actions on a projection and what each requires; a projector carries them out. */
const actions = [
  [paths.replayProjection, 'replay', undefined],
  [paths.compareProjection, 'compare', undefined],
  [paths.promoteProjection, 'promote', ['compared', 'There is no comparison to promote.', 'nothing-to-promote']],
  [paths.discardProjection, 'discard', ['compared', 'There is no comparison to discard.', 'nothing-to-discard']],
  [paths.undoProjection, 'undo', ['undo', 'The earlier rows are no longer kept.', 'nothing-to-undo']],
  [paths.retryProjection, 'retry', ['parkedAt', 'This projection is not parked.', 'not-parked']],
] as const satisfies readonly [string, RunKind, readonly [string, string, string] | undefined][]

const changes = [
  [paths.pauseProjection, 'pause'],
  [paths.resumeProjection, 'resume'],
  [paths.cancelProjection, 'cancel'],
] as const satisfies readonly [string, RunChange][]

/** The status of the company's projections, and the office's actions on them. */
export function projectionRoutes(services: Services, waitForRun: WaitForRun): Router {
  const { ledgerPool: pool, bell, now, setbacks, disks } = services
  const office = [requireMember(services), officeOnly]

  const answerOf = async (companyId: string, runId: string): Promise<RunAnswer> => {
    const run = withHeld(await readRunsOf(pool, companyId), disks).find((one) => one.runId === runId)
    if (!run) throw new Error('The run is missing')
    return { run }
  }
  const projectionStatus = async (companyId: string, name: ProjectionName) => {
    const answer = await readProjections(pool, companyId, now())
    const status = answer.projections.find((one) => one.name === name)
    if (!status) throw new Error('The projection is missing')
    return status
  }

  const router = Router()
    .get(paths.projections, ...office, async (_, res) => {
      const { companyId } = res.locals.member
      const answer = await readProjections(pool, companyId, now())
      const runs = withHeld(answer.runs, disks)
      res.json({ ...answer, runs, failing: failingTasks(setbacks, companyId) } satisfies ProjectionsAnswer)
    })
    .get(paths.comparison, ...office, async (req, res) => {
      const found = await readLastComparison(pool, res.locals.member, projectionOf(req.params.name).name)
      if (!found) throw notFound('This projection has not been compared yet.', 'not-compared')
      res.json(found)
    })
  for (const [path, kind, needs] of actions)
    router.post(path, ...office, async (req, res) => {
      const { companyId, userId } = res.locals.member
      const { name, version } = projectionOf(req.params.name)
      parse(projectionRequest, req.body ?? {})
      if (rebuilding.includes(kind) && areRebuildsHeld(disks)) throw rebuildsHeld
      if (needs && !(await projectionStatus(companyId, name))[needs[0]]) throw conflict(needs[1], needs[2])
      const runId = await inCompany(pool, companyId, (client) =>
        requestRun(client, companyId, { kind, projections: [{ name, version }], startedBy: 'person', userId }),
      )
      if (runId === undefined) throw conflict('A run of this projection is already under way.', 'run-under-way')
      bell.ring('fettle_runs', [companyId])
      await waitForRun(companyId, runId)
      res.json(await answerOf(companyId, runId))
    })
  for (const [path, change] of changes)
    router.post(path, ...office, async (req, res) => {
      const { companyId } = res.locals.member
      const { name } = projectionOf(req.params.name)
      parse(projectionRequest, req.body ?? {})
      const run = (await readRunsOf(pool, companyId)).find(
        (one) => openRunStates.includes(one.state) && one.projections.some((each) => each.name === name),
      )
      const changed = run
        ? await inCompany(pool, companyId, (client) => changeRuns(client, change, { runId: run.runId, companyId }))
        : 0
      if (!run || changed === 0) throw conflict(`There is no run to ${change}.`, 'no-such-run')
      bell.ring('fettle_runs', [companyId])
      res.json(await answerOf(companyId, run.runId))
    })
  return router
}

const officeOnly: RequestHandler = (_req, res, next) => {
  if (!may.manageProjections(res.locals.member.role)) throw refused(refuse('office-only'))
  next()
}

function projectionOf(name: unknown) {
  const projection = projections.find((one) => one.name === name)
  if (!projection) throw notFound('There is no such projection.')
  return projection
}

const conflict = (error: string, code: string) => new HttpFailure(409, { error, code })
