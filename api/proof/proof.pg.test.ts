import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths, pathTo } from '#core/wire/paths.ts'
import type { JobProofAnswer } from '#core/wire/proof.ts'
import { readSignedHead } from '#ledger/proof/signed-head.ts'
import { readSignedHeads } from '#ledger/proof/signed-heads.ts'
import { type Tampering, tamperWith } from '#test/database/tampering.ts'
import { waitingForLock } from '#test/database/waiting-sessions.ts'
import { accepted, createJob } from '#test/server/commands.ts'
import { addMember } from '#test/server/people.ts'
import { type SignedInTest, startServer, type TestServer } from '#test/server/server.ts'
import { signDueHeads, storeHeads } from './keep-heads-signed.ts'

let server: TestServer
let superuser: Tampering
beforeAll(async () => {
  server = await startServer()
  superuser = tamperWith(server.database.url)
})
afterAll(async () => {
  await superuser.end()
  await server.close()
})

async function proofOf(jobId: string, { token }: { token: string }): Promise<JobProofAnswer> {
  const answer = await server.call(pathTo(paths.jobProof, { jobId }), { token })
  expect(answer.status).toBe(200)
  return answer.json()
}

const signed = async ({ token }: SignedInTest) => {
  const answer = await server.call(paths.proof, { token })
  expect(answer.status).toBe(200)
  return { answer, head: readSignedHead(await answer.text()) }
}

test('a job is verified up to the head of the ledger, and the office and the team see the proof of what each may see', async () => {
  const owner = await server.registerCompany()
  const team = await addMember(server, owner, 'team')
  const { jobId } = await createJob(server, owner, { agency: 'Homefinders' })
  const { head } = await signed(owner)
  const { seq } = await accepted(server, owner, 'ChangeWarning', { jobId, warning: 'no access' })
  const office = await proofOf(jobId, owner)
  expect(office).toMatchObject({ state: 'verified', head: { seq, epoch: 1 }, checkedUpTo: seq })
  expect(office.lastSeq).toBeLessThanOrEqual(seq)
  expect(office.signedHead).toMatchObject({ seq: head?.head.seq, hash: head?.head.hash, keyId: head?.head.keyId })
  // The agency is a fact of the office, and an event of its own.
  expect((await proofOf(jobId, team)).events).toBe(office.events - 1)
})

test('a signed head is a file to keep, stays the same until the ledger moves, and is only for the office', async () => {
  const owner = await server.registerCompany()
  const team = await addMember(server, owner, 'team')
  const { answer, head } = await signed(owner)
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename=head-1-\d{9}-\d{4}-\d\d-\d\d\.json$/)
  expect(head?.head).toMatchObject({ companyId: owner.user.companyId, epoch: 1 })
  expect((await signed(owner)).head).toEqual(head)
  await createJob(server, owner)
  const [next, other] = await Promise.all([signed(owner), signed(owner)])
  expect(next.head?.head.seq).toBeGreaterThan(head?.head.seq ?? 0)
  expect(other.head).toEqual(next.head)
  expect((await server.call(paths.proof, { token: team.token })).status).toBe(403)
})

test('heads that moved are signed once an hour, however many processes run, and stored as files', async () => {
  const owner = await server.registerCompany()
  const { companyId } = owner.user
  const { services } = server
  const heads = async () => (await readSignedHeads(services.ledgerPool, companyId)).map((one) => one.head)
  const at = (hours: number) => ({ ...services, now: () => new Date(Date.now() + hours * 3_600_000) })
  await Promise.all([signDueHeads(services), signDueHeads(services)])
  expect(await heads()).toHaveLength(1)
  await createJob(server, owner)
  await signDueHeads(at(0.9))
  expect(await heads()).toHaveLength(1)
  await Promise.all([signDueHeads(at(1.1)), signDueHeads(at(1.1))])
  await signDueHeads(at(3))
  const [first, second, ...more] = await heads()
  expect(more).toEqual([])
  expect(second?.seq).toBeGreaterThan(first?.seq ?? 0)
  await storeHeads(services)
  const folder = join(services.config.dataFolder, 'heads', companyId)
  const files = (await readdir(folder)).sort()
  const contents = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
  expect(contents.map((text) => readSignedHead(text)?.head)).toEqual([first, second])
})

const tampering = [
  ['its data changed', `update event set data = data || '{"note": "Paid."}' where stream_id = $1 and version = 1`],
  ['its person changed', 'update event set actor_id = stream_id where stream_id = $1 and version = 1'],
  ['one of its events taken out', 'delete from event where stream_id = $1 and version = 1'],
  [
    "another job's event changed",
    'update event set recorded_at = now() where stream_id <> $1 and company_id = (select company_id from event where stream_id = $1 limit 1) and seq = 2',
  ],
  [
    'the head moved',
    'update company_head set seq = seq - 1 where company_id = (select company_id from event where stream_id = $1 limit 1)',
  ],
] as const

test.each(tampering)('a job is no longer verified after %s behind its back', async (_, statement) => {
  const owner = await server.registerCompany()
  const first = await createJob(server, owner)
  const { jobId } = await createJob(server, owner, { agency: 'Homefinders' })
  await createJob(server, owner)
  expect(first.jobId).not.toBe(jobId)
  expect((await superuser.query(statement, [jobId])).rowCount).toBe(1)
  const proof = await proofOf(jobId, owner)
  expect(proof.state).toBe('broken')
  expect(proof.brokenAt).toBeGreaterThan(0)
})

test.each([
  ['at the signed head', 'e.seq = s.seq'],
  ['after it', 'e.seq = s.seq + 1'],
])('a ledger rewritten %s is not signed again', async (_, place) => {
  const owner = await server.registerCompany()
  await createJob(server, owner)
  await signed(owner)
  await createJob(server, owner)
  await superuser.query(
    `update event e set hash = sha256(hash) from signed_head s
      where e.company_id = $1 and s.company_id = $1 and ${place}`,
    [owner.user.companyId],
  )
  const answer = await server.call(paths.proof, { token: owner.token })
  expect(answer.status).toBe(409)
  expect(await answer.json()).toMatchObject({ code: 'ledger-broken' })
  await signDueHeads({ ...server.services, now: () => new Date(Date.now() + 7_200_000) })
  expect(await readSignedHeads(server.services.ledgerPool, owner.user.companyId)).toHaveLength(1)
})

test('many requests for signed heads at once take two connections, and all succeed', async () => {
  const owner = await server.registerCompany()
  const holder = new pg.Client({ connectionString: server.database.url })
  await holder.connect()
  await holder.query('begin')
  await holder.query('lock table company_head in access exclusive mode')
  const requests = Array.from({ length: 12 }, () => server.call(paths.proof, { token: owner.token }))
  const following = () => waitingForLock(holder, 'encode("hash"')
  await expect.poll(following).toBeGreaterThanOrEqual(2)
  const most = await following()
  await holder.query('commit')
  await holder.end()
  const answers = await Promise.all(requests)
  expect(answers.map((one) => one.status)).toEqual(answers.map(() => 200))
  expect(new Set(await Promise.all(answers.map((one) => one.text()))).size).toBe(1)
  expect(most).toBe(2)
})
