import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { timeIn } from '#core/time/format.ts'
import { desktop, faultsInBothColours, phone, type Screens, startScreens } from '#test/browser/screens.ts'
import { smallTargets } from '#test/browser/small-targets.ts'
import { accepted, createJob, jobNow } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'

let screens: Screens
beforeAll(async () => {
  screens = await startScreens()
})
afterAll(() => screens?.close())

test('On the way is said by one tap without a connection, changed and taken back, and the office sees who comes', async () => {
  const { server } = screens
  const dana = await server.registerCompany({ businessName: 'Harrow & Pike', username: 'dana.whitfield' })
  const tom = await addMember(server, dana, 'team', 'tom.okafor')
  const { jobId } = await createJob(server, dana, { apartmentName: '14 Marlowe Court' })
  const fromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  await accepted(server, dana, 'ScheduleJob', {
    ...{ jobId, jobBookingId: uuid(), jobStart: fromNow(-10), jobEnd: fromNow(80) },
    ...{ access: 'Keys with the concierge', assignedTo: [tom.user.userId], anyway: true },
  })
  const { context, page, faults } = await screens.open(tom, `/job/${jobId}`, phone)
  const ask = page.getByRole('group', { name: 'On the way, there in about' })
  await ask.waitFor()
  expect(await smallTargets(page)).toEqual([])
  expect(await faultsInBothColours(page)).toEqual([])
  await context.setOffline(true)
  const before = Date.now()
  await ask.getByRole('button', { name: '30 minutes' }).tap()
  const said = page.getByRole('region', { name: 'On the way' })
  await said.getByText(/^You are on the way, expected about \d\d:\d\d$/).waitFor()
  expect(await smallTargets(page)).toEqual([])
  expect(await faultsInBothColours(page)).toEqual([])
  expect((await jobNow(server, dana, jobId)).onTheWay).toBeUndefined()
  await context.setOffline(false)
  const onTheWay = async () => (await jobNow(server, dana, jobId)).onTheWay ?? []
  await expect.poll(onTheWay).toHaveLength(1)
  const [way] = await onTheWay()
  expect(Date.parse(way?.saidAt ?? '')).toBeGreaterThanOrEqual(before)

  const office = await screens.open(dana, `/job/${jobId}`, desktop)
  const expected = timeIn(way?.expectedAt ?? '', 'Europe/London')
  await office.page.getByText(`tom.okafor is on the way, expected about ${expected}`).waitFor()
  await office.page.getByText('set off for the visit').first().waitFor()
  await said.getByRole('button', { name: 'Change' }).tap()
  await ask.getByRole('button', { name: 'Not sure' }).tap()
  await said.getByText('You are on the way', { exact: true }).waitFor()
  await office.page.getByText('tom.okafor is on the way', { exact: true }).waitFor()
  await said.getByRole('button', { name: 'Withdraw' }).tap()
  await ask.waitFor()
  await office.page.getByText('tom.okafor is on the way', { exact: true }).waitFor({ state: 'detached' })
  await office.context.close()
  await ask.getByRole('button', { name: '15 minutes' }).tap()
  await said.waitFor()
  await page.getByRole('button', { name: 'Arrived' }).tap()
  await said.waitFor({ state: 'detached' })
  expect(faults).toEqual([])
  await context.close()
})
