import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '#core/wire/paths.ts'
import type { ProjectionsAnswer } from '#core/wire/projections.ts'
import { readSignedHeads } from '#ledger/proof/signed-heads.ts'
import { createJob } from '#test/server/commands.ts'
import { withSuperuser } from '#test/server/erasures.ts'
import { startServer, type TestServer } from '#test/server/server.ts'
import { signDueHeads, storeHeads } from './keep-heads-signed.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
  // The server looks once when it starts. It has by the end of this look, which waits behind it, and before there is any company.
  await signDueHeads(server.services)
})
afterAll(() => server.close())

/** Companies with a ledger that is not signed yet, in the order of their ids. */
async function companies(count: number) {
  const owners = await Promise.all(Array.from({ length: count }, () => server.registerCompany()))
  for (const owner of owners) {
    await createJob(server, owner)
    tokens.set(owner.user.companyId, owner.token)
  }
  return owners.map((owner) => owner.user.companyId).toSorted()
}
const tokens = new Map<string, string>()
/** The failing tasks that a company's office sees among its projections. */
const failingOf = async (companyId: string) => {
  const answer: ProjectionsAnswer = await (
    await server.call(paths.projections, { token: tokens.get(companyId) ?? '' })
  ).json()
  return answer.failing
}
const isSigned = async (companyId: string) => (await readSignedHeads(server.services.ledgerPool, companyId)).length > 0
const figures = async () => (await server.call(paths.metrics)).text()
const superuser = (statement: string) => withSuperuser(server.database.url, (client) => client.query(statement))

test('a head that cannot be signed keeps no other company waiting, is counted, and is signed once it can be', async () => {
  const [bad = '', ...others] = await companies(3)
  await superuser(`create function refuse_head() returns trigger language plpgsql as
    $$ begin raise exception 'no head of this company'; end $$`)
  await superuser(`create trigger refuse_head before insert on signed_head for each row
    when (new.company_id = '${bad}') execute function refuse_head()`)
  // Heads are read in the order in which the rows lie: this puts the bad one first.
  await superuser(`update company_head set seq = seq where company_id <> '${bad}'`)
  await signDueHeads(server.services)
  expect(await Promise.all([bad, ...others].map(isSigned))).toEqual([false, true, true])
  await expect.poll(figures).toContain('fettle_task_failing{task="sign-heads"} 1')
  expect(await failingOf(bad)).toEqual([{ task: 'sign-heads', failures: 1, retryAt: expect.any(String) }])
  expect(await Promise.all(others.map(failingOf))).toEqual([[], []])
  await expect.poll(figures).toContain('fettle_task_failures_total{task="sign-heads"} 1')

  await superuser('drop trigger refuse_head on signed_head')
  await expect
    .poll(async () => {
      await signDueHeads(server.services)
      return isSigned(bad)
    })
    .toBe(true)
  await expect.poll(figures).toContain('fettle_task_failing{task="sign-heads"} 0')
  expect(await failingOf(bad)).toEqual([])
})

test('a head that cannot be stored keeps no other company waiting, is counted, and is stored once it can be', async () => {
  const ids = await companies(3)
  await signDueHeads(server.services)
  const heads = join(server.services.config.dataFolder, 'heads')
  const isStored = async (companyId: string) => (await readdir(join(heads, companyId)).catch(() => [])).length > 0
  const [bad = '', ...others] = ids
  await mkdir(heads, { recursive: true })
  // A file where the company's folder should be.
  await writeFile(join(heads, bad), '')
  await storeHeads(server.services)
  expect(await Promise.all([bad, ...others].map(isStored))).toEqual([false, true, true])
  await expect.poll(figures).toContain('fettle_task_failing{task="store-heads"} 1')

  await rm(join(heads, bad))
  await expect
    .poll(async () => {
      await storeHeads(server.services)
      return isStored(bad)
    })
    .toBe(true)
  await expect.poll(figures).toContain('fettle_task_failing{task="store-heads"} 0')
})
