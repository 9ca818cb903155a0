import * as z from 'zod/mini'
import type { Attachment } from '#core/attachments/attachments.ts'
import { filesIn, type WithFiles } from '#core/attachments/files-in.ts'
import type { Company } from '#core/company/company.ts'
import { lawNames, limitWords } from '#core/deadlines/values.ts'
import type { Job } from '#core/job/job.ts'
import { sides } from '#core/job/pairs/pairs.ts'
import type { Member } from '#core/member/member.ts'
import type { Part } from '#core/part/part.ts'
import { partFields } from '#core/part/values.ts'
import type { Todo, TodoList } from '#core/todo/todo.ts'

const jobFields = [
  'jobRef',
  'apartmentName',
  'createdAt',
  'jobStatus',
  'warning',
  'jobStart',
  'jobEnd',
  'access',
  'assignedTo',
  'nextVisitHours',
  'nextVisitPeople',
] as const
const officeFields = ['workOrder', 'agency', 'receivedBy', 'invoice', 'invoiceVat'] as const
const taskFields = ['description', 'status', 'ready', 'price'] as const
const noteFields = ['note'] as const
const pairFields = ['side'] as const
const signatureFields = ['signedBy', 'signer'] as const
const reasonFields = ['reason'] as const
const imageFields = ['src', 'description'] as const
/** Who sees a file: 'office' or 'team'. */
const fileFields = ['fileFor'] as const
/** What events of visits state. */
export const visitFields = [
  'arrivedAt',
  'leftAt',
  'expectedAt',
  'reason',
  'why',
  'tried',
  'tenantCalledAt',
  'officeCalledAt',
  'atDoorFrom',
  'doorNote',
  'position',
] as const
/** What events of hazards and service levels state. */
export const deadlineFields = [
  'hazard',
  'severity',
  'awareAt',
  'reportedBy',
  'reportedHow',
  'words',
  'level',
  'step',
  'due',
  'metAt',
  'found',
  'proof',
  'detail',
  'ending',
  'offeredAt',
  'answer',
  'findings',
  'work',
  'stay',
  'contact',
  'sentAt',
  'sentHow',
  'sentTo',
  'textedTo',
] as const
/** What events of a tenant's page state. */
export const tenantFields = ['confirmed', 'suits', 'tenantMessage', 'toldTenant', 'mailMessage', 'packHas'] as const
/** What events of reports state. */
export const reportFields = ['reportWords', 'room', 'howBad', 'reportAnswer'] as const
const todoFields = ['text', 'completed'] as const
const memberFields = ['userRole', 'state', 'fullName', 'initials', 'colour', 'telephone'] as const
const companyFields = ['name', 'timeZone', 'photosNeeded'] as const
/** Of a site and its contacts, where no other thing has them. */
const siteFields = [
  'address',
  'postcode',
  'keys',
  'parking',
  'stopcock',
  'building',
  'notes',
  'role',
  'email',
  'from',
  'until',
  'refuses',
  'mergedInto',
  'keptApart',
] as const
/** What recurring work is, in words, and what its events say of its dates. */
export const recurringFields = [
  'title',
  'where',
  'howOften',
  'firstDay',
  'lastDay',
  'onHolidays',
  'jobMade',
  'visitAt',
  'taskList',
  'check',
  'date',
  'doneOn',
] as const
const paperFields = ['tradingName', 'address', 'telephone', 'email'] as const
const companyOfficeFields = ['businessTier', 'expiryDate', 'standing', 'secondFactorFor'] as const
/** What invoices are made with; whether prices have the VAT in them is in words. */
const invoicingFields = ['vatNumber', 'vatRate', 'vatIncluded', 'termsDays', 'bankDetails'] as const
const viewFields = ['viewShows', 'viewColumns'] as const
/** How the company's people are told of news, in words. */
const noticeFields = ['toldOffice', 'toldTeam', 'toldTenants', 'quietHours'] as const
const companyDeadlineFields = ['deadlineLaw', 'serviceLevels'] as const

