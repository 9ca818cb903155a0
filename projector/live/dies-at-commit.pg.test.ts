import { afterAll, beforeAll, expect, test } from 'vitest'
import { projections } from '#core/projections/projections.ts'
import { createCheckpoints } from '#projector/rows/checkpoints.ts'
import { checksum } from '#projector/rows/checksum.ts'
import { projectionStatus } from '#projector/status.ts'
import { createPlainDatabase } from '#test/database/database.ts'
import { allLiveRows, foldedOneByOne, openTestLedger, sampleHistory } from '#test/histories/stored-history.ts'
import { project } from './project.ts'

let ledger: Awaited<ReturnType<typeof openTestLedger>>
beforeAll(async () => {
  ledger = await openTestLedger(createPlainDatabase())
})
afterAll(() => ledger.close())

test('an engine that dies before its commit changes nothing, and the next one does all of its work', async () => {
  const events = sampleHistory(14, 40)
  const companyId = events[0]?.companyId ?? ''
  await ledger.store(events)
  await createCheckpoints(ledger.pool, projections, companyId)
  await project(ledger.pool, companyId, projections, { limit: 15 })
  const before = await checksum(ledger.pool, companyId)
  await ledger.owner.query(`
    create function die() returns trigger language plpgsql security definer as $$
      begin perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(5); return new; end $$;
    create constraint trigger die_at_commit after update on checkpoint deferrable initially deferred
      for each row execute function die()`)

  await expect(project(ledger.pool, companyId)).rejects.toThrow()
  expect(await checksum(ledger.pool, companyId)).toEqual(before)
  expect((await projectionStatus(ledger.pool, companyId)).map((one) => one.seq)).toEqual(projections.map(() => 15))

  await ledger.owner.query('drop trigger die_at_commit on checkpoint')
  await project(ledger.pool, companyId)
  expect(await allLiveRows(ledger.pool, companyId)).toEqual(foldedOneByOne(events))
})
