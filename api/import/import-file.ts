import { commands, decide } from '#core/ledger.ts'
import type { Role } from '#core/model.ts'
import { isRefusal } from '#core/refusals.ts'
import { csvRows } from './csv-rows.ts'
import { type DayOrder, guessDayOrder } from './days.ts'
import { guessMapping, type Mapping, type SampleRow, withChoices } from './mapping.ts'
import { type ImportCommand, rowCommands } from './row-commands.ts'

/** How a command went: taken now or before, or refused with its sentence. */
export type Given = { status: 'accepted' } | { status: 'refused'; error: string }

/** What an import needs of its surroundings. */
export type ImportRun = {
  companyId: string
  userId: string
  role: Role
  /** Today as YYYY-MM-DD and now as an instant, from the caller's clock. */
  today: string
  now: string
  dryRun: boolean
  /** The mapping and the order of dates as {@link readPlan} found them. */
  mapping: Mapping
  dayOrder: DayOrder
  /** Which of these jobs the ledger has already, and the day that each was created with. */
  known(jobIds: string[]): Promise<Map<string, string>>
  /** Gives one command the way everyone does, past no rule. */
  give(command: ImportCommand): Promise<Given>
  onProgress?(rows: number): void
}

export type ImportReport = {
  rows: number
  imported: number
  completed: number
  alreadyThere: number
  refused: { line: number; reason: string }[]
}

/** How a file will be read: its columns, the mapping, the order of its dates and how many rows it has. */
export type ImportPlan = { columns: string[]; mapping: Mapping; dayOrder: DayOrder; rows: number }

const sampleSize = 500
const batchSize = 50

/** Reads a file once and says how it will be imported; a message when what a person chose cannot be followed. */
export async function readPlan(
  path: string,
  choices: readonly string[],
  dayOrder?: DayOrder,
): Promise<ImportPlan | string> {
  const sample: SampleRow[] = []
  let rows = 0
  for await (const one of csvRows(path)) {
    rows += 1
    if ('row' in one && sample.length < sampleSize) sample.push(one.row)
  }
  const columns = Object.keys(sample[0] ?? {})
  const mapping = withChoices(guessMapping(columns, sample), choices, columns)
  if (typeof mapping === 'string') return mapping
  if (!mapping.apartmentName)
    return `No column names the site. Say which one: --map "COLUMN=apartmentName". The file has: ${columns.join(', ')}`
  const dates = sample.map((row) => row[mapping.createdAt?.[0] ?? ''] ?? '')
  return { columns, mapping, dayOrder: dayOrder ?? guessDayOrder(dates), rows }
}

/**
 * Imports a file row by row through ordinary commands whose ids follow from the rows: run again, it goes on where it was cut
 * off and imports nothing twice.
 */
export async function importFile(path: string, run: ImportRun): Promise<ImportReport> {
  const report: ImportReport = { rows: 0, imported: 0, completed: 0, alreadyThere: 0, refused: [] }
  const seen = new Map<string, number>()
  const occurrence = (identity: string) => {
    const before = seen.get(identity) ?? 0
    seen.set(identity, before + 1)
    return before
  }
  const batch: Job[] = []
  for await (const one of csvRows(path)) {
    report.rows += 1
    const outcome = 'row' in one ? rowCommands(one.row, run, occurrence) : one
    if ('reason' in outcome) report.refused.push({ line: one.line, reason: outcome.reason })
    else batch.push({ line: one.line, ...outcome })
    if (batch.length === batchSize) await importBatch(batch.splice(0), run, report)
    run.onProgress?.(report.rows)
  }
  await importBatch(batch, run, report)
  report.refused.sort((a, b) => a.line - b.line)
  return report
}

type Job = { line: number; jobId: string; commands: ImportCommand[]; isDated: boolean }

async function importBatch(batch: readonly Job[], run: ImportRun, report: ImportReport): Promise<void> {
  const known = await run.known(batch.map((job) => job.jobId))
  for (const job of batch) {
    const refusal = run.dryRun ? dryRefusal(job, run) : await firstRefusal(asBefore(job, known), run)
    if (refusal) report.refused.push({ line: job.line, reason: refusal })
    else if (known.has(job.jobId)) report.alreadyThere += 1
    else {
      report.imported += 1
      if (job.commands.length > 1) report.completed += 1
    }
  }
}

/** A row without a day means the same job on another day: it has the day that it was first imported with. */
function asBefore(job: Job, known: ReadonlyMap<string, string>): Job {
  const createdAt = known.get(job.jobId)
  if (job.isDated || createdAt === undefined) return job
  const [create, ...others] = job.commands
  return create ? { ...job, commands: [{ ...create, data: { ...create.data, createdAt } }, ...others] } : job
}

async function firstRefusal(job: Job, run: ImportRun): Promise<string | undefined> {
  for (const command of job.commands) {
    const given = await run.give(command)
    if (given.status === 'refused') return given.error
  }
  return undefined
}

/** What the rules say of creating the job, without giving the command. */
function dryRefusal(job: Job, run: ImportRun): string | undefined {
  const data = commands.CreateJob.safeParse(job.commands[0]?.data)
  if (!data.success) return data.error.issues[0]?.message ?? 'This row does not fit.'
  const asked = { actorId: run.userId, actorRole: run.role, companyId: run.companyId, at: run.now, facts: {} }
  const decided = decide([], { type: 'CreateJob', data: data.data }, asked)
  return isRefusal(decided) ? decided.error : undefined
}
