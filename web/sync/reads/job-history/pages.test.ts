import { expect, test } from 'vitest'
import { historyOf } from '#core/history/history.ts'
import type { JobHistoryAnswer } from '#core/wire/history.ts'
import { by, maya, recorded } from '#test/core/given-when-then.ts'
import { jobScheduled, jobWithTwoTasks, taskCompleted } from '#test/core/job-events.ts'
import { type HistoryPages, joined, withNews } from './pages.ts'

const corrected = { version: 2, happenedAt: '2026-11-19T08:00:00.000Z', reason: 'Written the day after' }
const log = recorded(jobWithTwoTasks, taskCompleted, jobScheduled, by(maya, { type: 'TimeCorrected', data: corrected }))

/** The page with the events of these versions, as the server answers when the job has `known` events. */
function page(first: number, last: number, known = log.length): JobHistoryAnswer {
  const until = log.slice(0, known)
  const isIn = ({ version }: { version: number }) => first <= version && version <= last
  return {
    entries: historyOf(until).filter(isIn),
    events: until.filter(isIn),
    partEvents: [],
    people: {},
    urls: {},
    seq: known,
    count: known,
    began: log[0]?.recordedAt ?? '',
    lastVersion: known,
    later: known - last,
    ...(first > 1 ? { next: first } : {}),
  }
}
const pagesOf = (...pages: JobHistoryAnswer[]): HistoryPages => ({ pages, pageParams: pages.map(() => undefined) })
const shown = (pages: HistoryPages) => {
  const { entries, events, isWhole, count } = joined(pages) ?? expect.fail('there is a page')
  return { entries, events, isWhole, count }
}

test('pages join to the history that one page would tell', () => {
  expect(shown(pagesOf(page(3, 4), page(2, 2), page(1, 1)))).toEqual(shown(pagesOf(page(1, 4))))
  expect(shown(pagesOf(page(3, 4)))).toMatchObject({ isWhole: false, count: 4 })
  expect(shown(pagesOf(page(1, 2)))).toMatchObject({ isWhole: false })
})

test('news come before the pages that are known, once, and correct the times of earlier entries', () => {
  const before = pagesOf(page(3, 3, 3), page(1, 2, 3))
  const after = shown(withNews(before, page(3, 4)))
  expect(after).toEqual(shown(pagesOf(page(1, 4))))
  expect(after.entries.find(({ version }) => version === 2)?.corrected).toMatchObject({ version: 4 })
})

test('events from the first that cannot be read on are left out, whichever page says so', () => {
  const { events, unreadableFrom } = joined(pagesOf(page(3, 4), { ...page(1, 2), unreadableFrom: 2 })) ?? {}
  expect([events?.map(({ version }) => version), unreadableFrom]).toEqual([[1], 2])
})
