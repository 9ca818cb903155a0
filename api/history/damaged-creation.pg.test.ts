import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkSealed } from '#core/evidence/check-sealed.ts'
import type { JobHistoryAnswer } from '#core/wire/history.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { appendUnchecked } from '#test/faults/newer-release.ts'
import { readPdfAnswer } from '#test/server/packs/read-pdf.ts'
import { addMember } from '#test/server/people.ts'
import { tools } from '#test/server/sealed-files.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

let server: TestServer
let dana: SignedInTest
let tom: SignedInTest
beforeAll(async () => {
  server = await startServer()
  dana = await server.registerCompany({ businessName: 'Harrow & Pike', username: 'dana.whitfield' })
  tom = await addMember(server, dana, 'team', 'tom.okafor')
})
afterAll(() => server.close())

const call = (path: string, { token }: SignedInTest) => server.call(path, { token })
const imageId = uuid()

const creations = [
  {
    name: 'damaged',
    type: 'JobCreated',
    data: { apartmentName: 5 },
    why: 'This change (JobCreated) was not written by Fettle as it stands here. Ask your server’s operator to verify the ledger.',
    forTeam: 'This change (JobCreated) was not written by Fettle as it stands here.',
    gap: 'event 1 (JobCreated, recorded',
  },
  {
    name: 'of a type that only a newer release knows',
    type: 'JobImagined',
    data: { apartmentName: '14 Marlowe Court' },
    why: 'This version of Fettle does not know this change (JobImagined). Update Fettle to read it.',
    forTeam: 'Ask your server’s operator to verify the ledger.',
    gap: 'this version of Fettle does not know what event 1 (JobImagined, recorded',
  },
]

describe.each(creations)('a job whose creation is $name', ({ type, data, why, forTeam, gap }) => {
  const jobId = uuid()
  /** More comments than the page of the history that is read. */
  const comments = 40
  beforeAll(async () => {
    const append = (one: { type: string; data: unknown; numbered?: boolean }) =>
      appendUnchecked(server, dana, { stream: 'job', streamId: jobId, ...one })
    await append({ type, data, numbered: true })
    await append({ type: 'ImageAdded', data: { imageId, src: '/assets/gone.webp', description: 'The damp' } })
    for (let nth = 1; nth <= comments; nth += 1)
      await append({ type: 'NoteAdded', data: { noteId: uuid(), note: `Comment ${nth}` } })
    await append({ type: 'JobSiteChanged', data: { apartmentName: '3 Plain Street' } })
  })

  test('has a history that says where it stops being readable, on its newest page too, and shows the rest', async () => {
    const history = pathTo(paths.jobHistory, { jobId })
    for (const person of [dana, tom]) {
      const newest: JobHistoryAnswer = await (await call(`${history}?limit=20`, person)).json()
      // The team is not told of what type an event is that it may not be allowed to see.
      expect(newest).toMatchObject({ unreadableFrom: 1, events: [] })
      expect(newest.entries[0]?.changes).toMatchObject([{ field: 'apartmentName', to: '3 Plain Street' }])
      expect(newest.entries[1]?.changes).toEqual([{ field: 'note', to: `Comment ${comments}` }])
    }
    const oldest: JobHistoryAnswer = await (await call(`${history}?until=1`, dana)).json()
    expect(oldest.entries.at(-1)).toMatchObject({ version: 1, unreadable: why, changes: [] })
  })

  test('cannot be shown as it was, and says from which event on and why', async () => {
    for (const query of ['?version=1', '?version=20', `?at=${new Date().toISOString()}`])
      for (const person of [dana, tom]) {
        const answer = await call(`${pathTo(paths.job, { jobId })}${query}`, person)
        expect(answer.status).toBe(409)
        const { error, code } = await answer.json()
        expect(code).toBe('job-unreadable')
        expect(error).toContain('The first event of this job cannot be read, so it cannot be shown as it was. ')
        expect(error).toContain(person === dana ? why : forTeam)
      }
    const notes = `${pathTo(paths.jobNotes, { jobId })}?before=${uuid()}&version=9`
    expect(await (await call(notes, tom)).json()).toMatchObject({ code: 'job-unreadable' })
  })

  test('has an evidence pack that states the gap and shows the rest, and a file that holds', async () => {
    for (const person of [dana, tom]) {
      const answer = await call(`${pathTo(paths.jobEvidence, { jobId })}?notes=yes`, person)
      expect(answer.status, await answer.clone().text()).toBe(200)
      const { text, files } = await readPdfAnswer(answer)
      const words = text.replaceAll(/\s+/g, ' ')
      expect(words).toContain('This history has a gap')
      expect(words).toContain('Event 1 created the job: the site and the tasks that it began with')
      expect(words.includes(gap)).toBe(person === dana)
      for (const rest of ['3 Plain Street', 'Comment 1', `Comment ${comments}`, 'The damp'])
        expect(words).toContain(rest)
      const [sealed = ''] = Object.values(files)
      expect((await checkSealed(JSON.parse(sealed), tools))?.fault).toBeUndefined()
    }
    const early = await call(`${pathTo(paths.jobEvidence, { jobId })}?to=2020-01-01`, dana)
    expect((await readPdfAnswer(early)).text).toContain('Site not known')
  })
})
