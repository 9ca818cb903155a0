import { create } from 'zustand'
import { label } from '#core/model/label.ts'
import type { JobRow } from '#core/projections/job-row.ts'

const shownFor = 30_000

/** Jobs in the list that others changed recently, and a sentence about the latest change. */
export const useRecentChanges = create<{ jobIds: ReadonlySet<string>; sentence: string }>(() => ({
  jobIds: new Set(),
  sentence: '',
}))

/** Marks a job that somebody else changed; the mark disappears automatically. */
export function markChange(before: JobRow, after: JobRow) {
  const sentence = sentenceOf(before, after)
  if (!sentence) return
  const { jobIds } = useRecentChanges.getState()
  useRecentChanges.setState({ jobIds: new Set(jobIds).add(after.jobId), sentence })
  clearTimeout(timers.get(after.jobId))
  timers.set(after.jobId, setTimeout(forget, shownFor, after.jobId))
}

/** Forgets all marks: the next user of this device may belong to another company. */
export function forgetChanges() {
  for (const timer of timers.values()) clearTimeout(timer)
  timers.clear()
  useRecentChanges.setState({ jobIds: new Set(), sentence: '' })
}

/** A sentence about what changed in a row; undefined if it looks the same. */
export function sentenceOf(before: JobRow, after: JobRow): string | undefined {
  const site = after.apartmentName
  if (before.apartmentName !== site) return `${before.apartmentName} is now ${site}`
  if (before.jobStatus !== after.jobStatus)
    return `${site} is ${label(after.jobStatus).toLowerCase()}, changed just now`
  if (before.warning !== after.warning) return `${site} has ${label(after.warning).toLowerCase()}, changed just now`
  if (before.jobStart !== after.jobStart || before.jobEnd !== after.jobEnd)
    return `The visit to ${site} changed just now`
  if (before.readyTasks.length < after.readyTasks.length) return `A task is ready at ${site}`
  if (before.notes < after.notes) return `${site} has a new comment`
  return JSON.stringify(before) === JSON.stringify(after) ? undefined : `${site} changed just now`
}

const timers = new Map<string, ReturnType<typeof setTimeout>>()

function forget(jobId: string) {
  timers.delete(jobId)
  const jobIds = new Set(useRecentChanges.getState().jobIds)
  jobIds.delete(jobId)
  useRecentChanges.setState({ jobIds, ...(jobIds.size === 0 ? { sentence: '' } : {}) })
}
