import { reusedId } from '#api/commands/handle-command.ts'
import { firstFault } from '#api/http/errors.ts'
import { type RefusedLine, sharedOrders } from '#core/imports/orders.ts'
import type { Refused } from '#core/imports/read-row.ts'
import { jobRef } from '#core/job/values.ts'
import { decide } from '#core/ledger/decide.ts'
import { commands, type Facts } from '#core/ledger/ledger.ts'
import type { Role } from '#core/model/messages.ts'
import { isRefusal } from '#core/model/refusals.ts'
import { fileRows, type RowSource } from './file-rows.ts'
import type { ImportCommand, ImportedJob } from './row-commands.ts'
import { openRows, orderSizes, type Reading } from './row-jobs.ts'

/** A command's outcome: accepted (now or earlier), with the job's number if one was assigned, or refused with a sentence. */
export type CommandOutcome =
  | { status: 'accepted'; number?: number }
  | { status: 'refused'; error: string; code?: string }

/** A job in the ledger: the day and number it was created with, and when it was recorded. */
export type KnownJob = { createdAt: string; number: number; recordedAt: string }

/** What an import needs from its caller. */
export type ImportRun = Reading & {
  companyId: string
  userId: string
  role: Role
  /** The present, as a UTC instant of the caller's clock. */
  now: string
  dryRun: boolean
  /** The facts of the company that a dry run decides with; see {@link decide}. */
  facts?: Facts
  /** Those of these jobs that the ledger already has. */
  known(jobIds: string[]): Promise<Map<string, KnownJob>>
  /** The reasons for refusing jobs, new or existing; jobs without an entry are not refused. */
  refusalOf?(jobs: readonly ImportedJob[], known: ReadonlyMap<string, KnownJob>): Promise<Map<string, Refused>>
  /** Whether a known job was created by this import before it was interrupted. */
  isOwn?(known: KnownJob): boolean
  /** Sends one command as any device does, subject to every rule. */
  send(command: ImportCommand): Promise<CommandOutcome>
  onProgress?(rows: number): void
  /** Called for each job that was created, or would be. */
  onJob?(job: ImportedJob, number: number | undefined): void
  /** Called after each batch with the totals so far; returning 'stop' ends the import. */
  onBatch?(report: ImportReport): Promise<'go on' | 'stop'>
  /** Earlier progress; the rows it counts are skipped. */
  before?: Pick<ImportReport, 'rows' | 'imported' | 'completed' | 'alreadyThere'>
  batchSize?: number
}

/** Rows are counted as read, all else as jobs. */
export type ImportReport = {
  rows: number
  imported: number
  completed: number
  alreadyThere: number
  /** The tasks of the imported jobs, and the rows that share a work order and site; if it was resumed, those of all rows. */
  tasks: number
  sameOrders: { orders: number; rows: number }
  /** Those of this run; if it was resumed, those since. */
  refused: RefusedLine[]
}

const usualBatch = 50
/** Rows of orders that are not complete yet cost nothing; a batch ends after so many of them. */
const mostSilent = 500

/**
 * Imports a file row by row through ordinary commands whose ids are derived from the rows: run again, it resumes where it was
 * interrupted and imports nothing twice.
 */
export async function importFile(source: RowSource, run: ImportRun): Promise<ImportReport> {
  const done = run.before?.rows ?? 0
  const sizes = run.oneJobPerOrder ? await orderSizes(source, run) : new Map<string, number>()
  const jobsOf = openRows(run, sizes)
  const none = { imported: 0, completed: 0, alreadyThere: 0, tasks: 0, sameOrders: { orders: 0, rows: 0 } }
  const report: ImportReport = { ...none, ...run.before, rows: 0, refused: [] }
  const { batchSize = usualBatch } = run
  let batch: ImportedJob[] = []
  let pending = 0
  let silent = 0
  const finishBatch = async () => {
    if (batch.length > 0) await importBatch(batch, run, report)
    batch = []
    pending = 0
    silent = 0
    return (await run.onBatch?.(report)) ?? 'go on'
  }
  for await (const one of fileRows(source)) {
    report.rows += 1
    // Skipped rows are read too: identical rows are told apart by their order, and an order's job comes with its last row.
    const { job, refused } = jobsOf(one)
    if (report.rows <= done) continue
    report.refused.push(...refused)
    if (job) batch.push(job)
    if (job || refused.length > 0) pending += 1
    else silent += 1
    if ((pending === batchSize || silent === mostSilent) && (await finishBatch()) === 'stop') return report
    run.onProgress?.(report.rows)
  }
  await finishBatch()
  report.sameOrders = sharedOrders(sizes)
  report.refused.sort((a, b) => a.line - b.line)
  return report
}

