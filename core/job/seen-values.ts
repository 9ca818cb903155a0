import { isOffice } from '#core/model/access.ts'
import type { ActorRole } from '#core/model/messages.ts'
import { isInstant } from './decision-rules.ts'
import type { Job } from './job.ts'
import type { JobCommand } from './messages.ts'

/** The commands that set a value as a whole: given late, they would replace one that somebody has set since. */
export type SettingCommand = Extract<
  JobCommand,
  {
    type:
      | 'SetNextVisit'
      | 'ChangeWarning'
      | 'ScheduleJob'
      | 'DeleteBooking'
      | 'PriceTask'
      | 'DescribeImage'
      | 'ChangeTimeOnSite'
  }
>

const visitFields = ['jobStart', 'jobEnd', 'access', 'assignedTo'] as const

/** The fields that each of them sets, or removes. */
export const fieldsSet = {
  SetNextVisit: ['nextVisitHours', 'nextVisitPeople'],
  ChangeWarning: ['warning'],
  ScheduleJob: visitFields,
  DeleteBooking: visitFields,
  PriceTask: ['price'],
  DescribeImage: ['description'],
  ChangeTimeOnSite: ['arrivedAt', 'leftAt'],
} as const satisfies Record<SettingCommand['type'], readonly string[]>

export const isSetting = (command: JobCommand): command is SettingCommand => Object.hasOwn(fieldsSet, command.type)

/** The command with the values that it replaces, as this job has them. Other commands stay as they are. */
export function withSeen(job: Job, command: JobCommand): JobCommand {
  switch (command.type) {
    case 'SetNextVisit': {
      const { nextVisitHours, nextVisitPeople } = job
      return { ...command, data: { ...command.data, from: { nextVisitHours, nextVisitPeople } } }
    }
    case 'ChangeWarning': {
      const from = { warning: job.warning, ...invoiceReplaced(job, command.data) }
      return { ...command, data: { ...command.data, from } }
    }
    case 'ScheduleJob':
      return { ...command, data: { ...command.data, from: visitOf(job) } }
    case 'DeleteBooking':
      return { ...command, data: { ...command.data, from: visitOf(job) } }
    case 'PriceTask': {
      const price = job.office?.prices[command.data.taskId]
      return { ...command, data: { ...command.data, from: price === undefined ? {} : { price } } }
    }
    case 'DescribeImage': {
      const image = job.images.find((one) => one.imageId === command.data.imageId)
      const from = { description: image?.description ?? '' }
      return { ...command, data: { ...command.data, from } }
    }
    case 'ChangeTimeOnSite': {
      const { arrivalId, arrivedAt, leftAt } = command.data
      const was = job.arrivals?.find((one) => one.arrivalId === arrivalId)
      // Somebody else may correct Left while this one corrects Arrived.
      const from = {
        ...(arrivedAt === undefined || !was ? {} : { arrivedAt: was.arrivedAt }),
        ...(leftAt === undefined || was?.leftAt === undefined ? {} : { leftAt: was.leftAt }),
      }
      return { ...command, data: { ...command.data, from } }
    }
    default:
      return command
  }
}

/** The invoice that a warning replaces, clears or, as an undo, takes back; nothing where it is not known. */
function invoiceReplaced({ office }: Job, { warning, undo }: Extract<JobCommand, { type: 'ChangeWarning' }>['data']) {
  if (!office) return {}
  if (!undo && warning !== 'invoiced' && warning !== 'free of charge') return {}
  return { invoice: office.invoice, vat: office.invoiceVat ?? '' } as const
}

const visitOf = ({ jobStart, jobEnd, access = '', assignedTo }: Job) =>
  jobStart && jobEnd ? { jobStart, jobEnd, access, assignedTo } : {}

/** The command as given without having seen anything: it replaces whatever is there. */
export function withoutSeen(command: SettingCommand): SettingCommand {
  const blind = structuredClone(command)
  delete blind.data.from
  return blind
}

/**
 * Whether the job has other values now than the command's giver saw. One that does not say what was seen replaces anything. What the
 * team says of an invoice plays no part: the answer would tell it whether its guess was right.
 */
export function hasMovedOn(job: Job, command: JobCommand, actorRole: ActorRole): boolean {
  const now = withSeen(job, command)
  if (!isSetting(command) || !isSetting(now) || command.data.from === undefined) return false
  const { data } = command
  const seen: Values = command.data.from
  const stands: Values = now.data.from ?? {}
  const isOther = (field: Field) => !isSame(seen[field], stands[field])
  const fields: readonly Field[] = fieldsSet[command.type]
  return (
    // A time that this does not change may be another by now.
    fields.some((one) => (command.type === 'DeleteBooking' || one in data) && isOther(one)) ||
    (isOffice(actorRole) && ofInvoice.some((one) => one in seen && one in stands && isOther(one)))
  )
}

/** What may be said of the invoice that a warning replaces. Said beside another warning, it plays no part. */
const ofInvoice = ['invoice', 'vat'] as const

type Value = string | number | readonly string[] | undefined
type Field = (typeof fieldsSet)[SettingCommand['type']][number] | (typeof ofInvoice)[number]
type Values = { readonly [F in Field]?: Value }

const isSame = (one: Value, other: Value) =>
  JSON.stringify(one) === JSON.stringify(other) ||
  // The same instant can be written in several ways.
  (isDated(one) && isDated(other) && isInstant(one, other))

const isDated = (value: Value): value is string => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(value)
