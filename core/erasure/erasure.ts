import type { EventType } from '#core/ledger/ledger.ts'
import { erasedText } from '#core/model/erased-text.ts'
import { oldShapeOf } from '#core/model/upcast.ts'

/**
 * The texts of each event type that may be erased by law, as paths through lists: texts that people wrote, and photos by their
 * `src`. Times, ids, statuses, prices and actors always stay. A new event type does not compile without its line here, and a
 * test compares the lines with the schemas.
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
  InvoiceSent: ['sentTo'],
  EvidenceSent: ['sentTo', 'message'],
  EmailFailed: [],
  InvoiceCleared: [],
  JobScheduled: ['access'],
  BookingDeleted: [],
  NoteAdded: ['note'],
  NoteDeleted: [],
  ImageAdded: ['src', 'description'],
  ImageDescribed: ['description'],
  ImageDeleted: [],
  NextVisitSet: [],
  ArrivedOnSite: [],
  ArrivalTimeChanged: ['reason'],
  ArrivalWithdrawn: [],
  LeftSite: [],
  LeavingTimeChanged: ['reason'],
  LeavingWithdrawn: [],
  OnTheWaySaid: [],
  OnTheWayWithdrawn: [],
  NoAccessReported: ['note', 'position'],
  ImagePaired: [],
  ImageUnpaired: [],
  AttachmentAdded: ['src', 'name'],
  AttachmentDeleted: [],
  AttachmentShared: ['src', 'name'],
  AttachmentTakenBack: [],
  OfficeAttachmentAdded: ['src', 'name'],
  OfficeAttachmentDeleted: [],
  PhotosLeftOut: ['reason'],
  PapersSet: ['tradingName', 'address', 'telephone', 'email'],
  LogoSet: ['src'],
  LogoRemoved: [],
  InvoicingSet: ['vatNumber', 'bankDetails'],
  NoticeRuleSet: [],
  TenantRuleSet: [],
  QuietHoursSet: [],
  PhotoRuleSet: [],
  SignatureGiven: ['name', 'strokes'],
  SignatureNotGiven: [],
  TimeCorrected: ['reason'],
  HazardRecorded: [],
  HazardReported: ['reportedBy', 'words'],
  HazardRegraded: [],
  ServiceLevelStarted: [],
  DeadlinesSet: [],
  DeadlineMet: ['note'],
  DeadlineReopened: [],
  DeadlinePutOff: [],
  DeadlineMissed: [],
  DutyExplained: ['reason'],
  DutyEnded: [],
  StayOffered: ['note'],
  SummaryWritten: ['found', 'work', 'stay', 'contact'],
  SummarySent: ['sentTo'],
  JobOfRecurringWork: ['title'],
  TenantLinkMade: [],
  TenantLinkSent: ['sentTo'],
  TenantLinkRevoked: [],
  VisitConfirmed: [],
  OtherTimesAsked: ['message'],
  RepairReported: ['place', 'words', 'name', 'telephone', 'email'],
  ReportPhotoAdded: ['src'],
  ReportMadeJob: [],
  ReportJoined: [],
  ReportClosed: ['answer'],
  ReportReopened: [],
  ReportPageOpened: [],
  ReportPageClosed: [],
  RecurringWorkSetUp: ['title', 'tasks.description', 'called'],
  RecurringWorkChanged: ['title', 'tasks.description', 'called'],
  RecurringDateSkipped: [],
  RecurringDateMoved: [],
  RecurringDateRestored: [],
  RecurringWorkPaused: [],
  RecurringWorkResumed: [],
  RecurringWorkStopped: [],
  RecurringJobMade: [],
  RecurringDatePassed: [],
  RecurringCheckDone: [],
  PartAdded: ['name', 'reference', 'site', 'jobId', 'category', 'link', 'notes'],
  PartChanged: ['name', 'reference', 'site', 'jobId', 'category', 'link', 'notes'],
  PartReceived: [],
  PartAwaited: [],
  PartDeleted: [],
  SiteAdded: ['name'],
  SiteNamed: ['name'],
  SiteAddressSet: ['address', 'postcode'],
  SiteAccessSet: ['access', 'keys', 'parking', 'stopcock'],
  SiteBuildingSet: ['called'],
  SiteNoted: ['notes'],
  SiteAgencySet: ['agency'],
  SiteTenantSet: ['name', 'telephone'],
  SiteTenantEmailSet: ['email'],
  SiteTenantRemoved: [],
  SiteContactSet: ['name', 'telephone', 'email'],
  SiteContactRemoved: [],
  SiteMerged: ['called'],
  SiteMergeUndone: ['called'],
  SiteKeptApart: ['called'],
  SiteLocated: ['latitude', 'longitude'],
  SiteLocationRemoved: [],
  SiteFileDeleted: [],
  SiteFileShared: ['src', 'name'],
  SiteFileTakenBack: [],
  OfficeSiteFileAdded: ['src', 'name'],
  OfficeSiteFileDeleted: [],
  TodoAdded: ['text'],
  TodoCompleted: [],
  TodoReopened: [],
  TodoDeleted: [],
  ViewSaved: ['name', 'search', 'agency'],
  ViewDeleted: [],
  SharedViewSaved: ['name', 'search', 'agency'],
  SharedViewDeleted: [],
  MemberInvited: [],
  MemberJoined: [],
  RoleChanged: [],
  MemberRemoved: [],
  MemberRestored: [],
  MemberDetailsSet: ['fullName', 'initials', 'telephone'],
  MemberErased: [],
  CompanyRegistered: [],
  PlanActivated: [],
  PlanRenewed: [],
  PlanPaymentFailed: [],
  PlanCancelled: [],
  PlanResumed: [],
  SecondFactorRuleSet: [],
  DeadlineRulesSet: [],
  CompanyClosed: [],
  CompanyReopened: [],
  EventErased: [],
}

/** Events that bring a file to the store, by its `src`. */
export const filesBroughtBy: readonly EventType[] = [
  'ImageAdded',
  'ReportPhotoAdded',
  'AttachmentAdded',
  'AttachmentShared',
  'OfficeAttachmentAdded',
  'SiteFileShared',
  'OfficeSiteFileAdded',
  'LogoSet',
]

