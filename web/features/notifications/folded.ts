import type { NotificationItem } from '#core/wire/jobs/notifications.ts'

/** One notification, or several that stand together in one line. */
export type NewsLine = [NotificationItem, ...NotificationItem[]]

const fewest = 3

/**
 * Groups at least three finished jobs in a row: there is nothing to do about them, and on a busy day they would push out of sight what
 * somebody has to act on.
 */
export function folded(items: readonly NotificationItem[]): NewsLine[] {
  const runs: NewsLine[] = []
  for (const item of items) {
    const run = runs.at(-1)
    if (run && isOnlyFinished(run[0]) && isOnlyFinished(item)) run.push(item)
    else runs.push([item])
  }
  return runs.flatMap((run) => (run.length < fewest ? run.map((one): NewsLine => [one]) : [run]))
}

const isOnlyFinished = ({ changes }: NotificationItem) => Object.keys(changes).join() === 'finished'

const list = new Intl.ListFormat('en-GB')

/** Who did something together: at most two by name. */
export function namesOf(names: readonly string[]): string {
  const [first, second, ...others] = [...new Set(names.filter(Boolean))]
  const rest = others.length === 0 ? [] : [others.length === 1 ? '1 other' : `${others.length} others`]
  return list.format([first, second, ...rest].filter((one) => one !== undefined))
}
