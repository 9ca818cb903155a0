import { type RequestHandler, Router } from 'express'
import { v7 as newId } from 'uuid'
import type { CommandContext } from '#api/commands/handle-command.ts'
import { HttpFailure, invalid, notFound, parse, refused } from '#api/http/errors.ts'
import { inSlots } from '#api/http/slots/in-slots.ts'
import { largeBody, refuseSlow } from '#api/http/slow-requests.ts'
import { requireMember, requireOpen } from '#api/rights/require-member.ts'
import type { Services } from '#api/services/services.ts'
import { isOffice } from '#core/model/access.ts'
import { refuse } from '#core/model/refusals.ts'
import { id } from '#core/model/values.ts'
import { type ImportAnswer, importReading, sheetChoice } from '#core/wire/imports.ts'
import { paths } from '#core/wire/paths.ts'
import { receiveFile } from './receive-file.ts'
import { sendRefusedRows } from './rows/refused-rows.ts'
import { checkImport, dryRun, mappingIn } from './runs/check.ts'
import { draftPlan } from './runs/draft-plan.ts'
import { addRun, changePlan, readFileOf, readRefusals, readRun, readRuns, startRun, stopRun } from './runs/runs.ts'
import { openFile } from './workbooks/open-file.ts'

/** Each request holds its whole file in memory. */
const limits = {
  all: 6,
  error: 'Another file is being read. Please try again in a moment.',
  code: 'too-many-imports',
}

/** Files of jobs: stored, checked again whenever their mapping changes, and then imported by runner.ts. */
export function importRoutes(services: Services, context: CommandContext): Router {
  const pool = services.ledgerPool
  const signedIn = requireMember(services)
  const few = inSlots(limits)
  const answerOf = async (companyId: string, importId: unknown): Promise<ImportAnswer> => {
    const named = id.safeParse(importId)
    const run = named.success ? await readRun(pool, companyId, named.data) : undefined
    if (!run) throw notFound('Import not found.')
    return run
  }
  const fileOf = async (companyId: string, importId: string) => {
    const file = await readFileOf(pool, companyId, importId)
    if (!file) throw notFound('Import not found.')
    return file
  }
  return Router()
    .get(paths.imports, signedIn, officeOnly, async (_req, res) => {
      res.json({ imports: await readRuns(pool, res.locals.member.companyId) })
    })
    .post(
      paths.imports,
      refuseSlow(largeBody),
      signedIn,
      officeOnly,
      requireOpen,
      few(async (req, res, signal) => {
        const actor = res.locals.member
        const { companyId, userId } = actor
        const { file: received, fileName } = await receiveFile(req, res)
        const opened = await openFile(received, companyId, signal)
        if (typeof opened === 'string') throw invalid(opened, 'file', 'not-importable')
        const plan = await draftPlan(opened)
        if (typeof plan === 'string') throw invalid(plan, 'file', 'not-importable')
        const { file } = opened
        const importId = newId()
        const checked = await checkImport(file, plan, { context, actor, signal })
        await addRun(pool, companyId, { importId, userId, fileName, file, plan, checked })
        res.json(await answerOf(companyId, importId))
      }),
    )
    .get(paths.import, signedIn, officeOnly, async (req, res) => {
      res.json(await answerOf(res.locals.member.companyId, req.params.importId))
    })
    .put(
      paths.import,
      signedIn,
      officeOnly,
      requireOpen,
      few(async (req, res, signal) => {
        const actor = res.locals.member
        const { importId, plan } = await answerOf(actor.companyId, req.params.importId)
        const reading = parse(importReading, req.body)
        const unknown = Object.values(mappingIn(reading))
          .flat()
          .find((one) => !plan.columns.some(({ name }) => name === one))
        if (unknown !== undefined) throw invalid(`There is no column '${unknown}'.`, 'mapping')
        const { columns, rows, workbook } = plan
        const changed = { ...reading, columns, rows, ...(workbook ? { workbook } : {}) }
        const checked = await checkImport(await fileOf(actor.companyId, importId), changed, { context, actor, signal })
        if (!(await changePlan(pool, actor.companyId, { importId, plan: changed, checked }))) throw alreadyStarted
        res.json(await answerOf(actor.companyId, importId))
      }),
    )
    .put(
      paths.importSheet,
      signedIn,
      officeOnly,
      requireOpen,
      few(async (req, res, signal) => {
        const actor = res.locals.member
        const { importId, plan } = await answerOf(actor.companyId, req.params.importId)
        const { sheet } = parse(sheetChoice, req.body)
        const { workbook } = plan
        const chosen = workbook?.sheets[sheet]
        if (!workbook || !chosen) throw invalid('There is no such sheet.', 'sheet')
        const file = await fileOf(actor.companyId, importId)
        const changed = chosen.fault ?? (await draftPlan({ file, workbook: { ...workbook, sheet } }))
        if (typeof changed === 'string') throw invalid(changed, 'sheet', 'not-importable')
        const checked = await checkImport(file, changed, { context, actor, signal })
        if (!(await changePlan(pool, actor.companyId, { importId, plan: changed, checked }))) throw alreadyStarted
        res.json(await answerOf(actor.companyId, importId))
      }),
    )
    .post(paths.startImport, signedIn, officeOnly, requireOpen, async (req, res) => {
      const { companyId } = res.locals.member
      const { importId, checked } = await answerOf(companyId, req.params.importId)
      if (checked.blocked !== undefined) throw invalid(checked.blocked, 'mapping', 'nothing-to-import')
      if (checked.ready === 0) throw invalid('There is nothing to import.', 'file', 'nothing-to-import')
      await startRun(pool, res.locals.member, importId)
      services.bell.ring('fettle_imports', [companyId])
      res.json(await answerOf(companyId, importId))
    })
    .post(paths.stopImport, signedIn, officeOnly, async (req, res) => {
      const { companyId } = res.locals.member
      const { importId } = await answerOf(companyId, req.params.importId)
      await stopRun(pool, companyId, importId)
      res.json(await answerOf(companyId, importId))
    })
    .get(
      paths.refusedRows,
      signedIn,
      officeOnly,
      few(async (req, res, signal) => {
        const actor = res.locals.member
        const { importId, fileName, plan, state } = await answerOf(actor.companyId, req.params.importId)
        const file = await fileOf(actor.companyId, importId)
        const reasons =
          state === 'draft'
            ? new Map(
                (await dryRun(file, plan, { context, actor, signal })).refused.map((one) => [one.line, one.reason]),
              )
            : await readRefusals(pool, actor.companyId, importId)
        await sendRefusedRows(res, { file, fileName, plan, reasons })
      }),
    )
}

const officeOnly: RequestHandler = (_req, res, next) => {
  if (!isOffice(res.locals.member.role)) throw refused(refuse('office-only'))
  next()
}

const alreadyStarted = new HttpFailure(409, { error: 'This import has already started.', code: 'import-begun' })
