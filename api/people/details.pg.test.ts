import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { InvitationAnswer, TeamAnswer } from '#core/wire/account/team.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { accepted, command, createJob, sendCommands } from '#test/server/commands.ts'
import { foundIn, untilErased } from '#test/server/erasures.ts'
import { readPdfAnswer } from '#test/server/packs/read-pdf.ts'
import { addMember } from '#test/server/people.ts'
import { listen } from '#test/server/push-client.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

let server: TestServer
let dana: SignedInTest
let priya: SignedInTest
let tom: SignedInTest
beforeAll(async () => {
  server = await startServer()
})
beforeEach(async () => {
  dana = await server.registerCompany({ businessName: 'Harrow & Pike', username: 'dana.w' })
  priya = await addMember(server, dana, 'admin', 'priya.n')
  tom = await addMember(server, dana, 'team', 'tom.o')
})
afterAll(() => server.close())

const details = (person: SignedInTest, given: object) => ({ userId: person.user.userId, ...given })
const get = async (path: string, { token }: SignedInTest) => {
  const answer = await server.call(path, { token })
  expect(answer.status, path).toBe(200)
  return answer
}
/** A person as another one sees them in the team list, once that list includes the event with this seq. */
async function seenBy(reader: SignedInTest, { user: { userId } }: SignedInTest, seq = 0) {
  const team: TeamAnswer = await (await get(`${paths.team}?after=${seq}`, reader)).json()
  return team.users.find((one) => one.userId === userId)
}

test('a person is invited with a name and a telephone number', async () => {
  const known = { fullName: 'Grace Adeyemi', telephone: '020 7946 0018' }
  const invite = (email: string, given: object) =>
    server.call(paths.addTeamMember, {
      token: dana.token,
      body: { username: 'grace.a', email, role: 'team', companyId: dana.user.companyId, ...given },
    })
  const email = `grace-${uuid()}@example.com`
  const wrong = await invite(email, { ...known, telephone: 'by post' })
  expect([wrong.status, await wrong.json()]).toEqual([400, expect.objectContaining({ field: 'telephone' })])
  const { userId }: InvitationAnswer = await (await invite(email, known)).json()
  const team = async () => {
    const { users }: TeamAnswer = await (await get(paths.team, tom)).json()
    return users.find((one) => one.userId === userId)
  }
  await expect.poll(team).toMatchObject({ username: 'grace.a', state: 'invited', ...known })
})

test('a person sets their own details, the owner everyone’s, and the whole company sees them at once', async () => {
  const device = await listen(server, priya)
  const full = { fullName: 'Tom Okafor', initials: 'TOK', colour: 'violet', telephone: '07700 900123' }
  const { seq } = await accepted(server, tom, 'SetMemberDetails', details(tom, full))
  await device.pushed((one) => one.projection === 'members' && one.seq >= seq)
  for (const reader of [dana, priya, tom])
    expect(await seenBy(reader, tom, seq)).toMatchObject({ username: 'tom.o', ...full })
  const named = await accepted(server, dana, 'SetMemberDetails', details(tom, { fullName: 'Thomas Okafor' }))
  const seen = await seenBy(tom, tom, named.seq)
  expect(seen).toMatchObject({ ...full, fullName: 'Thomas Okafor', earlierNames: [{ name: 'Tom Okafor' }] })
  const stranger = await server.registerCompany()
  expect(await (await get(paths.team, stranger)).text()).not.toContain('Okafor')
  const refresh = await server.call(paths.refresh, { method: 'POST', cookie: tom.cookie })
  const { user } = await refresh.json()
  expect(user).toMatchObject({ username: 'tom.o', fullName: 'Thomas Okafor', initials: 'TOK', colour: 'violet' })
  device.close()
})

test('an admin changes nobody else’s details, and what is no name, number or colour is refused at its field', async () => {
  const refusals = [
    [priya, details(tom, { fullName: 'Tommy' }), { code: 'details-of-others' }],
    [tom, details(priya, { fullName: 'Pri' }), { code: 'details-of-others' }],
    [tom, details(tom, { telephone: 'ask Priya' }), { code: 'telephone-invalid', field: 'telephone' }],
    [tom, details(tom, { fullName: '12' }), { code: 'name-without-letters', field: 'fullName' }],
    [tom, details(tom, { initials: 'TOMMY' }), { code: 'initials-invalid', field: 'initials' }],
  ] as const
  for (const [by, given, refusal] of refusals)
    expect(await sendCommands(server, by, command('SetMemberDetails', given))).toMatchObject([
      { status: 'refused', ...refusal },
    ])
  const stranger = await server.registerCompany()
  expect(
    await sendCommands(server, stranger, command('SetMemberDetails', details(tom, { fullName: 'X' }))),
  ).toMatchObject([{ status: 'refused', code: 'member-not-found' }])
  for (const wrong of [{ colour: 'red' }, { fullName: 'x'.repeat(81) }, { email: 'x@example.com' }]) {
    const body = { commands: [command('SetMemberDetails', details(tom, wrong))] }
    const answer = await server.call(paths.commands, { token: tom.token, body })
    const [result] = answer.status === 200 ? (await answer.json()).results : []
    expect(answer.status === 400 || result?.status === 'refused', JSON.stringify(wrong)).toBe(true)
  }
  expect(await seenBy(dana, tom)).not.toHaveProperty('fullName')
})

