import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { siteIdOf } from '#core/site/site-names.ts'
import { readStream } from '#ledger/log/read.ts'
import { accepted, command, createJob, sendCommands } from '#test/server/commands.ts'
import { startProjectorPart } from '#test/server/erasures.ts'
import { startServer, type TestServer } from '#test/server/server.ts'
import { untilProjected } from '#test/server/until-projected.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({}, { projector: false })
})
afterAll(() => server.close())

/** Folds everything that was recorded so far, and nothing after it. */
async function fold() {
  const live = startProjectorPart('live', server)
  await untilProjected(server)
  await live.stop()
}

const cases = ['the address book', 'jobs alone'].flatMap((named) =>
  ['nothing', 'the site alone', 'the merge'].map((folded) => ({ named, folded })),
)

test.each(cases)(
  'a merge into a site known by $named is told with its name, also when $folded is in the rows',
  async ({ named, folded }) => {
    const olga = await server.registerCompany()
    const [siteId, third] = [uuid(), uuid()]
    await accepted(server, olga, 'AddSite', { siteId, name: '4 Elm Row' })
    await accepted(server, olga, 'AddSite', { siteId: third, name: 'Elm House' })
    const id = uuid()
    if (named === 'jobs alone') await createJob(server, olga, { jobId: id, apartmentName: '4 Elm Rowe' })
    else await accepted(server, olga, 'AddSite', { siteId: id, name: '4 Elm Rowe' })
    const into = named === 'jobs alone' ? siteIdOf(id, 1) : id
    if (folded !== 'nothing') await fold()
    await accepted(server, olga, 'MergeSite', { siteId, into })
    if (folded === 'the merge') await fold()

    const [edited, put, further] = await sendCommands(
      server,
      olga,
      command('EditSite', { siteId, keys: 'Set 14' }),
      command('EditSite', { siteId: third, buildingId: siteId }),
      command('MergeSite', { siteId: third, into: siteId }),
    )
    expect(edited?.error).toBe('This site was merged into 4 Elm Rowe. Undo the merge to change it.')
    for (const one of [put, further])
      expect(one?.error).toBe('4 Elm Row was itself merged into 4 Elm Rowe. Merge into 4 Elm Rowe instead.')
    await accepted(server, olga, 'UndoSiteMerge', { siteId })
    const events = await readStream(server.services.ledgerPool, olga.user.companyId, siteId)
    expect(events.at(-1)).toMatchObject({ type: 'SiteMergeUndone', data: { into, called: '4 Elm Rowe' } })
  },
)
