import { type Moment, momentIndex } from '#web/features/history/history-moments.ts'
import type { JobHistory } from '#web/sync/reads/job-history/pages.ts'

/** The places that the slider can be moved to: `first` to `now`, and the one that it is `at`, with its moment if it was read. */
export type Stops = {
  first: number
  now: number
  at: number
  shown: Moment | undefined
  earlier: () => void
  later: () => void
  moveTo: (at: number) => void
  leave: () => void
}

/**
 * The slider's places: the moments of a history that was read whole. Of a longer one they are the versions, as only the moments of
 * some pages are known; a step leads to the change before or after even so.
 */
export function stopsOf(
  { isWhole, lastVersion, later: laterEvents, newer }: Pick<JobHistory, 'isWhole' | 'lastVersion' | 'later' | 'newer'>,
  moments: readonly Moment[],
  version: number | undefined,
  choose: (version: number | undefined) => void,
): Stops {
  const place = version === undefined ? moments.length : momentIndex(moments, version, laterEvents > 0)
  const shown = moments[place]
  const before = place < 0 ? undefined : moments[place - 1]
  const leave = () => choose(undefined)
  const later = () => choose(shown && (moments[place + 1]?.first ?? newer))
  if (isWhole) {
    const [at, now] = [place < 0 ? moments.length : place, moments.length]
    const moveTo = (to: number) => choose(moments[to]?.first)
    return { first: 0, now, at, shown, leave, later, moveTo, earlier: () => moveTo(at - 1) }
  }
  const now = lastVersion + 1
  const at = Math.min(shown?.last ?? version ?? now, now)
  const earlier = () => choose(Math.max(1, before?.first ?? (shown?.first ?? at) - 1))
  const moveTo = (to: number) => {
    if (to === at - 1) earlier()
    else if (to === at + 1) later()
    else choose(to < now ? to : undefined)
  }
  return { first: 1, now, at, shown, leave, earlier, later, moveTo }
}
