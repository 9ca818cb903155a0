import type { EventType } from '#core/ledger/ledger.ts'

/** Events that tell the job and site. A job's first event is its creation. */
export const site = ['JobCreated', 'JobSiteChanged'] as const
/** Events that tell a task's description. */
const task = [...site, 'TaskAdded', 'TaskDeleted', 'TaskDescribed'] as const
/** A job that the server made has office facts from its second event on. */
const price = [...task, 'JobOfRecurringWork', 'TaskPriced'] as const
const progress = [...task, 'TaskCompleted', 'TaskToEstimate', 'TaskReopened', 'TaskReady', 'TaskNotReady'] as const
const visit = [...site, 'JobScheduled', 'BookingDeleted'] as const
const invoice = [...site, 'JobOfRecurringWork', 'JobInvoiced', 'InvoiceCleared'] as const
const notes = [...site, 'NoteAdded', 'NoteDeleted'] as const
const images = [...site, 'ImageAdded', 'ImageDescribed', 'ImageDeleted', 'ImagePaired', 'ImageUnpaired'] as const
const files = [
  ...site,
  'JobOfRecurringWork',
  'AttachmentAdded',
  'AttachmentDeleted',
  'AttachmentShared',
  'AttachmentTakenBack',
  'OfficeAttachmentAdded',
  'OfficeAttachmentDeleted',
] as const
const parts = ['PartAdded', 'PartChanged', 'PartReceived', 'PartAwaited', 'PartDeleted'] as const
const siteNames = ['SiteAdded', 'SiteNamed'] as const
const tenants = [...siteNames, 'SiteTenantSet', 'SiteTenantEmailSet', 'SiteTenantRemoved'] as const
const siteContacts = [...siteNames, 'SiteContactSet', 'SiteContactRemoved'] as const
const siteLocations = [...siteNames, 'SiteLocated', 'SiteLocationRemoved'] as const
const siteFiles = [
  ...siteNames,
  'SiteFileDeleted',
  'SiteFileShared',
  'SiteFileTakenBack',
  'OfficeSiteFileAdded',
  'OfficeSiteFileDeleted',
] as const
/** A check that is done moves the rule. */
const recurring = ['RecurringWorkSetUp', 'RecurringWorkChanged', 'RecurringCheckDone'] as const
const report = ['RepairReported'] as const
const todos = ['TodoAdded', 'TodoCompleted', 'TodoReopened', 'TodoDeleted'] as const
const member = [
  'MemberInvited',
  'MemberJoined',
  'RoleChanged',
  'MemberRemoved',
  'MemberRestored',
  'MemberDetailsSet',
] as const
const plan = [
  'CompanyRegistered',
  'PlanActivated',
  'PlanRenewed',
  'PlanPaymentFailed',
  'PlanCancelled',
  'PlanResumed',
] as const

/**
 * The types of earlier events in a stream that are needed to tell what an event changed, and on which job or part. A page of a
 * company's history has a few events of many streams, and with these it need not read the whole of each stream.
 */