test('nobody works under the name of another person, present or past, however many change names at once', async () => {
  await accepted(server, tom, 'SetMemberDetails', details(tom, { fullName: 'Tom Okafor' }))
  await accepted(server, tom, 'SetMemberDetails', details(tom, { fullName: 'Tom Reed' }))
  const refused = { status: 'refused', code: 'name-of-another', field: 'fullName' }
  for (const fullName of ['Tom Reed', 'tom okafor', 'Tоm Rееd', 'tom.o'])
    for (const by of [priya, dana])
      expect(await sendCommands(server, by, command('SetMemberDetails', details(priya, { fullName })))).toMatchObject([
        refused,
      ])
  const body = { username: 'new', email: `${uuid()}@example.com`, role: 'team', companyId: dana.user.companyId }
  const invited = await server.call(paths.addTeamMember, {
    token: dana.token,
    body: { ...body, fullName: 'Tom Reed' },
  })
  expect([invited.status, await invited.json()]).toEqual([409, expect.objectContaining({ field: 'fullName' })])

  await accepted(server, dana, 'RemoveMember', { userId: tom.user.userId })
  expect(
    await sendCommands(server, priya, command('SetMemberDetails', details(priya, { fullName: 'Tom Reed' }))),
  ).toMatchObject([refused])
  const given = (person: SignedInTest) => command('SetMemberDetails', details(person, { fullName: 'Alex Morgan' }))
  const atOnce = await Promise.all([priya, dana].map((one) => sendCommands(server, one, given(one))))
  expect(atOnce.map(([one]) => one?.status).toSorted()).toEqual(['accepted', 'refused'])
  const elsewhere = await server.registerCompany()
  await accepted(server, elsewhere, 'SetMemberDetails', details(elsewhere, { fullName: 'Tom Reed' }))
})

test('people are called by their full names in every answer, and in history, exports and packs by those of then', async () => {
  await accepted(server, tom, 'SetMemberDetails', details(tom, { fullName: 'Tom Okafor' }))
  await accepted(server, dana, 'SetMemberDetails', details(dana, { fullName: 'Dana Whitfield' }))
  const { jobId } = await createJob(server, dana)
  const visit = { jobStart: '2026-12-01T09:00:00.000Z', jobEnd: '2026-12-01T11:00:00.000Z', access: '' }
  const booking = { jobId, jobBookingId: uuid(), ...visit, assignedTo: [tom.user.userId] }
  await accepted(server, dana, 'ScheduleJob', booking)
  await accepted(server, tom, 'AddNote', { jobId, noteId: uuid(), note: 'Before' })
  await accepted(server, tom, 'SetMemberDetails', details(tom, { fullName: 'Tom Reed' }))
  const { seq } = await accepted(server, tom, 'AddNote', { jobId, noteId: uuid(), note: 'Afterwards' })
  const read = async (path: string) => {
    const answer = await get(`${path}${path.includes('?') ? '&' : '?'}after=${seq}`, dana)
    return answer.text()
  }
  const period = 'from=2026-11-30T00:00:00Z&to=2026-12-07T00:00:00Z'
  expect(await seenBy(dana, tom, seq)).toMatchObject({ fullName: 'Tom Reed' })
  for (const path of [
    pathTo(paths.job, { jobId }),
    pathTo(paths.jobHistory, { jobId }),
    `${paths.calendar}?${period}`,
    paths.exportJobs,
    `${paths.exportBookings}?${period}`,
  ]) {
    const text = await read(path)
    expect(text, path).toContain('Tom Reed')
    expect(text, path).not.toMatch(/tom\.o|dana\.w/)
  }
  const [clash] = await sendCommands(
    server,
    dana,
    command('ScheduleJob', { ...booking, jobId: (await createJob(server, dana)).jobId, jobBookingId: uuid() }),
  )
  expect(clash).toMatchObject({ code: 'already-booked', clashes: { clashes: [{ username: 'Tom Reed' }] } })

  const history = (await read(`${paths.exportHistory}?format=csv`)).split('\n')
  const line = (words: string) => history.find((one) => one.includes(words)) ?? ''
  expect(line('Before')).toContain(',Tom Okafor,')
  expect(line('Afterwards')).toContain(',Tom Reed,')
  expect(line('booked the visit')).toContain('assignedTo: Nobody → Tom Okafor')
  expect(line('changed their name')).toContain(',Tom Okafor,')
  const found = async (search: string) => {
    const { entries } = await (await get(`${paths.history}?search=${search}`, dana)).json()
    return entries.filter((one: { type: string }) => one.type === 'NoteAdded').length
  }
  expect(await Promise.all(['okafor', 'reed', 'tom.o', 'nobody'].map(found))).toEqual([1, 2, 2, 0])

  const evidence = `${pathTo(paths.jobEvidence, { jobId })}?notes=yes&after=${seq}`
  const { text } = await readPdfAnswer(await get(evidence, dana))
  const [entries = '', people = ''] = text.split('People in this copy')
  for (const name of ['Tom Okafor', 'Tom Reed', 'Dana Whitfield']) expect(entries).toContain(name)
  expect(entries).not.toMatch(/tom\.o|dana\.w/)
  // The username stays, whatever people call themselves.
  expect(people).toMatch(/Dana Whitfield\s+dana\.w\s+Tom Reed\s+tom\.o\s+Tom Okafor, until \d+ \w+ \d{4}, \d\d:\d\d/)
})

