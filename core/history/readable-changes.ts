import { secondFactorRuleNames } from '#core/company/second-factor-rule.ts'
import { tenantWays } from '#core/company/tenant-rule.ts'
import { vatTreatmentNames } from '#core/company/vat-treatments.ts'
import { jobStatuses, taskStatuses, warnings } from '#core/job/values.ts'
import { label } from '#core/model/label.ts'
import { pounds } from '#core/model/money.ts'
import { partStatuses } from '#core/part/values.ts'
import { refusedNames } from '#core/site/refused-ways.ts'
import { dayIn, dayName, timeIn, visitIn } from '#core/time/format.ts'
import type { Change } from './changes.ts'

/** A change as text, before and after; either may be missing. */
export type ReadableChange = {
  field: Change['field']
  of?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

/** What the texts depend on: the company's time zone, people's names, and the current time, whose year is omitted. */
export type Reading = { zone: string; nameOf: (userId: string) => string; now: string }

type Value = Change['from']

const absent: Partial<Record<Change['field'], string>> = {
  jobStart: 'Not scheduled',
  warning: label(''),
  price: 'No price',
  invoice: 'Not invoiced',
  invoiceVat: 'The company’s rate',
  workOrder: 'None',
  agency: 'None',
  receivedBy: 'None',
  assignedTo: 'Nobody',
  secondFactorFor: secondFactorRuleNames.nobody,
}

const namesOfVat = new Map<Value, string>(Object.entries(vatTreatmentNames))
const namesOfRules = new Map<Value, string>(Object.entries(secondFactorRuleNames))

/** Instants, shown as a day and a time. */
const times: readonly Change['field'][] = [
  ...['arrivedAt', 'leftAt', 'atDoorFrom', 'tenantCalledAt', 'officeCalledAt', 'expectedAt'],
  ...['awareAt', 'due', 'metAt', 'offeredAt', 'sentAt'],
] as const

/** The start and the end of a visit, with a space between them. */
const visits: readonly Change['field'][] = ['confirmed', 'suits']

/** Values that are shown with a capital. */
const labelled: readonly Change['field'][] = [
  ...['hazard', 'severity', 'reportedHow', 'found', 'proof', 'ending', 'answer', 'sentHow'],
] as const

const days: readonly Change['field'][] = ['createdAt', 'purchaseDate', 'expectedDelivery']

/** Fields that the sentence already tells, or that mean nothing to readers. */
const hidden: readonly Change['field'][] = ['jobRef', 'jobEnd', 'src', 'why', 'signedBy', 'signer', 'side', 'fileFor']

/** The changes of an event as texts before and after. A visit's start and end are one change. */
export function readable(changes: readonly Change[], reading: Reading): ReadableChange[] {
  const end = changes.find((one) => one.field === 'jobEnd')
  return changes
    .filter((one) => !hidden.includes(one.field) && !(one.field === 'ready' && one.from === undefined))
    .map(({ field, of, from, to }) => {
      const text = (value: Value, until: Value) =>
        field === 'jobStart' && typeof value === 'string' && typeof until === 'string'
          ? visitIn(value, until, reading.zone, reading.now)
          : valueText(field, value, reading)
      return { field, of, from: text(from, end?.from), to: text(to, end?.to) }
    })
    .filter((one) => one.from !== one.to)
}

/** All texts in an entry's changes, for searching. */
export const wordsIn = (changes: readonly Change[], reading: Reading): string[] =>
  readable(changes, reading).flatMap(({ of = '', from = '', to = '' }) => [of, from, to])

function valueText(field: Change['field'], value: Value, { nameOf, zone, now }: Reading): string | undefined {
  if (value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return absent[field]
  if (Array.isArray(value) && (field === 'tried' || field === 'serviceLevels')) return label(value.join(', '))
  if (typeof value === 'string' && times.includes(field)) return `${dayIn(value, zone, now)}, ${timeIn(value, zone)}`
  if (typeof value === 'string' && visits.includes(field)) {
    const [start = '', end = ''] = value.split(' ')
    return visitIn(start, end, zone, now)
  }
  if (Array.isArray(value) && field === 'refuses')
    return refusedNames({ refuses: tenantWays.filter((way) => value.includes(way)) })
  if (Array.isArray(value)) return value.map(nameOf).join(', ')
  if (field === 'price' && typeof value === 'number') return pounds(value)
  if (field === 'reason' || labelled.includes(field)) return label(String(value))
  if (field === 'photosNeeded') return value ? 'Photos needed' : 'Photos not needed'
  if (field === 'secondFactorFor') return namesOfRules.get(value)
  if (field === 'vatIncluded') return value ? 'With VAT' : 'Without VAT'
  if (field === 'vatRate' && typeof value === 'number') return `${value / 100}%`
  if (field === 'invoiceVat') return namesOfVat.get(value)
  if (field === 'termsDays') return value === 1 ? '1 day' : `${value} days`
  if (field === 'ready') return value ? 'Ready' : 'Not ready'
  if (days.includes(field) && typeof value === 'string') return dayName(value)
  if (field === 'nextVisitHours') return value === 1 ? '1 hour' : `${value} hours`
  if (field === 'nextVisitPeople') return value === 1 ? '1 person' : `${value} people`
  const known = [...jobStatuses, ...taskStatuses, ...partStatuses, ...warnings].find((one) => one === value)
  return known && ['jobStatus', 'status', 'warning'].includes(field) ? label(known) : String(value)
}
