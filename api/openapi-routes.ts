import * as z from 'zod/mini'
import * as wire from '#core/wire.ts'

const { paths } = wire

/** One route as the API's description has it. */
export type DescribedRoute = {
  method: 'get' | 'post'
  path: string
  summary: string
  /** Who may ask. */
  for: 'anyone' | 'members'
  query?: z.ZodMiniObject
  body?: z.ZodMiniType
  /** The answers that are not failures; a text for what is no JSON, nothing for an empty answer. */
  answers: Record<number, z.ZodMiniType | string | undefined>
}

const get = { method: 'get', for: 'members' } as const
const post = { method: 'post', for: 'anyone' } as const
const status = z.object({ status: z.string() })
const reused = z.extend(wire.failure, { results: z.array(wire.commandResult) })

/** Every route. A test holds this list against the routes that are there. */
export const describedRoutes: DescribedRoute[] = [
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
