import type { DescribedRoute } from '#api/http/described-route.ts'
import { newTenantLink, tenantLinksAnswer } from '#core/wire/jobs/tenants.ts'
import { paths } from '#core/wire/paths.ts'

const office = { for: 'office', answers: { 200: tenantLinksAnswer } } as const
const page = { for: 'anyone', answers: { 200: 'text/html' } } as const

/** The tenant's page of a job, and the office's links to it. */
export const tenantRoutes: DescribedRoute[] = [
  {
    ...office,
    method: 'get',
    path: paths.tenantLinks,
    summary: 'The links to the tenant’s page of a job, newest first, and the tenants of its site',
  },
  {
    ...office,
    method: 'post',
    path: paths.tenantLinks,
    summary: 'Make a link to the tenant’s page of a job for a tenant of its site; the tenant’s earlier link ends',
    body: newTenantLink,
  },
  { ...office, method: 'post', path: paths.tenantLinkEmail, summary: 'Send a link to its tenant by email' },
  { ...office, method: 'post', path: paths.tenantLinkText, summary: 'Send a link to its tenant by text message' },
  { ...office, method: 'delete', path: paths.tenantLink, summary: 'End a link at once' },
  {
    ...page,
    method: 'get',
    path: paths.tenantPage,
    summary: 'The tenant’s page of a job, for anyone with the link. It ends 30 days after the job is over.',
  },
  {
    for: 'anyone',
    method: 'post',
    path: paths.tenantConfirm,
    summary: 'Confirm the visit: the form of the tenant’s page',
    answers: { 303: undefined },
  },
  { ...page, method: 'get', path: paths.tenantTimes, summary: 'The form to ask for another time' },
  {
    for: 'anyone',
    method: 'post',
    path: paths.tenantTimes,
    summary: 'Ask for another time: the office sees the request, and the visit stays as it is until they move it',
    answers: { 303: undefined },
  },
  {
    for: 'anyone',
    method: 'get',
    path: paths.tenantCalendar,
    summary: 'The visit as an iCalendar file',
    answers: { 200: 'text/calendar' },
  },
  {
    for: 'anyone',
    method: 'post',
    path: paths.tenantMessage,
    summary: 'Write a message, which becomes a comment of the job in the tenant’s name',
    answers: { 303: undefined },
  },
  {
    for: 'anyone',
    method: 'post',
    path: paths.tenantPhotos,
    summary: 'Send photos, which are checked as any upload and added to the job in the tenant’s name',
    answers: { 303: undefined },
  },
  {
    for: 'anyone',
    method: 'get',
    path: paths.tenantPhoto,
    summary: 'A small picture of a photo that was sent by the link',
    answers: { 200: 'image/webp' },
  },
  {
    for: 'anyone',
    method: 'get',
    path: paths.tenantLogo,
    summary: 'The company’s logo, for the tenant’s page',
    answers: { 200: 'image/webp' },
  },
]
