import { expectedAt } from '#core/job/on-the-way/on-the-way.ts'
import type { StoredEvent } from '#core/ledger/ledger.ts'
import type { Change } from './changes.ts'
import { tenantChanges } from './tenant-changes.ts'

/** What an event of a visit states: the times themselves, or all that was recorded at a closed door. Undefined for others. */
export function visitChanges(event: StoredEvent): Change[] | undefined {
  const { type, data, happenedAt } = event
  switch (type) {
    case 'ArrivedOnSite':
      return [{ field: 'arrivedAt', to: happenedAt }]
    case 'LeftSite':
      return [{ field: 'leftAt', to: happenedAt }]
    case 'ArrivalTimeChanged':
      return [{ field: 'arrivedAt', from: data.from, to: data.to }, reasonOf(data)]
    case 'LeavingTimeChanged':
      return [{ field: 'leftAt', ...(data.from === undefined ? {} : { from: data.from }), to: data.to }, reasonOf(data)]
    case 'ArrivalWithdrawn':
      return [
        { field: 'arrivedAt', from: data.arrivedAt },
        ...(data.leftAt === undefined ? [] : [{ field: 'leftAt', from: data.leftAt } as const]),
      ]
    case 'LeavingWithdrawn':
      return [{ field: 'leftAt', from: data.leftAt }]
    case 'OnTheWaySaid':
      return data.minutes === undefined ? [] : [{ field: 'expectedAt', to: expectedAt(happenedAt, data.minutes) }]
    case 'OnTheWayWithdrawn':
      return []
    case 'NoAccessReported':
      return [
        { field: 'why', to: data.why },
        ...(['tried', 'tenantCalledAt', 'officeCalledAt', 'atDoorFrom'] as const).flatMap((field) =>
          data[field] === undefined ? [] : [{ field, to: data[field] }],
        ),
        ...(data.note === '' ? [] : [{ field: 'doorNote', to: data.note } as const]),
        ...(data.position === undefined ? [] : [{ field: 'position', to: data.position } as const]),
      ]
    default:
      return tenantChanges(event)
  }
}

const reasonOf = ({ reason }: { reason: string }): Change => ({ field: 'reason', to: reason })

/** The names of a visit's fields, on screens and in documents. */
export const visitFieldNames: Partial<Record<Change['field'], string>> = {
  arrivedAt: 'Arrived',
  leftAt: 'Left',
  expectedAt: 'Expected about',
  atDoorFrom: 'At the door from',
  tenantCalledAt: 'Tenant called',
  officeCalledAt: 'Office called',
  doorNote: 'Note',
}

/** Names the signer: 'took the signature of Amy Sutcliffe, tenant'. */
export const signedBy = (changes: readonly Change[]): string => {
  const stated = (field: Change['field']) => changes.find((one) => one.field === field)?.to
  return `took the signature of ${stated('signedBy')}, ${stated('signer')}`
}
