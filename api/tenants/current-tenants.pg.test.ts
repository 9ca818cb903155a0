import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SitesAnswer } from '#core/wire/jobs/sites.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { accepted } from '#test/server/commands.ts'
import { startServer, type TestServer } from '#test/server/server.ts'
import { bookedJob, type LetFlat, letFlat, linksOf, linkTo } from '#test/server/tenants/let-flat.ts'

let server: TestServer
let flat: LetFlat
beforeAll(async () => {
  server = await startServer()
  flat = await letFlat(server)
})
afterAll(() => server.close())

test('who is a tenant today follows the company’s clock, where a link is made, where it is opened and in the address book', async () => {
  const { dana, siteId, contactId } = flat
  const [amara, cora] = [flat, { ...flat, contactId: uuid() }]
  const tenant = { siteId, role: 'tenant', telephone: '', email: '' }
  const left = { ...tenant, contactId, name: 'Amara Bello', until: '2031-06-30' }
  await accepted(server, dana, 'SetSiteContact', left)
  const moved = { ...tenant, contactId: cora.contactId, name: 'Cora Blythe', from: '2031-07-01' }
  await accepted(server, dana, 'SetSiteContact', moved)
  const { jobId } = await bookedJob(server, flat)

  const tenants = async () => (await linksOf(server, dana, jobId)).tenants.map(({ name }) => name)
  const inAddressBook = async () => {
    const { sites }: SitesAnswer = await (await server.call(paths.sites, { token: dana.token })).json()
    return sites.find((one) => one.siteId === siteId)?.tenants
  }
  const opens = async (path: string) => (await fetch(server.url + path)).status
  const refused = async ({ contactId: to }: LetFlat) =>
    (await server.call(pathTo(paths.tenantLinks, { jobId }), { token: dana.token, body: { contactId: to } })).status
  const { now } = server.services
  const at = (instant: string) => {
    server.services.now = () => new Date(instant)
  }
  try {
    // A minute before midnight in London, where it is summer: the same day in UTC.
    at('2031-06-30T22:59:00.000Z')
    expect([await tenants(), await inAddressBook()]).toEqual([['Amara Bello'], ['Amara Bello']])
    expect(await refused(cora)).toBe(404)
    const hers = await linkTo(server, amara, jobId)
    expect(await opens(hers)).toBe(200)
    // A minute after midnight: in UTC it is still the day before.
    at('2031-06-30T23:01:00.000Z')
    expect([await tenants(), await inAddressBook()]).toEqual([['Cora Blythe'], ['Cora Blythe']])
    expect([await opens(hers), await refused(amara)]).toEqual([410, 404])
    expect(await opens(await linkTo(server, cora, jobId))).toBe(200)
  } finally {
    server.services.now = now
  }
})
