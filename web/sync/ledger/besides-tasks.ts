import { type ComponentType, memo } from 'react'
import { shallow } from 'zustand/shallow'
import type { Job } from '#core/job/job.ts'

/** What every tick changes of a job. */
type Ticked = 'jobDescriptions' | 'version' | 'lastModified'
export type JobBesidesTasks = Omit<Job, Ticked>

/** A card of a job that ticks do not render again: only its other props do, and what else changes of the job. */
export const besidesTasks = <Props extends { job: JobBesidesTasks }>(card: ComponentType<Props>) =>
  memo(card, ({ job: before, ...props }, { job: now, ...next }) => {
    return shallow(besides(before), besides(now)) && shallow(props, next)
  })

/** Whether nothing but its tasks tells one state of a job from another. */
export const isAlikeBesidesTasks = (one: Job, other: Job) => shallow(besides(one), besides(other))

function besides(job: JobBesidesTasks & Partial<Pick<Job, Ticked>>): JobBesidesTasks {
  const { jobDescriptions: _, version: _version, lastModified: _at, ...rest } = job
  return rest
}
