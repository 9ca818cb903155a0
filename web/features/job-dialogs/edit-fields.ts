import type { Job } from '#core/job/job.ts'
import type { JobCommand } from '#core/job/messages.ts'

/** The Edit Job form's fields and their labels. */
export const editNames = {
  workOrder: 'Work Order',
  createdAt: 'Created On',
  apartmentName: 'Apartment Name',
  agency: 'Agency',
  receivedBy: 'Received By',
} as const
export type EditField = keyof typeof editNames
export type EditFields = Record<EditField, string>
export type Edit = Extract<JobCommand, { type: 'EditJob' }>['data']

const names: readonly EditField[] = ['apartmentName', 'createdAt', 'workOrder', 'agency', 'receivedBy']

export const isEditField = (field: string | undefined): field is EditField =>
  field !== undefined && Object.hasOwn(editNames, field)

export const editFieldsOf = ({ apartmentName, createdAt, office }: Job): EditFields => ({
  apartmentName,
  createdAt,
  workOrder: office?.workOrder ?? '',
  agency: office?.agency ?? '',
  receivedBy: office?.receivedBy ?? '',
})

/** The changed fields with their old values, so that a field someone else has changed since is refused. */
export function editOf(jobId: string, from: EditFields, to: EditFields): Edit {
  const changed = names.filter((name) => from[name] !== to[name])
  const only = (fields: EditFields) => Object.fromEntries(changed.map((name) => [name, fields[name]]))
  return { jobId, ...only(to), from: only(from) }
}

/** The edit once a field's conflict is resolved; undefined if no changes are left. */
export function resolved(edit: Edit, field: EditField, theirs: string, keep: 'mine' | 'theirs'): Edit | undefined {
  if (keep === 'mine') return { ...edit, from: { ...edit.from, [field]: theirs } }
  const { [field]: _, ...rest } = edit
  const { [field]: _from, ...from } = edit.from ?? {}
  return Object.keys(rest).some(isEditField) ? { ...rest, from } : undefined
}
