import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import type { Warning } from '#core/job/values.ts'
import type { JobRow } from '#core/projections/job-row.ts'
import { aDisk, aServer, created, jobId, sarah } from '#test/core/one-job-device.ts'
import { closeGap, openGap } from '#web/sync/ledger/confirm-pushes.ts'
import { dispatch } from '#web/sync/ledger/dispatch.ts'
import { shownRow } from '#web/sync/ledger/ledger-state.ts'
import { confirmJob, openLedger, useLedger } from '#web/sync/ledger/ledger-store.ts'
import type { Queue } from '#web/sync/outbox/outbox.ts'
import type { JobsPage } from '#web/sync/reads/jobs.ts'
import { keys } from '#web/sync/reads/query-keys.ts'
import { applyPush } from './apply-push.ts'

const queries = new QueryClient()
let close = () => {}
afterEach(() => {
  close()
  queries.clear()
})

const row = (warning: Warning): JobRow => ({
  ...{ jobId, jobRef: '00001', jobStatus: 'pending', warning, apartmentName: '14 Marlowe Court' },
  ...{ createdAt: '2026-11-20', assignedTo: [], images: 0, notes: 0, readyTasks: [] },
})
const key = [...keys.jobs, {}]

/** A page that shows the job, on which a warning was then set here, and accepted. */
async function warnedHere(warning: Warning) {
  const server = aServer()
  const send = async (entries: Queue) => ({ results: entries.map(server.take) })
  close = openLedger(sarah, { storage: aDisk().storage, sending: { send, alone: (work) => work(), pause: () => 1 } })
  server.take({ commandId: 'created', command: created, happenedAt: '2026-11-20T08:00:00.000Z' })
  const { job, seq } = server.now()
  confirmJob(jobId, job, seq)
  const page: JobsPage = { asked: {}, jobs: [row('')], totalPages: 1, totalResults: 1, seq }
  queries.setQueryData(key, page)
  expect(dispatch({ type: 'ChangeWarning', data: { jobId, warning } })).toBeUndefined()
  await vi.waitFor(() => expect(useLedger.getState().queue).toMatchObject([{ state: 'accepted' }]))
  return server.now().seq
}
const push = (warning: Warning, seq: number) =>
  applyPush(
    queries,
    { epoch: 1, reached: {}, projection: 'job-rows', seq, rows: [row(warning)], removed: [] },
    () => undefined,
  )
function shown() {
  const page = queries.getQueryData<JobsPage>(key)
  return page?.jobs.map((one) => shownRow(useLedger.getState(), one, page).warning)
}

test('what somebody else has set since is shown although what lies between may be missing', async () => {
  const ours = await warnedHere('no access')
  expect(shown()).toEqual(['no access'])
  openGap()
  await push('', ours - 1)
  expect(shown()).toEqual(['no access'])
  await push('reschedule', ours + 1)
  expect(shown()).toEqual(['reschedule'])
  closeGap()
  expect(shown()).toEqual(['reschedule'])
})
