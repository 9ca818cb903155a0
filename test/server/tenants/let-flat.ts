import { v7 as uuid } from 'uuid'
import { expect } from 'vitest'
import type { TenantLinksAnswer } from '#core/wire/jobs/tenants.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { accepted, createJob, jobNow } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import type { SignedInTest, TestServer } from '#test/server/server.ts'

type Tenant = { email?: string; telephone?: string }

/** A company with Tom, who goes to visits, and a flat that is let to Amara. */
export async function letFlat(server: TestServer, { email = 'amara@example.com', telephone = '' }: Tenant = {}) {
  const dana = await server.registerCompany({ businessName: 'Harrow & Pike' })
  const tom = await addMember(server, dana, 'team', 'tom.okafor')
  const details = { fullName: 'Tom Okafor', initials: '', telephone: '' }
  await accepted(server, dana, 'SetMemberDetails', { userId: tom.user.userId, ...details })
  const [siteId, contactId] = [uuid(), uuid()]
  await accepted(server, dana, 'AddSite', { siteId, name: 'Flat 22' })
  const tenant = { siteId, contactId, role: 'tenant', name: 'Amara Bello', telephone, email }
  await accepted(server, dana, 'SetSiteContact', tenant)
  return { dana, tom, siteId, contactId }
}

export type LetFlat = Awaited<ReturnType<typeof letFlat>>

/** A visit some hours from now, as it is booked. */
export const visitIn = (hours: number, assignedTo: readonly string[]) => ({
  jobBookingId: uuid(),
  jobStart: new Date(Date.now() + hours * 3_600_000).toISOString(),
  jobEnd: new Date(Date.now() + (hours + 2) * 3_600_000).toISOString(),
  access: '',
  assignedTo,
  anyway: true,
})

/** A job at the flat with a visit of Tom's. */
export async function bookedJob(server: TestServer, { dana, tom }: LetFlat, hours = 48) {
  const { jobId } = await createJob(server, dana, { apartmentName: 'Flat 22' })
  const visit = visitIn(hours, [tom.user.userId])
  const { seq } = await accepted(server, dana, 'ScheduleJob', { jobId, ...visit })
  await server.call(`${pathTo(paths.siteOfJob, { jobId })}?after=${seq}`, { token: dana.token })
  return { jobId, visit }
}

/** What the office sees of a job's links and tenants, with everything that the log holds of the job now. */
export async function linksOf(server: TestServer, { token }: SignedInTest, jobId: string): Promise<TenantLinksAnswer> {
  await jobNow(server, { token }, jobId)
  const answer = await server.call(pathTo(paths.tenantLinks, { jobId }), { token })
  return answer.json()
}

/** Makes a link for the tenant; returns the path of the page. */
export async function linkTo(server: TestServer, { dana, contactId }: LetFlat, jobId: string) {
  const answer = await server.call(pathTo(paths.tenantLinks, { jobId }), { token: dana.token, body: { contactId } })
  const { links }: TenantLinksAnswer = await answer.json()
  return links[0]?.path ?? expect.fail('there is a link')
}
