import pino from 'pino'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSetbacks } from '#api/services/setbacks.ts'
import { notifyPeople } from '#core/reactions/notify-people.ts'
import type { Reaction } from '#core/reactions/reaction.ts'
import { openBell } from '#ledger/database/bell.ts'
import { connect } from '#ledger/database/connect.ts'
import { by, dana, tom } from '#test/core/given-when-then.ts'
import { bookingDeleted, jobCreated, warned } from '#test/core/job-events.ts'
import { createDatabase, type TestDatabase } from '#test/database/database.ts'
import { appendCompany, appendOne, visitOfTom } from '#test/histories/told-jobs.ts'
import { react } from './react.ts'
import { startReactions } from './reactions.ts'

let database: TestDatabase
const open = () => {
  const ledgerPool = connect(database.url, 'fettle_api', { max: 4 })
  const overviewPool = connect(database.url, 'fettle_projector', { max: 1, readOnly: true })
  const owner = connect(database.url, undefined, { max: 1 })
  return { ledgerPool, overviewPool, owner, bell: openBell(database.url) }
}
let parts: ReturnType<typeof open>
beforeAll(async () => {
  database = await createDatabase()
  parts = open()
})
afterAll(async () => {
  await parts.bell.close()
  await Promise.all([parts.ledgerPool.end(), parts.overviewPool.end(), parts.owner.end()])
  await database.drop()
})

const noAccess = by(tom, warned('', 'no access'))

async function toldOf(companyId: string) {
  const { rows } = await parts.owner.query(
    'select job_id, user_id, changes from notification where company_id = $1 order by seq',
    [companyId],
  )
  return rows
}

async function jobWithoutAccess(companyId: string) {
  const jobId = await appendOne(parts.ledgerPool, companyId, jobCreated)
  await appendOne(parts.ledgerPool, companyId, noAccess, { by: tom, streamId: jobId, version: 1 })
  return jobId
}

test('a new reaction begins at the present, a company that fails holds up no other, and no version goes back to an earlier one', async () => {
  const { ledgerPool, bell } = parts
  const before = await appendCompany(ledgerPool)
  await jobWithoutAccess(before)
  const metrics = new Registry()
  const setbacks = openSetbacks({ metrics, logger: pino({ level: 'silent' }), now: () => new Date() })
  const logger = pino({ level: 'silent' })
  let failing: string | undefined
  const reaction: Reaction = {
    ...notifyPeople,
    react(event, known) {
      if (event.companyId === failing) throw new Error('It cannot be done')
      return notifyPeople.react(event, known)
    },
  }
  const task = startReactions({ ...parts, setbacks, logger }, { reactions: [reaction], every: 100 })
  try {
    await expect.poll(async () => (await parts.owner.query('select from reaction_checkpoint')).rowCount).toBe(1)
    const jobId = await jobWithoutAccess(before)
    bell.ring('fettle_appended', [before])
    await expect.poll(() => toldOf(before)).toHaveLength(1)
    expect(await toldOf(before)).toEqual([
      { job_id: jobId, user_id: dana.userId, changes: { noAccess: { by: tom.userId } } },
    ])

    failing = await appendCompany(ledgerPool)
    const other = await appendCompany(ledgerPool)
    for (const companyId of [failing, other]) await jobWithoutAccess(companyId)
    bell.ring('fettle_appended', [failing, other])
    await expect.poll(() => toldOf(other)).toHaveLength(1)
    await expect.poll(() => metrics.metrics()).toContain('fettle_task_failing{task="reactions"} 1')
    expect(await toldOf(failing)).toEqual([])
    const recovered = failing
    failing = undefined
    await expect.poll(() => toldOf(recovered)).toHaveLength(1)
    expect(await metrics.metrics()).toContain('fettle_task_failing{task="reactions"} 0')
  } finally {
    await task.stop()
  }

  const newer = { ...notifyPeople, version: notifyPeople.version + 1 }
  const startedAt = '2026-01-01T00:00:00.000Z'
  await jobWithoutAccess(before)
  expect(await react(ledgerPool, before, newer, { startedAt })).toEqual({ changed: true, more: false })
  await jobWithoutAccess(before)
  expect(await react(ledgerPool, before, notifyPeople, { startedAt })).toEqual({ changed: false, more: false })
  expect(await toldOf(before)).toHaveLength(2)
})

test('a later event changes what was not read yet, and what was read stays', async () => {
  const { ledgerPool, owner } = parts
  const companyId = await appendCompany(ledgerPool)
  const startedAt = '2026-01-01T00:00:00.000Z'
  const catchUp = () => react(ledgerPool, companyId, notifyPeople, { startedAt, limit: 1 })
  const all = async () => {
    while ((await catchUp()).more);
  }
  const jobId = await appendOne(ledgerPool, companyId, jobCreated)
  await appendOne(ledgerPool, companyId, visitOfTom(), { streamId: jobId, version: 1 })
  await all()
  expect(await toldOf(companyId)).toMatchObject([{ user_id: tom.userId, changes: { visit: { by: dana.userId } } }])
  await appendOne(ledgerPool, companyId, bookingDeleted, { streamId: jobId, version: 2 })
  await all()
  expect(await toldOf(companyId)).toEqual([])
  await appendOne(ledgerPool, companyId, visitOfTom(), { streamId: jobId, version: 3 })
  await all()
  await owner.query('update notification set read_at = now() where company_id = $1', [companyId])
  await appendOne(ledgerPool, companyId, bookingDeleted, { streamId: jobId, version: 4 })
  await all()
  expect(await toldOf(companyId)).toMatchObject([
    { changes: { visit: { to: {} } } },
    { changes: { visit: { from: {} } } },
  ])
  const gone = { type: 'MemberRemoved', data: {} } as const
  await appendOne(ledgerPool, companyId, gone, { stream: 'member', streamId: tom.userId, version: 1 })
  await all()
  expect(await toldOf(companyId)).toEqual([])
})
