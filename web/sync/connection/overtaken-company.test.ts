import { QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import type { Push } from '#core/wire/push.ts'
import { keys } from '#web/sync/reads/query-keys.ts'
import { applyPush } from './apply-push.ts'
import { openQueries } from './open-queries.ts'

const closed = { companyId: 'harrow', timeZone: 'Europe/London', closing: { closedAt: '2026-11-23T09:00:00.000Z' } }
const { closing: _, ...open } = closed

const pushed = (row: object): Push =>
  JSON.parse(JSON.stringify({ epoch: 1, reached: {}, projection: 'company', seq: 12, rows: [row], removed: [] }))

test.each([keys.me, keys.company])(
  'a read of %s that a push of the company overtakes does not undo it',
  async (...key) => {
    const queries = openQueries()
    const answered = (company: object) => (key[0] === 'me' ? { company } : company)
    let now: object = closed
    const answers: (() => void)[] = []
    const read = () => {
      const before = now
      return new Promise<object>((resolve) => answers.push(() => resolve(answered(before))))
    }
    const stop = new QueryObserver(queries, { queryKey: key, queryFn: read }).subscribe(() => undefined)
    answers.shift()?.()
    await vi.waitFor(() => expect(queries.getQueryData(key)).toEqual(answered(closed)))

    void queries.invalidateQueries({ queryKey: key })
    now = open
    await applyPush(queries, pushed(open), (queryKey) => void queries.invalidateQueries({ queryKey }))
    for (const answer of answers) answer()
    await vi.waitFor(() => expect(queries.isFetching()).toBe(0))
    expect(queries.getQueryData(key)).toEqual(answered(open))
    stop()
  },
)

test('a company that is not being read is not read again for a push', async () => {
  const queries = openQueries()
  queries.setQueryData(keys.me, { company: closed })
  const refetch = vi.fn()
  await applyPush(queries, pushed(open), refetch)
  expect(queries.getQueryData(keys.me)).toEqual({ company: open })
  expect(refetch).not.toHaveBeenCalled()
})
