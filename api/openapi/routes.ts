import * as z from 'zod/mini'
import { billingRoutes } from '#api/billing/openapi.ts'
import { csvRoutes } from '#api/exports/openapi.ts'
import { feedRoutes } from '#api/feed/openapi.ts'
import { historyRoutes } from '#api/history/openapi.ts'
import type { DescribedRoute } from '#api/http/described-route.ts'
import { peopleRoutes } from '#api/people/openapi.ts'
import { projectionRoutes } from '#api/projections/openapi.ts'
import { proofRoutes } from '#api/proof/openapi.ts'
import { dashboardRoutes } from '#api/reads/openapi.ts'
import * as images from '#core/wire/images.ts'
import * as parts from '#core/wire/parts.ts'
import * as specified from '#core/wire/spec-calls.ts'
import { todosAnswer } from '#core/wire/todos.ts'
import * as wire from '#core/wire/wire.ts'

const { paths } = wire

const get = { method: 'get', for: 'members' } as const
const post = { method: 'post', for: 'anyone' } as const
const status = z.object({ status: z.string() })
const reused = z.extend(wire.failure, { results: z.array(wire.commandResult) })

/** What reads and writes a job's images, and the specification's own calls. */
const imageRoutes: DescribedRoute[] = [
  {
    ...get,
    path: paths.jobImages,
    summary: "Fresh addresses of a job's images",
    query: wire.afterQuery,
    answers: { 200: images.jobImagesAnswer },
  },
  {
    ...post,
    for: 'members',
    path: paths.uploadImage,
    summary:
      'Add up to 10 photos (JPEG, PNG or WebP, 25 MB and 50 megapixels each) to a job, all or none. A retry keeps its imageIds. username and userRole must be filled, but who uploads is who is signed in.',
    body: images.uploadFields,
    files: 'images',
    answers: { 200: images.uploadAnswer },
  },
  {
    ...get,
    for: 'anyone',
    path: paths.image,
    summary: 'A picture, for who has its signed address',
    query: z.object({ expires: z.string(), signature: z.string() }),
    answers: { 200: 'image/webp' },
  },
  {
    ...post,
    for: 'office',
    path: paths.addJob,
    summary:
      'Book a visit for a job, named by its jobId or jobRef; people by user id or username. The same details again answer the same booking. apartmentName and jobDescriptions are taken from the job itself.',
    body: specified.addJobRequest,
    answers: { 200: specified.addJobAnswer },
  },
  {
    ...post,
    for: 'office',
    path: paths.deleteJob,
    summary: 'Delete a booking; its job stays. Again changes nothing.',
    body: specified.deleteJobRequest,
    answers: { 200: specified.done },
  },
  {
    ...post,
    for: 'members',
    path: paths.updateDescription,
    summary: "Describe the image at an index among a job's",
    body: specified.updateDescriptionRequest,
    answers: { 200: specified.done },
  },
  {
    ...post,
    method: 'delete',
    for: 'members',
    path: paths.deleteImage,
    summary: "Delete the image at an index among a job's; its fields may be in the query as well",
    body: specified.deleteImageRequest,
    answers: { 200: specified.done },
  },
]

/** Every route. A test holds this list against the routes that are there. */
export const describedRoutes: DescribedRoute[] = [
  ...imageRoutes,
  ...peopleRoutes,
  ...billingRoutes,
  ...dashboardRoutes,
  ...feedRoutes,
  ...historyRoutes,
  ...csvRoutes,
  ...projectionRoutes,
  ...proofRoutes,
  {
    ...post,
    path: paths.register,
    summary: 'Register a business',
    body: wire.registration,
    answers: { 200: wire.signedIn },
  },
  { ...post, path: paths.login, summary: 'Sign in', body: wire.credentials, answers: { 200: wire.signedIn } },
  {
    ...post,
    path: paths.refresh,
    summary: 'A fresh access token for the refresh cookie',
    answers: { 200: wire.signedIn },
  },
  { ...post, path: paths.logout, summary: 'End the session', answers: { 204: undefined } },
  { ...get, path: paths.me, summary: 'Who asks, and their company', answers: { 200: wire.me } },
  {
    ...post,
    for: 'members',
    path: paths.commands,
    summary:
      'Give up to 100 commands, taken in order, each accepted or refused on its own. A retry keeps its commandId.',
    body: wire.commandsRequest,
    answers: { 200: wire.commandsAnswer, 422: reused },
  },
  { ...get, path: paths.jobs, summary: 'A page of jobs', query: wire.jobsQuery, answers: { 200: wire.jobsAnswer } },
  {
    ...get,
    path: paths.job,
    summary: 'A job as it is, or as it was at a version or a moment',
    query: wire.jobQuery,
    answers: { 200: wire.jobAnswer },
  },
  {
    ...get,
    path: paths.jobHistory,
    summary: 'What happened to a job, newest first',
    query: wire.afterQuery,
    answers: { 200: wire.jobHistoryAnswer },
  },
  {
    ...get,
    path: paths.calendar,
    summary: 'The bookings between two instants',
    query: wire.calendarQuery,
    answers: { 200: wire.calendarAnswer },
  },
  {
    ...get,
    path: paths.parts,
    summary: 'A page of the parts book; a search finds what begins with the term in name, reference, jobId or category',
    query: parts.partsQuery,
    answers: { 200: parts.partsAnswer },
  },
  {
    ...get,
    path: paths.todos,
    summary: 'The to-dos of who asks, newest first; nobody else can read them',
    query: wire.afterQuery,
    answers: { 200: todosAnswer },
  },
  {
    ...get,
    path: paths.list,
    summary: 'Names in use that contain a text; the team may ask for apartments alone',
    query: wire.listQuery,
    answers: { 200: wire.listAnswer },
  },
  {
    ...get,
    path: paths.team,
    summary: 'The people of the company',
    query: wire.afterQuery,
    answers: { 200: wire.teamAnswer },
  },
  { ...get, path: paths.company, summary: 'The company', query: wire.afterQuery, answers: { 200: wire.companyAnswer } },
  {
    ...get,
    path: paths.ledger,
    summary: 'Where the ledger stands',
    query: wire.afterQuery,
    answers: { 200: wire.ledgerAnswer },
  },
  { ...get, for: 'anyone', path: paths.openapi, summary: 'This description', answers: { 200: z.looseObject({}) } },
  { ...get, for: 'anyone', path: paths.healthz, summary: 'Whether the process lives', answers: { 200: status } },
  { ...get, for: 'anyone', path: paths.readyz, summary: 'Whether it can do its work', answers: { 200: status } },
  {
    ...get,
    for: 'anyone',
    path: paths.metrics,
    summary: 'Figures for Prometheus; asks for a bearer token where one is set',
    answers: { 200: 'text/plain' },
  },
]
