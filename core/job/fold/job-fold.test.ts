import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { jobChanges } from '#core/history/changes.ts'
import { evolve, type Job } from '#core/job/job.ts'
import { forTeam, isJobEvent } from '#core/ledger/ledger.ts'
import { memoryLedger } from '#test/core/memory-ledger.ts'
import { steps } from '#test/core/random-commands.ts'
import { foldJob, openJobFold } from './job-fold.ts'

// A few seconds on an idle machine; the timeout is for a busy one.
vi.setConfig({ testTimeout: 60_000 })

test('a long history folds to the same job as its events one by one, and each step shows the same changes', () => {
  fc.assert(
    fc.property(steps, (sample) => {
      const ledger = memoryLedger()
      for (const { command, who } of sample) ledger.handle(command, who)
      const events = ledger.log.filter(isJobEvent)
      for (const jobId of new Set(events.map((one) => one.streamId))) {
        const ofJob = events.filter((one) => one.streamId === jobId)
        for (const history of [ofJob, forTeam(ofJob)]) {
          let job: Job | undefined
          const fold = openJobFold()
          for (const event of history) {
            const before = job
            job = evolve(job, event)
            const step = fold.add(event)
            expect(jobChanges(step.before, step.after)).toEqual(jobChanges(before, job))
          }
          expect(foldJob(history)).toEqual(job)
        }
      }
    }),
    { numRuns: 100 },
  )
})
