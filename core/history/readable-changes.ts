import { jobStatuses, taskStatuses, warnings } from '#core/job/values.ts'
import { label } from '#core/model/label.ts'
import { pounds } from '#core/model/money.ts'
import { partStatuses } from '#core/part/values.ts'
import { dayName, visitIn } from '#core/time/format.ts'
import type { Change } from './changes.ts'

/** A change as it is read: words before and after, either of which may be missing. */
export type ReadableChange = {
  field: Change['field']
  of?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

/** What words need: the company's time zone, people's names, and the present, whose year is not named. */
export type Reading = { zone: string; nameOf: (userId: string) => string; now: string }

type Value = Change['from']

const absent: Partial<Record<Change['field'], string>> = {
  jobStart: 'Not scheduled',
  warning: label(''),
  price: 'No price',
  invoice: 'Not invoiced',
  workOrder: 'None',
  agency: 'None',
  receivedBy: 'None',
  assignedTo: 'Nobody',
}

const days: readonly Change['field'][] = ['createdAt', 'purchaseDate', 'expectedDelivery']

/** Fields that the sentence of a new thing says already, or that say nothing by themselves. */
const untold: readonly Change['field'][] = ['jobRef', 'jobEnd', 'src']

/** The changes of an event, as a list of befores and afters. A visit's start and end are one. */
export function readable(changes: readonly Change[], reading: Reading): ReadableChange[] {
  const end = changes.find((one) => one.field === 'jobEnd')
  return changes
    .filter((one) => !untold.includes(one.field) && !(one.field === 'ready' && one.from === undefined))
    .map(({ field, of, from, to }) => {
      const words = (value: Value, until: Value) =>
        field === 'jobStart' && typeof value === 'string' && typeof until === 'string'
          ? visitIn(value, until, reading.zone, reading.now)
          : wordsOf(field, value, reading)
      return { field, of, from: words(from, end?.from), to: words(to, end?.to) }
    })
    .filter((one) => one.from !== one.to)
}

/** All that an entry's changes say, to be searched. */
export const wordsIn = (changes: readonly Change[], reading: Reading): string[] =>
  readable(changes, reading).flatMap(({ of = '', from = '', to = '' }) => [of, from, to])

function wordsOf(field: Change['field'], value: Value, { nameOf }: Reading): string | undefined {
  if (value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return absent[field]
  if (Array.isArray(value)) return value.map(nameOf).join(', ')
  if (field === 'price' && typeof value === 'number') return pounds(value)
  if (field === 'ready') return value ? 'Ready' : 'Not ready'
  if (days.includes(field) && typeof value === 'string') return dayName(value)
  if (field === 'nextVisitHours') return value === 1 ? '1 hour' : `${value} hours`
  if (field === 'nextVisitPeople') return value === 1 ? '1 person' : `${value} people`
  const named = [...jobStatuses, ...taskStatuses, ...partStatuses, ...warnings].find((one) => one === value)
  return named && ['jobStatus', 'status', 'warning'].includes(field) ? label(named) : String(value)
}
