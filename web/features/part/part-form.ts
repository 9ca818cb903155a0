import { faultsOf, formOf, type Part, type PartCommand } from '#core/part/part.ts'
import type { PartField, PartForm, PartStatus } from '#core/part/values.ts'

/** The fields' values; a day not chosen is empty. */
export type PartDraft = Record<PartField, string> & { status: PartStatus }

export const draftOf = (part: Part): PartDraft => ({ ...formOf(part), status: part.status })

/** A new part: bought today, not received yet. */
export const emptyDraft = (today: string, defaults: Partial<PartDraft> = {}): PartDraft => ({
  name: '',
  reference: '',
  site: '',
  jobId: '',
  category: '',
  purchaseDate: today,
  expectedDelivery: '',
  link: '',
  notes: '',
  status: 'waiting',
  ...defaults,
})

const isDay = (value: string) => /^\d{4}-\d{2}-\d{2}$/.test(value)

/** A draft as a command's fields; days not chosen are left out. */
function filledIn({ status: _, purchaseDate, expectedDelivery, ...texts }: PartDraft): PartForm {
  return {
    ...texts,
    ...(isDay(purchaseDate) ? { purchaseDate } : {}),
    ...(isDay(expectedDelivery) ? { expectedDelivery } : {}),
  }
}

/** The errors of the fields, in the order of the form. */
export function errorsOf(draft: PartDraft): readonly { field: PartField; error: string }[] {
  const faults = faultsOf(filledIn(draft))
  return inOrder.flatMap((field) => {
    const fault = faults[field]
    return fault ? [{ field, error: fault.error }] : []
  })
}

const inOrder: readonly PartField[] = ['name', 'jobId', 'site', 'purchaseDate', 'expectedDelivery', 'link']

export const addCommand = (partId: string, draft: PartDraft): PartCommand => ({
  type: 'AddPart',
  data: { partId, ...filledIn(draft), status: draft.status },
})

/** The fields changed since the form was opened. */
export const changedFields = (base: PartDraft, draft: PartDraft) => {
  const { status: _, ...fields } = draft
  return (Object.keys(fields) as PartField[]).filter((field) => draft[field] !== base[field])
}

/** The edit of the changed fields, with the values the editor first saw. */
export function editCommand(partId: string, base: PartDraft, draft: PartDraft): PartCommand {
  const of = (from: PartDraft): Partial<PartForm> => {
    const form = filledIn(from)
    return Object.fromEntries(
      changedFields(base, draft).flatMap((field) => (form[field] === undefined ? [] : [[field, form[field]]])),
    )
  }
  return {
    type: 'EditPart',
    data: { partId, ...of(draft), from: of(base), ...(draft.status === base.status ? {} : { status: draft.status }) },
  }
}
