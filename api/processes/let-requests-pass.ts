import type { ChildProcess } from 'node:child_process'
import { getPriority, setPriority } from 'node:os'

/** Has a process stand back for those that serve requests: at 5 it has a third of their share of a busy processor, at 10 a tenth (see sched(7)). */
export function letRequestsPass({ pid }: ChildProcess, by: number): void {
  try {
    if (pid !== undefined) setPriority(pid, Math.max(getPriority(), by))
  } catch {
    // It has ended already.
  }
}
