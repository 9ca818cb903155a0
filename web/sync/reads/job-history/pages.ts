import type { InfiniteData } from '@tanstack/react-query'
import type { HistoryEntry } from '#core/history/history.ts'
import type { StoredEvent } from '#core/ledger/ledger.ts'
import type { JobHistoryAnswer } from '#core/wire/history.ts'

/** Pages of a job's history, the newest first. */
export type HistoryPages = InfiniteData<JobHistoryAnswer>

/**
 * The part of a job's history that this device has read: entries newest first, events oldest first. `later` events come after it,
 * the first of them with the version `newer`; `isWhole` if it has all that the reader may see.
 */
export type JobHistory = Omit<JobHistoryAnswer, 'next'> & { isWhole: boolean }

/** The pages as one. */
export function joined({ pages }: HistoryPages): JobHistory | undefined {
  const [first] = pages
  if (!first) return undefined
  const { next: _, ...newest } = first
  const unreadable = pages.flatMap(({ unreadableFrom }) => unreadableFrom ?? [])
  const readable = Math.min(Number.POSITIVE_INFINITY, ...unreadable)
  return {
    ...newest,
    entries: pages.flatMap(({ entries }) => entries),
    events: pages.toReversed().flatMap(({ events }) => events.filter(({ version }) => version < readable)),
    people: Object.assign({}, ...pages.map(({ people }) => people)),
    urls: Object.assign({}, ...pages.map(({ urls }) => urls)),
    ...(unreadable.length === 0 ? {} : { unreadableFrom: readable }),
    isWhole: first.later === 0 && pages.at(-1)?.next === undefined,
  }
}

/** The pages with what has been recorded since the first of them, which corrects the times of earlier entries too. */
export function withNews(known: HistoryPages, news: JobHistoryAnswer): HistoryPages {
  const [first, ...others] = known.pages
  if (!first) return known
  const corrections = correctionsIn(news.events)
  const isNew = ({ seq }: { seq: number }) => seq > first.seq
  const pages = [first, ...others].map((page) => ({ ...page, entries: corrected(page.entries, corrections) }))
  const newest = {
    ...news,
    ...(first.next === undefined ? {} : { next: first.next }),
    ...(first.unreadableFrom === undefined ? {} : { unreadableFrom: first.unreadableFrom }),
    entries: [...news.entries.filter(isNew), ...(pages[0]?.entries ?? [])],
    events: [...first.events, ...news.events.filter(isNew)],
    people: { ...first.people, ...news.people },
    urls: { ...first.urls, ...news.urls },
  }
  return { ...known, pages: [newest, ...pages.slice(1)] }
}

type Corrections = ReadonlyMap<number, NonNullable<HistoryEntry['corrected']>>

const correctionsIn = (events: readonly StoredEvent[]): Corrections =>
  new Map(
    events.flatMap((event) => {
      if (event.type !== 'TimeCorrected') return []
      const { version, happenedAt, reason } = event.data
      return [[version, { happenedAt, reason, version: event.version }] as const]
    }),
  )

/** Whether events correct the times of earlier ones. */
export const correctTimes = (events: readonly StoredEvent[]): boolean =>
  events.some(({ type }) => type === 'TimeCorrected')

const corrected = (entries: HistoryEntry[], corrections: Corrections): HistoryEntry[] =>
  corrections.size === 0
    ? entries
    : entries.map((entry) => {
        const correction = corrections.get(entry.version)
        return correction ? { ...entry, corrected: correction } : entry
      })