/** Every field that a change can name, by its name in the specification. */
export const changeFields = [
  ...jobFields,
  ...officeFields,
  ...taskFields,
  ...noteFields,
  'src',
  ...visitFields,
  ...deadlineFields,
  ...tenantFields,
  ...pairFields,
  ...signatureFields,
  ...fileFields,
  ...reasonFields,
  ...partFields.filter((field) => field !== 'name'),
  ...siteFields.filter((field) => field !== 'notes'),
  ...recurringFields,
  ...reportFields,
  ...todoFields,
  ...memberFields,
  ...companyFields,
  'tradingName',
  ...companyOfficeFields,
  ...companyDeadlineFields,
  ...invoicingFields,
  ...noticeFields,
  ...viewFields,
] as const

const value = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])

/** One field before and after, as stored (prices in pence); `from` or `to` is missing if it had no value. `of` names the task. */
export const change = z.object({
  field: z.enum(changeFields),
  of: z.optional(z.string()),
  from: z.optional(value),
  to: z.optional(value),
})
export type Change = z.infer<typeof change>
type Field = Change['field']
type Value = z.infer<typeof value>
type Fields = { readonly [F in Field]?: Value | undefined }

const same = (from: Value | undefined = '', to: Value | undefined = '') =>
  from === to || (Array.isArray(from) && Array.isArray(to) && JSON.stringify(from) === JSON.stringify(to))

/** The fields that differ between two states; `of` names what they belong to. */
export function diff(fields: readonly Field[], before: Fields, after: Fields, of?: string): Change[] {
  const changes: Change[] = []
  for (const field of fields) {
    const from = before[field]
    const to = after[field]
    if (from === to || same(from, to)) continue
    changes.push({
      field,
      ...(of === undefined ? {} : { of }),
      ...(from === undefined ? {} : { from }),
      ...(to === undefined ? {} : { to }),
    })
  }
  return changes
}

/** The values of a job before anyone has set them. */
const unset: Fields = { warning: '', assignedTo: [], nextVisitHours: 0, nextVisitPeople: 0 }

/** What changed between two states of a job. */
export const jobChanges = (before: Job | undefined, after: Job | undefined): Change[] =>
  diff(jobFields, before ?? unset, after ?? {}).concat(
    before?.office === after?.office ? [] : diff(officeFields, before?.office ?? {}, after?.office ?? {}),
    taskChanges(before, after),
    listed(noteFields, 'noteId', before?.extraNotes, after?.extraNotes),
    listed(imageFields, 'imageId', before?.images, after?.images),
    before?.pairs === after?.pairs ? [] : listed(pairFields, 'imageId', pairedImages(before), pairedImages(after)),
    fileChanges(before, after),
    before?.photosLeftOut === after?.photosLeftOut
      ? []
      : diff(reasonFields, before?.photosLeftOut ?? {}, after?.photosLeftOut ?? {}),
    before?.signatures === after?.signatures
      ? []
      : listed(signatureFields, 'signatureId', namedSignatures(before), namedSignatures(after)),
    listed(reasonFields, 'signatureId', before?.notSigned, after?.notSigned),
  )

/** Files that were added, deleted, or given to other readers; each change names its file. */
export function fileChanges(before: WithFiles | undefined, after: WithFiles | undefined): Change[] {
  if (before?.attachments === after?.attachments && before?.office === after?.office) return []
  const [were, are] = [filesById(before), filesById(after)]
  return [...new Set([...were.keys(), ...are.keys()])].flatMap((fileId) => {
    const [was, is] = [were.get(fileId), are.get(fileId)]
    return diff(fileFields, was ?? {}, is ?? {}, is?.name ?? was?.name)
  })
}

type SeenFile = { name: string; fileFor: 'office' | 'team' }

const filesById = (of: WithFiles = {}) => {
  const { shared, own } = filesIn(of)
  const files = (list: readonly Attachment[], fileFor: SeenFile['fileFor']) =>
    list.map(({ fileId, name }): [string, SeenFile] => [fileId, { name, fileFor }])
  return new Map([...files(shared, 'team'), ...files(own, 'office')])
}

