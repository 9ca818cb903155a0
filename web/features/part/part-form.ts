import { faultsOf, formOf, type Part, type PartCommand } from '#core/part/part.ts'
import type { PartField, PartForm, PartStatus } from '#core/part/values.ts'

/** What stands in the fields; a day that is not chosen is empty. */
export type PartDraft = Record<PartField, string> & { status: PartStatus }

export const draftOf = (part: Part): PartDraft => ({ ...formOf(part), status: part.status })

/** A new part: bought today, and waited for. */
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

/** A draft as a command has it: days that are not chosen are left out. */
function filledIn({ status: _, purchaseDate, expectedDelivery, ...texts }: PartDraft): PartForm {
  return {
    ...texts,
    ...(isDay(purchaseDate) ? { purchaseDate } : {}),
    ...(isDay(expectedDelivery) ? { expectedDelivery } : {}),
  }
}

/** What is wrong in each field, in the order in which they are filled in. */
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

/** Which fields were changed since the editor saw them. */
export const changedFields = (base: PartDraft, draft: PartDraft) => {
  const { status: _, ...fields } = draft
  return (Object.keys(fields) as PartField[]).filter((field) => draft[field] !== base[field])
}

/** The edit of what was changed, with what the editor saw before. */
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
