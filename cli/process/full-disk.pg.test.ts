import { readFileSync } from 'node:fs'
import path from 'node:path'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SignedIn } from '#core/wire/account/session.ts'
import { paths, pathTo } from '#core/wire/paths.ts'
import { runFettle, type StartedFettle, startFettle } from '#test/faults/fettle-process.ts'
import { mountSmallDisk, type SmallDisk } from '#test/faults/small-disk.ts'
import { expectFound } from '#test/reliability/control.ts'

let disk: SmallDisk | undefined
let fettle: StartedFettle | undefined
beforeAll(async () => {
  disk = await mountSmallDisk(400)
  if (disk) fettle = await startFettle({ FETTLE_DATA: disk.folder, PORT: '0' })
})
afterAll(async () => {
  await fettle?.end('SIGTERM')
  await disk?.remove()
})

const credentials = { email: 'sarah@example.com', password: 'sash window 14' }

test('on a full disk reading and signing in go on, changes are refused with the reason, and nothing is lost', {
  timeout: 300_000,
}, async ({ skip, task }) => {
  if (!disk || !fettle)
    return skip('a disk of its own can only be mounted by root: disk-full.pg.test.ts tests the rest')
  const { address, errors } = fettle
  const call = (to: string, { token = '', body }: { token?: string; body?: unknown } = {}) =>
    fetch(address + to, {
      method: body ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: body ? JSON.stringify(body) : null,
    })
  const registered = await call(paths.register, {
    body: { businessName: 'Bright Repairs', username: 'Sarah', ...credentials },
  })
  const { token }: SignedIn = await registered.json()
  const createJob = async (jobId: string) => {
    const data = { jobId, apartmentName: '1 Elm Row', createdAt: '2026-11-20', tasks: [] }
    const command = { commandId: jobId, happenedAt: new Date().toISOString(), type: 'CreateJob', data }
    return call(paths.commands, { token, body: { commands: [command] } })
  }
  const jobs = () => call(paths.jobs, { token })
  const ready = async () => (await call(paths.readyz)).json()
  const acknowledged: string[] = []
  const write = async () => {
    const jobId = uuid()
    const answer = await createJob(jobId)
    const { results = [] } = await answer.json()
    if (results[0]?.status === 'accepted') acknowledged.push(jobId)
    return answer.status
  }
  expect(await write()).toBe(200)
  expect(acknowledged).toHaveLength(1)

  // People write while another program fills the disk to the last byte.
  const filled = disk.fill(0)
  await expect.poll(write, { interval: 10, timeout: 60_000 }).toBe(503)
  await filled
  const refusedId = uuid()
  const refused = await createJob(refusedId)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30'])
  expect(await refused.json()).toMatchObject({ code: 'disk-full' })
  for (let round = 0; round < 20; round += 1) {
    expect((await jobs()).status).toBe(200)
    expect((await call(paths.login, { body: credentials })).status).toBe(200)
  }
  expect(await ready()).toEqual({ status: 'ready', disk: 'full' })
  // The console reads the disk once a second.
  await expect.poll(errors).toMatch(/^The disk of .* is full: \d+ MB are free and Fettle needs 80 MB\. Changes are/m)
  expect(errors()).not.toContain('PostgreSQL')

  // Even PostgreSQL itself can start again.
  const postmaster = path.join(disk.folder, 'postgres', 'cluster', 'postmaster.pid')
  process.kill(Number(readFileSync(postmaster, 'utf8').split('\n')[0]), 'SIGKILL')
  await expect.poll(errors).toContain('PostgreSQL stopped unexpectedly and was restarted.')
  await expect.poll(async () => (await jobs()).status).toBe(200)
  expect((await createJob(uuid())).status).toBe(503)

  await disk.clear()
  await expect.poll(write).toBe(200)
  await expect.poll(errors).toMatch(/^The disk of .* is filling up/m)
  const total = async () => (await (await jobs()).json()).totalResults
  await expect.poll(total).toBe(acknowledged.length)
  const lost = async (said: readonly string[]) => {
    const found = said.map(async (jobId) => [jobId, await call(pathTo(paths.job, { jobId }), { token })] as const)
    return (await Promise.all(found)).flatMap(([jobId, { ok }]) => (ok ? [] : [`job ${jobId} is lost`]))
  }
  expect(await lost(acknowledged)).toEqual([])
  expectFound(task, 'a server that acknowledges on a full disk', await lost([...acknowledged, refusedId]))
  task.meta.extent = `a disk of 400 MB filled, PostgreSQL killed, ${acknowledged.length} acknowledged`
  const verified = await runFettle(['verify'], { FETTLE_DATA: disk.folder })
  expect(verified.out).toMatch(/all \d+ events are intact/)
})
