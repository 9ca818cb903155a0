import type { Part } from '#core/part/part.ts'
import type { PartsAnswer } from '#core/wire/parts.ts'
import { openedDevice, updateKept } from '#web/sync/device/device-reads.ts'
import { keys } from '#web/sync/reads/query-keys.ts'

const partsSchema = async () => (await import('#core/wire/parts.ts')).partsAnswer

/** Brings the parts of jobs on this device up to date with a push, so that they are right after a restart too. */
export async function keepPushedParts(pushed: readonly Part[], removed: readonly string[], seq: number): Promise<void> {
  for (const key of (await openedDevice()?.keys(keys.parts)) ?? []) {
    const job = jobIn(key)
    if (job !== undefined)
      // It may have missed pushes before this one: up to which event it was read stays as it was.
      await updateKept(key, partsSchema, (page) => (page.seq < seq ? patched(page, job, pushed, removed) : undefined))
  }
}

/** The number of the job whose parts a read asked for. */
function jobIn(key: readonly unknown[]): string | undefined {
  const asked = key.at(-1)
  const job = typeof asked === 'object' && asked !== null && 'job' in asked ? asked.job : undefined
  return typeof job === 'string' ? job : undefined
}

/** The parts of a job after a push; undefined if it changed none of them. */
function patched(
  page: PartsAnswer,
  job: string,
  pushed: readonly Part[],
  removed: readonly string[],
): PartsAnswer | undefined {
  const changed = new Map(pushed.map((part) => [part.partId, part]))
  const known = new Set(page.parts.map((part) => part.partId))
  const added = pushed.filter((part) => part.jobId === job && !known.has(part.partId))
  if (added.length === 0 && ![...changed.keys(), ...removed].some((partId) => known.has(partId))) return undefined
  const kept = page.parts
    .filter((part) => !removed.includes(part.partId))
    .map((part) => changed.get(part.partId) ?? part)
    .filter((part) => part.jobId === job)
  const parts = [...added, ...kept]
  return { ...page, parts, totalResults: page.totalResults + parts.length - page.parts.length }
}
