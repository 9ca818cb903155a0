import { v5 } from 'uuid'
import type { RowsJob } from '#core/imports/orders.ts'

/** A command of an import. Its ids are derived from the rows, so importing them again repeats the same command. */
export type ImportCommand = { commandId: string; type: string; data: Record<string, unknown> }

/**
 * A job to import, with the lines of its rows. `isDated` is false if no row had a date and it was given the day of the import;
 * `isCompleted` says that all its tasks are.
 */
export type ImportedJob = {
  jobId: string
  site: string
  workOrder: string
  agency: string
  lines: number[]
  commands: ImportCommand[]
  isDated: boolean
  isCompleted: boolean
}

/**
 * Identifies what becomes a job: by work order and site or, without a work order, by all cells; `occurrence` distinguishes
 * identical rows. The namespace is a secret of the company.
 */
export type Identity = { namespace: string; identity: string; occurrence: number }

/** The commands that a person would send for a job: create it, and complete the tasks of rows that are closed. */
export function jobCommands(job: RowsJob, today: string, { namespace, identity, occurrence }: Identity): ImportedJob {
  const { site, workOrder, agency, receivedBy, createdAt } = job
  const id = (what: string, place = 0) =>
    v5(`${what}|${identity}|${occurrence}${place === 0 ? '' : `|${place}`}`, namespace)
  const jobId = id('job')
  const tasks = job.tasks.map((task, place) => ({ ...task, place, taskId: id('task', place) }))
  const create = {
    commandId: id('create'),
    type: 'CreateJob',
    data: {
      jobId,
      workOrder,
      apartmentName: site,
      agency,
      receivedBy,
      createdAt: createdAt ?? today,
      tasks: tasks.map(({ taskId, description, price }) => ({
        taskId,
        description,
        ...(price === undefined ? {} : { price }),
      })),
    },
  }
  const closed = tasks.filter(({ isClosed }) => isClosed)
  const complete = closed.map(({ taskId, place }) => ({
    commandId: id('complete', place),
    type: 'CycleTask',
    data: { jobId, taskId, from: 'not completed' },
  }))
  return {
    jobId,
    site,
    workOrder,
    agency,
    lines: tasks.map(({ line }) => line),
    commands: [create, ...complete],
    isDated: createdAt !== undefined,
    isCompleted: closed.length === tasks.length,
  }
}