/** Whether an event brings a file to the store: a photo, an attached file or a logo. */
export const bringsFile = (event: { type: EventType }) => filesBroughtBy.includes(event.type)

/** One text of an event: its path, the name of its field, and the id of the task, comment, image, file, signature, contact or view it belongs to, if any. */
export type ErasableText = { path: string; field: string; of: string; text: string }

/** The texts of a stored event that can be erased, which are neither empty nor already erased. */
export const textsOf = ({ type, schema, data }: { type: EventType; schema: number; data: unknown }): ErasableText[] =>
  pathsOf(type, schema)
    .flatMap((path) => textsAt(data, path.split('.'), '', ''))
    .filter(({ text }) => text !== '' && text !== erasedText)

/** The paths of all texts of an event's data that may be erased, now or ever: empty ones too. */
export const textPathsOf = ({ type, schema, data }: { type: string; schema: number; data: unknown }): string[] =>
  pathsOf(type, schema).flatMap((path) => textsAt(data, path.split('.'), '', '').map((one) => one.path))

/** Whether the field at a path of an event's data may be erased. False for types that only a newer release knows. */
export const isErasable = ({ type, schema }: { type: string; schema: number }, path: string): boolean =>
  pathsOf(type, schema).includes(path.replaceAll(/[.][0-9]+/g, ''))

/** Whether events of a type have texts that may be erased. */
export const mayHaveTexts = (type: string, schema: number) => pathsOf(type, schema).length > 0

const pathsOf = (type: string, schema: number): readonly string[] =>
  oldShapeOf(type, schema)?.erasable ?? erasableByType.get(type) ?? []

const erasableByType = new Map(Object.entries(erasable))

/** The data of an event with the texts at these paths erased and everything else unchanged. */
export function withoutTexts(data: unknown, paths: readonly string[], at = ''): unknown {
  if (paths.includes(at)) return erasedText
  if (Array.isArray(data)) return data.map((one, place) => withoutTexts(one, paths, under(at, place)))
  if (!isRecord(data)) return data
  return Object.fromEntries(
    Object.entries(data).map(([name, one]) => [name, withoutTexts(one, paths, under(at, name))]),
  )
}

/**
 * Other texts to consider erasing with a text: those that contain it, ignoring case, and other values of the same field of
 * the same thing, since a corrected text may have held the same details before.
 */
export function alsoIn<E extends { seq: number; type: EventType; schema: number; data: unknown }>(
  events: readonly E[],
  { seq, path, field, of, text }: ErasableText & { seq: number },
): { event: E; text: ErasableText }[] {
  const searched = text.toLowerCase()
  return events.flatMap((event) =>
    textsOf(event)
      .filter((one) => event.seq !== seq || one.path !== path)
      .filter((one) => (one.field === field && one.of === of) || one.text.toLowerCase().includes(searched))
      .map((one) => ({ event, text: one })),
  )
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const under = (at: string, name: string | number) => (at === '' ? String(name) : `${at}.${name}`)

function textsAt(value: unknown, [name, ...rest]: readonly string[], at: string, of: string): ErasableText[] {
  if (Array.isArray(value))
    return value.flatMap((one, place) => textsAt(one, [name ?? '', ...rest], under(at, place), of))
  if (name === undefined || !isRecord(value)) return []
  const its = [
    value.taskId,
    value.noteId,
    value.imageId,
    value.fileId,
    value.signatureId,
    value.contactId,
    value.viewId,
    of,
  ].find((one) => typeof one === 'string')
  const found = value[name]
  const path = under(at, name)
  if (rest.length > 0) return textsAt(found, rest, path, String(its))
  return typeof found === 'string' ? [{ path, field: name, of: String(its), text: found }] : []
}
