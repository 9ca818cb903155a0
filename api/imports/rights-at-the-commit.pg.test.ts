import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ImportAnswer } from '#core/wire/imports.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { readHead } from '#ledger/log/read.ts'
import { draftImport } from '#test/server/import-files.ts'
import { addMember } from '#test/server/people.ts'
import { type Change, changes, overtaken } from '#test/server/rights/overtaken.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({}, { projector: false })
})
afterAll(() => server?.close())

const register = () => server.registerCompany({ businessName: 'Harrow & Pike' })
const headOf = async ({ user }: SignedInTest) => (await readHead(server.services.ledgerPool, user.companyId))?.seq
const file = 'Site,Work Order\n1 Elm Row,WO-1\n2 Elm Row,WO-2'

async function startedImport(person: SignedInTest) {
  const { importId } = await draftImport(server, person, file)
  const { token } = person
  const read = async (by: SignedInTest): Promise<ImportAnswer> =>
    (await server.call(pathTo(paths.import, { importId }), { token: by.token })).json()
  return { read, start: () => server.call(pathTo(paths.startImport, { importId }), { token, method: 'POST' }) }
}

for (const change of ['is removed', 'becomes one of the team'] as const)
  test(`an import whose person ${change} before a job is committed ends without that job`, async () => {
    const owner = await register()
    const admin = await addMember(server, owner, 'admin')
    const { read, start } = await startedImport(admin)
    const { seq } = await overtaken(server, admin, changes[change], start)
    await expect.poll(async () => (await read(owner)).state).toBe('failed')
    const { error, progress } = await read(owner)
    expect(error).toMatch(/no longer allowed to import/)
    expect(progress).toMatchObject({ imported: 0 })
    expect(await headOf(owner)).toBe(seq)
  })

const importing: Record<string, Change> = {
  async 'is signed out'(client, person) {
    await changes['is signed out'](client, person)
    // Waits for the head, not for the session.
    await client.query('select from company_head where company_id = $1 for update', [person.user.companyId])
  },
  async 'may not import for a moment'(client, person) {
    await changes['becomes one of the team'](client, person)
    await changes['becomes an admin'](client, person)
  },
}

for (const [what, change] of Object.entries(importing))
  test(`an import whose person ${what} before a job is committed goes on`, async () => {
    const owner = await register()
    const admin = await addMember(server, owner, 'admin')
    const { read, start } = await startedImport(admin)
    const { seq } = await overtaken(server, admin, change, start)
    await expect.poll(async () => (await read(owner)).state).toBe('done')
    expect((await read(owner)).progress).toMatchObject({ imported: 2, refused: 0 })
    // Each job is created and referred.
    expect(await headOf(owner)).toBe(seq + 4)
  })