test('somebody invited again under another name keeps the names of what they did, for good and until they are erased', async () => {
  await accepted(server, tom, 'SetMemberDetails', details(tom, { fullName: 'Tom Quillfeather' }))
  const { jobId } = await createJob(server, dana)
  await accepted(server, tom, 'AddNote', { jobId, noteId: uuid(), note: 'Nobody in' })
  const { userId, email } = tom.user
  const { seq } = await accepted(server, dana, 'RemoveMember', { userId })
  const again = await server.call(paths.addTeamMember, {
    token: dana.token,
    body: { username: 'tom.r', email, role: 'team', companyId: dana.user.companyId, fullName: 'Tom Ravensworth' },
  })
  expect(await again.json()).toMatchObject({ userId })
  expect(await seenBy(dana, tom, seq + 2)).toMatchObject({
    state: 'invited',
    fullName: 'Tom Ravensworth',
    earlierNames: [{ name: 'Tom Quillfeather' }],
  })
  const history = await (await get(`${paths.exportHistory}?format=csv`, dana)).text()
  expect(history.split('\n').find((one) => one.includes('added a comment'))).toContain(',Tom Quillfeather,')
  const evidence = `${pathTo(paths.jobEvidence, { jobId })}?notes=yes&after=${seq + 2}`
  const [entries, people] = (await readPdfAnswer(await get(evidence, dana))).text.split('People in this copy')
  expect(entries).toContain('Tom Quillfeather')
  expect(entries).not.toContain('Tom Ravensworth')
  expect(people).toMatch(/Tom Ravensworth\s+tom\.o\s+Tom Quillfeather, until/)
  const taking = command('SetMemberDetails', details(priya, { fullName: 'Tom Quillfeather' }))
  expect(await sendCommands(server, priya, taking)).toMatchObject([{ status: 'refused', code: 'name-of-another' }])

  await accepted(server, dana, 'RemoveMember', { userId })
  const erasure = pathTo(paths.memberErasure, { userId })
  const erased = await server.call(erasure, { token: dana.token, body: { reason: 'He asked for it' } })
  expect(await erased.json()).toEqual({ username: 'Former member 1' })
  await untilErased(server)
  expect(await foundIn(server, ['Quillfeather', 'Ravensworth'])).toEqual([])
})

test('nobody sees the telephone number of somebody who has left, and an erasure leaves nothing of their details', async () => {
  const given = { fullName: 'Peregrine Thwaite', initials: 'PTW', colour: 'teal', telephone: '07700 900777' }
  await accepted(server, tom, 'SetMemberDetails', details(tom, { fullName: 'Perry Thwaite' }))
  await accepted(server, tom, 'SetMemberDetails', details(tom, given))
  const { jobId } = await createJob(server, dana)
  await accepted(server, tom, 'AddNote', { jobId, noteId: uuid(), note: 'Done' })
  const { userId } = tom.user
  const { seq } = await accepted(server, dana, 'RemoveMember', { userId })
  const seen = await seenBy(dana, tom, seq)
  expect(seen).toMatchObject({ fullName: 'Peregrine Thwaite', state: 'removed' })
  expect(seen).not.toHaveProperty('telephone')
  const back = await accepted(server, dana, 'RestoreMember', { userId })
  expect(await seenBy(dana, tom, back.seq)).toMatchObject({ telephone: '07700 900777' })
  await accepted(server, dana, 'RemoveMember', { userId })
  const path = pathTo(paths.memberErasure, { userId })
  const erased = await server.call(path, { token: dana.token, body: { reason: 'He asked for it' } })
  expect(await erased.json()).toEqual({ username: 'Former member 1' })
  await untilErased(server)
  expect(await foundIn(server, ['Thwaite', '"PTW"', '900777'])).toEqual([])
  const history = await (await get(pathTo(paths.jobHistory, { jobId }), dana)).json()
  expect(history.people).toMatchObject({ [userId]: 'Former member 1' })
  expect(await seenBy(dana, tom)).toMatchObject({ username: 'Former member 1', erased: true })
})