const pairedImages = (job: Job | undefined) =>
  job?.pairs?.flatMap((pair) => sides.flatMap((side) => (pair[side] ? [{ imageId: pair[side].imageId, side }] : [])))

const namedSignatures = (job: Job | undefined) =>
  job?.signatures?.map(({ name, ...one }) => ({ ...one, signedBy: name }))

/** What changed between two states of a part; the changes name the part. */
export const partChanges = (before: Part | undefined, after: Part | undefined) =>
  diff([...partFields, 'status'], before ?? {}, after ?? {}, after?.name ?? before?.name)

/** What changed between two states of a to-do list; each change names the to-do. */
export function todoChanges(before: TodoList | undefined, after: TodoList | undefined): Change[] {
  const changesOf = (was: Todo | undefined, is: Todo | undefined) =>
    // The state of a deleted to-do is not a change.
    diff(todoFields, was ?? { completed: false }, is ?? { completed: was?.completed }, was?.text ?? is?.text)
  const [were, are] = [before, after].map((list) => new Map(list?.todos.map((one) => [one.id, one])))
  return [...new Set([...(were?.keys() ?? []), ...(are?.keys() ?? [])])].flatMap((id) =>
    changesOf(were?.get(id), are?.get(id)),
  )
}

export const memberChanges = (before: Member | undefined, after: Member | undefined) =>
  diff(memberFields, before ?? {}, after ?? {})

export const companyChanges = (before: Company | undefined, after: Company | undefined) => [
  ...diff(companyFields, before ?? {}, after ?? {}),
  ...diff(paperFields, before?.papers ?? {}, after?.papers ?? {}),
  ...diff(companyOfficeFields, before?.office ?? {}, after?.office ?? {}),
  ...diff(invoicingFields, before?.office?.invoicing ?? {}, after?.office?.invoicing ?? {}),
  ...diff(companyDeadlineFields, namedRules(before), namedRules(after)),
]

const namedRules = (company: Company | undefined): Fields => {
  const { law, levels } = company?.office?.deadlines ?? {}
  return {
    deadlineLaw: law && lawNames[law],
    serviceLevels: levels?.map((one) => `${one.name}, ${limitWords(one.limit)}`),
  }
}

function taskChanges(before: Job | undefined, after: Job | undefined): Change[] {
  if (before?.jobDescriptions === after?.jobDescriptions && before?.office?.prices === after?.office?.prices) return []
  const were = pricedTasks(before)
  const are = pricedTasks(after)
  return [...new Set([...were.keys(), ...are.keys()])].flatMap((taskId) => {
    const was = were.get(taskId)
    const is = are.get(taskId)
    // The status of a deleted task is not a change: only its description and price are.
    const gone = was && { ...was, description: undefined, price: undefined }
    return diff(taskFields, was ?? { ready: false }, is ?? gone ?? {}, was?.description ?? is?.description)
  })
}

const pricedTasks = (job: Job | undefined) =>
  new Map(job?.jobDescriptions.map((one) => [one.taskId, { ...one, price: job.office?.prices[one.taskId] }]))

/** Changes in a list whose entries are added, deleted or changed. */
function listed<K extends string>(
  fields: readonly Field[],
  id: K,
  before: readonly (Fields & Record<K, string>)[] | undefined,
  after: readonly (Fields & Record<K, string>)[] | undefined,
): Change[] {
  // Most events leave most lists as they are.
  if (before === after) return []
  const [earlier, later] = [before ?? [], after ?? []]
  const were = new Map(earlier.map((one) => [one[id], one]))
  const are = new Set(later.map((one) => one[id]))
  return [
    ...earlier.filter((was) => !are.has(was[id])).flatMap((was) => diff(fields, was, {})),
    ...later.flatMap((is) => diff(fields, were.get(is[id]) ?? is, is)),
    ...later.filter((is) => !were.has(is[id])).flatMap((is) => diff(fields, {}, is)),
  ]
}