/** Refuses all rows of a job. */
const refusedRows = ({ lines }: ImportedJob, { reason, field, value = '' }: Refused): RefusedLine[] =>
  lines.map((line) => (field === undefined ? { line, reason } : { line, reason, field, value }))

async function importBatch(batch: readonly ImportedJob[], run: ImportRun, report: ImportReport): Promise<void> {
  const known = await run.known(batch.map((job) => job.jobId))
  const refusals = await run.refusalOf?.(batch, known)
  for (const job of batch) {
    const existing = known.get(job.jobId)
    const isOwn = existing !== undefined && (run.isOwn?.(existing) ?? false)
    const outcome = isOwn
      ? await sendAll(job, known, run)
      : (refusals?.get(job.jobId) ?? (await tryJob(job, known, run)))
    if ('reason' in outcome) report.refused.push(...refusedRows(job, outcome))
    else if (existing && !isOwn) report.alreadyThere += 1
    else {
      report.imported += 1
      report.tasks += job.lines.length
      if (job.isCompleted) report.completed += 1
      run.onJob?.(job, outcome.number ?? existing?.number)
    }
  }
}

type Outcome = Refused | { number?: number | undefined }

const tryJob = async (job: ImportedJob, known: ReadonlyMap<string, KnownJob>, run: ImportRun): Promise<Outcome> =>
  run.dryRun ? (dryRefusal(job, run) ?? {}) : sendAll(job, known, run)

/** A row without a date is the same job on any day: it keeps the day of its first import. */
function withOriginalDay(job: ImportedJob, known: ReadonlyMap<string, KnownJob>): readonly ImportCommand[] {
  const before = known.get(job.jobId)
  if (job.isDated || before === undefined) return job.commands
  const [create, ...others] = job.commands
  return create ? [{ ...create, data: { ...create.data, createdAt: before.createdAt } }, ...others] : job.commands
}

async function sendAll(job: ImportedJob, known: ReadonlyMap<string, KnownJob>, run: ImportRun): Promise<Outcome> {
  let number: number | undefined
  for (const command of withOriginalDay(job, known)) {
    const outcome = await run.send(command)
    if (outcome.status === 'refused')
      return { reason: refusalReason(outcome, command, known.get(job.jobId)) ?? outcome.error }
    number ??= outcome.number
  }
  return { number }
}

/** The reason for refusing a row that was imported before with other contents, and what to do about it. */
function refusalReason({ code }: { code?: string }, { type, data }: ImportCommand, before: KnownJob | undefined) {
  if (code !== reusedId || before === undefined) return undefined
  const imported = `Already imported as job ${jobRef(before.number)}, which is left unchanged`
  if (type !== 'CreateJob' || data.createdAt === before.createdAt)
    return `${imported}: the row, or the choice of columns, was different then. Edit the job itself.`
  return (
    `${imported}: its date was read as ${before.createdAt} then and is read as ${data.createdAt} now. ` +
    'Import with the earlier date order (--dates dmy or --dates mdy), or edit the job itself.'
  )
}

/** What the rules say about creating the job, without sending the command. */
function dryRefusal(job: ImportedJob, run: ImportRun): Refused | undefined {
  const data = commands.CreateJob.safeParse(job.commands[0]?.data)
  if (!data.success) return { reason: firstFault(data.error).error }
  const { userId: actorId, role: actorRole, companyId, now: at, facts = {} } = run
  const decided = decide([], { type: 'CreateJob', data: data.data }, { actorId, actorRole, companyId, at, facts })
  return isRefusal(decided) ? { reason: decided.error } : undefined
}
