import type { EventType } from '#core/ledger/ledger.ts'
import { oldShapeOf } from '#core/model/upcast.ts'

/** What stands where a text was erased. */
export const erasedText = '[erased]'

/**
 * The texts of each event type that may be erased by law, as paths through lists: what a person wrote, and a photo by its `src`.
 * Times, ids, statuses, prices and who it was always stay. A new event type does not compile without its line here, and a test
 * holds the lines against the schemas.
 */
export const erasable: Record<EventType, readonly string[]> = {
  JobCreated: ['apartmentName', 'tasks.description'],
  JobReferred: ['workOrder', 'agency', 'receivedBy'],
  JobSiteChanged: ['apartmentName'],
  JobDateChanged: [],
  TaskAdded: ['description'],
  TaskDeleted: [],
  TaskDescribed: ['description'],
  TaskPriced: [],
  TaskCompleted: [],
  TaskToEstimate: [],
  TaskReopened: [],
  TaskReady: [],
  TaskNotReady: [],
  JobStatusChanged: [],
  WarningChanged: [],
  JobInvoiced: ['invoice'],
  InvoiceCleared: [],
  JobScheduled: ['access'],
  BookingDeleted: [],
  NoteAdded: ['note'],
  NoteDeleted: [],
  ImageAdded: ['src', 'description'],
  ImageDescribed: ['description'],
  ImageDeleted: [],
  NextVisitSet: [],
  TimeCorrected: ['reason'],
  PartAdded: ['name', 'reference', 'site', 'jobId', 'category', 'link', 'notes'],
  PartChanged: ['name', 'reference', 'site', 'jobId', 'category', 'link', 'notes'],
  PartReceived: [],
  PartAwaited: [],
  PartDeleted: [],
  TodoAdded: ['text'],
  TodoCompleted: [],
  TodoReopened: [],
  TodoDeleted: [],
  MemberInvited: [],
  MemberJoined: [],
  RoleChanged: [],
  MemberRemoved: [],
  MemberRestored: [],
  MemberErased: [],
  CompanyRegistered: [],
  PlanActivated: [],
  PlanRenewed: [],
  PlanPaymentFailed: [],
  PlanCancelled: [],
  PlanResumed: [],
  EventErased: [],
}

/** One text of an event: where it is, what its field is called, and the task, note or image that it is of, if any. */
export type ErasableText = { path: string; field: string; of: string; text: string }

/** The texts of an event as it is stored that are there to be erased: neither empty nor erased before. */
export const textsOf = ({ type, schema, data }: { type: EventType; schema: number; data: unknown }): ErasableText[] =>
  (oldShapeOf(type, schema)?.erasable ?? erasable[type])
    .flatMap((path) => textsAt(data, path.split('.'), '', ''))
    .filter(({ text }) => text !== '' && text !== erasedText)

/** The data of an event with the texts at these paths erased; everything else is as it was. */
export function withoutTexts(data: unknown, paths: readonly string[], at = ''): unknown {
  if (paths.includes(at)) return erasedText
  if (Array.isArray(data)) return data.map((one, place) => withoutTexts(one, paths, under(at, place)))
  if (!isRecord(data)) return data
  return Object.fromEntries(
    Object.entries(data).map(([name, one]) => [name, withoutTexts(one, paths, under(at, name))]),
  )
}

/**
 * Where else a text is: in events that say the same, or have it within a longer text, in whatever capitals; and in those that
 * wrote the same field of the same thing, since what was put right once stood there before.
 */
export function alsoIn<E extends { seq: number; type: EventType; schema: number; data: unknown }>(
  events: readonly E[],
  { seq, path, field, of, text }: ErasableText & { seq: number },
): { event: E; text: ErasableText }[] {
  const wanted = text.toLowerCase()
  return events.flatMap((event) =>
    textsOf(event)
      .filter((one) => event.seq !== seq || one.path !== path)
      .filter((one) => (one.field === field && one.of === of) || one.text.toLowerCase().includes(wanted))
      .map((one) => ({ event, text: one })),
  )
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const under = (at: string, name: string | number) => (at === '' ? String(name) : `${at}.${name}`)

function textsAt(value: unknown, [name, ...rest]: readonly string[], at: string, of: string): ErasableText[] {
  if (Array.isArray(value))
    return value.flatMap((one, place) => textsAt(one, [name ?? '', ...rest], under(at, place), of))
  if (name === undefined || !isRecord(value)) return []
  const its = [value.taskId, value.noteId, value.imageId, of].find((one) => typeof one === 'string')
  const found = value[name]
  const path = under(at, name)
  if (rest.length > 0) return textsAt(found, rest, path, String(its))
  return typeof found === 'string' ? [{ path, field: name, of: String(its), text: found }] : []
}
