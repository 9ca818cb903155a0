import type { Scope } from '#core/api-keys/scopes.ts'
import { paths } from '#core/wire/paths.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
/** Of the commands in a call each needs a scope of its own. */
export const byCommand = 'by-command'
type Needed = Scope | typeof byCommand

const all = (method: Method, scope: Needed, ...some: readonly string[]) =>
  some.map((path) => [`${method} ${path}`, scope] as const)

/** The calls that an API key may make, and the scope that each needs. Whatever is not listed only people may do. */
export const callScopes: ReadonlyMap<string, Needed> = new Map([
  ...all('GET', 'jobs:read', paths.jobs, paths.job, paths.jobNotes, paths.calendar, paths.list, paths.team),
  ...all('GET', 'jobs:read', paths.dashboard, paths.exportJobs, paths.exportBookings),
  ...all('GET', 'jobs:read', paths.exportInvoices),
  ...all('GET', 'sites:read', paths.sites, paths.site, paths.siteJobs, paths.siteOfJob, paths.alikeSites),
  ...all('GET', 'sites:read', paths.siteAgencies),
  ...all('GET', 'sites:read', paths.exportSites),
  ...all('GET', 'recurring:read', paths.recurringWork, paths.recurringDates, paths.oneRecurringWork),
  ...all('GET', 'recurring:read', paths.recurringMonths, paths.exportRecurring),
  ...all('GET', 'deadlines:read', paths.deadlines, paths.deadlineCounts, paths.exportDeadlines),
  ...all('GET', 'files:read', paths.jobImages, paths.jobAttachment, paths.sitePhotos, paths.siteFiles, paths.siteFile),
  ...all('GET', 'parts:read', paths.parts, paths.exportParts),
  ...all('GET', 'history:read', paths.events, paths.history, paths.historyEvent, paths.exportHistory, paths.jobHistory),
  ...all('GET', 'history:read', paths.jobProof, paths.jobEvidence, paths.proof, paths.ledger),
  ...all('POST', 'jobs:write', paths.addJob, paths.deleteJob),
  ...all('POST', 'files:write', paths.uploadImage, paths.uploadPieces, paths.attachFiles),
  ...all('POST', 'files:write', paths.updateDescription),
  ...all('DELETE', 'files:write', paths.deleteImage),
  ...all('GET', 'files:write', paths.uploadPieces),
  ...all('PUT', 'files:write', paths.uploadPiece),
  ...all('POST', byCommand, paths.commands),
])

const reads = (...some: readonly string[]) => some.map((path) => `GET ${path}`)

/**
 * The calls that a key for the jobs of one agency may make: each leaves out the jobs of others. Whatever is not listed knows of no agency,
 * or shows more than it.
 */
export const callsForOneAgency: ReadonlySet<string> = new Set([
  ...reads(paths.jobs, paths.job, paths.jobNotes, paths.jobImages, paths.jobAttachment, paths.siteOfJob),
  ...reads(paths.sites, paths.site, paths.siteJobs, paths.sitePhotos),
  ...reads(paths.deadlines, paths.events, paths.ledger, paths.exportJobs, paths.exportInvoices),
])

/** The scope that a key needs for a call; undefined if no key may make it. */
export const scopeOfCall = (method: string, path: string): Needed | undefined =>
  callScopes.get(nameOfCall(method, path))

/** A call as {@link callScopes} lists it. */
export const nameOfCall = (method: string, path: string): string => `${method === 'HEAD' ? 'GET' : method} ${path}`
