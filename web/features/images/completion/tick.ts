import type { JobCommand } from '#core/job/messages.ts'

/** A change of a task's status. */
export type Tick = Extract<JobCommand, { type: 'CycleTask' | 'SetTaskStatus' }>

/** The change with the reason why there are no photos. */
export const withReason = (tick: Tick, withoutPhotos: string): Tick =>
  tick.type === 'CycleTask'
    ? { ...tick, data: { ...tick.data, withoutPhotos } }
    : { ...tick, data: { ...tick.data, withoutPhotos } }