export const neededBefore: Record<EventType, readonly EventType[]> = {
  JobCreated: [],
  JobReferred: [...site, 'JobOfRecurringWork', 'JobReferred'],
  JobSiteChanged: site,
  JobDateChanged: [...site, 'JobDateChanged'],
  TimeCorrected: site,
  TaskAdded: [...site, 'TaskDeleted'],
  TaskDeleted: price,
  TaskDescribed: task,
  TaskPriced: price,
  TaskCompleted: progress,
  TaskToEstimate: progress,
  TaskReopened: progress,
  TaskReady: progress,
  TaskNotReady: progress,
  JobStatusChanged: site,
  WarningChanged: site,
  JobInvoiced: invoice,
  InvoiceCleared: invoice,
  JobScheduled: visit,
  BookingDeleted: visit,
  NoteAdded: site,
  NoteDeleted: notes,
  ImageAdded: site,
  ImageDescribed: images,
  ImageDeleted: images,
  NextVisitSet: [...site, 'NextVisitSet'],
  // They state their times themselves.
  ArrivedOnSite: site,
  ArrivalTimeChanged: site,
  ArrivalWithdrawn: site,
  LeftSite: site,
  LeavingTimeChanged: site,
  LeavingWithdrawn: site,
  OnTheWaySaid: site,
  OnTheWayWithdrawn: site,
  NoAccessReported: site,
  ImagePaired: images,
  ImageUnpaired: images,
  AttachmentAdded: files,
  AttachmentDeleted: files,
  AttachmentShared: files,
  AttachmentTakenBack: files,
  OfficeAttachmentAdded: files,
  OfficeAttachmentDeleted: files,
  PhotosLeftOut: [...site, 'PhotosLeftOut'],
  PapersSet: [...plan, 'PapersSet'],
  // The sentence says it all.
  LogoSet: plan,
  LogoRemoved: plan,
  InvoicingSet: [...plan, 'InvoicingSet'],
  NoticeRuleSet: [...plan, 'NoticeRuleSet'],
  TenantRuleSet: [...plan, 'TenantRuleSet'],
  QuietHoursSet: [...plan, 'QuietHoursSet'],
  PhotoRuleSet: [...plan, 'PhotoRuleSet'],
  DeadlineRulesSet: [...plan, 'DeadlineRulesSet'],
  SecondFactorRuleSet: [...plan, 'SecondFactorRuleSet'],
  SignatureGiven: site,
  SignatureNotGiven: site,
  // They state everything themselves.
  HazardRecorded: site,
  HazardReported: site,
  HazardRegraded: site,
  ServiceLevelStarted: site,
  DeadlinesSet: site,
  DeadlineMet: site,
  DeadlineReopened: site,
  DeadlinePutOff: site,
  DeadlineMissed: site,
  DutyExplained: site,
  DutyEnded: site,
  StayOffered: site,
  SummaryWritten: site,
  SummarySent: site,
  PartAdded: parts,
  PartChanged: parts,
  PartReceived: parts,
  PartAwaited: parts,
  PartDeleted: parts,
  SiteAdded: [],
  SiteNamed: siteNames,
  SiteAddressSet: [...siteNames, 'SiteAddressSet'],
  SiteAccessSet: [...siteNames, 'SiteAccessSet'],
  SiteBuildingSet: [...siteNames, 'SiteBuildingSet'],
  SiteNoted: [...siteNames, 'SiteNoted'],
  SiteAgencySet: [...siteNames, 'SiteAgencySet'],
  SiteTenantSet: tenants,
  SiteTenantEmailSet: tenants,
  SiteTenantRemoved: tenants,
  SiteContactSet: siteContacts,
  SiteContactRemoved: siteContacts,
  // They name the other site themselves.
  SiteMerged: siteNames,
  SiteMergeUndone: siteNames,
  SiteKeptApart: siteNames,
  SiteLocated: siteLocations,
  SiteLocationRemoved: siteLocations,
  SiteFileDeleted: siteFiles,
  SiteFileShared: siteFiles,
  SiteFileTakenBack: siteFiles,
  OfficeSiteFileAdded: siteFiles,
  OfficeSiteFileDeleted: siteFiles,
  // They state everything but the title and the site.
  JobOfRecurringWork: site,
  // They state everything themselves.
  TenantLinkMade: site,
  TenantLinkSent: site,
  InvoiceSent: site,
  EvidenceSent: site,
  // To whom the email was to go.
  EmailFailed: [...site, 'InvoiceSent', 'EvidenceSent', 'TenantLinkSent'],
  TenantLinkRevoked: site,
  VisitConfirmed: site,
  OtherTimesAsked: site,
  RepairReported: [],
  ReportPhotoAdded: report,
  ReportMadeJob: report,
  ReportJoined: report,
  ReportClosed: report,
  ReportReopened: report,
  ReportPageOpened: [],
  ReportPageClosed: [],
  RecurringWorkSetUp: [],
  RecurringWorkChanged: recurring,
  RecurringDateSkipped: recurring,
  RecurringDateMoved: recurring,
  RecurringDateRestored: recurring,
  RecurringWorkPaused: recurring,
  RecurringWorkResumed: recurring,
  RecurringWorkStopped: recurring,
  RecurringJobMade: recurring,
  RecurringDatePassed: recurring,
  RecurringCheckDone: recurring,
  TodoAdded: todos,
  TodoCompleted: todos,
  TodoReopened: todos,
  TodoDeleted: todos,
  ViewSaved: ['ViewSaved', 'ViewDeleted'],
  ViewDeleted: ['ViewSaved', 'ViewDeleted'],
  SharedViewSaved: ['SharedViewSaved', 'SharedViewDeleted'],
  SharedViewDeleted: ['SharedViewSaved', 'SharedViewDeleted'],
  MemberInvited: member,
  MemberJoined: member,
  RoleChanged: member,
  MemberRemoved: member,
  MemberRestored: member,
  MemberDetailsSet: member,
  MemberErased: member,
  CompanyRegistered: [],
  PlanActivated: plan,
  PlanRenewed: plan,
  PlanPaymentFailed: plan,
  PlanCancelled: plan,
  PlanResumed: plan,
  CompanyClosed: [],
  CompanyReopened: [],
  EventErased: [],
}
