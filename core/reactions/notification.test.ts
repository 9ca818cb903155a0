import { expect, test } from 'vitest'
import { idOf, jobId, tom } from '#test/core/given-when-then.ts'
import { isReadWith, isUnsettled, type Notification, toldAfter } from './notification.ts'

const due = '2026-11-23T07:00:00.000Z'
const begun = { notificationId: idOf('e', 1), way: 'email' } as const
const at = (recordedAt: string, seq: number) => ({ streamId: jobId, seq, recordedAt })
const noAccess = { userId: tom.userId, change: { kind: 'no-access' }, isNews: true } as const
const given = { userId: tom.userId, change: { kind: 'access-given' }, isNews: false } as const

test('a daily email tells the net effect of a job until it is sent, however long after the news', () => {
  const open: Notification | undefined = toldAfter(undefined, noAccess, at('2026-11-20T09:00:00.000Z', 5), begun, due)
  expect(open).toMatchObject({ settlesAt: due, dueAt: due, changes: { noAccess: {} } })
  if (!open) throw new Error('Nothing is told')
  const evening = at('2026-11-20T18:00:00.000Z', 9)
  expect(isUnsettled(open, evening)).toBe(true)
  expect(toldAfter(open, given, evening, begun, due)).toBeUndefined()
  const finished = { userId: tom.userId, change: { kind: 'finished' }, isNews: false } as const
  expect(toldAfter(open, finished, evening, begun, due)).toMatchObject({ settlesAt: due, seq: 5 })
  expect(isUnsettled(open, at('2026-11-23T07:00:00.001Z', 12))).toBe(false)
})

test('of two pieces of news of a job that have one seq, reading one is not reading the other', () => {
  const [nine, ten] = ['2026-11-20T09:00:00.000Z', '2026-11-20T10:00:00.000Z']
  const told = { seq: 5, at: ten }
  expect(isReadWith({ seq: 5, at: ten }, told)).toBe(true)
  expect(isReadWith({ seq: 6, at: nine }, told)).toBe(true)
  expect(isReadWith({ seq: 5, at: nine }, told)).toBe(false)
  expect(isReadWith({ seq: 4, at: ten }, told)).toBe(false)
})
