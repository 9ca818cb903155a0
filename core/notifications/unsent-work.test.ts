import fc from 'fast-check'
import { expect, test } from 'vitest'
import { afterReport, type UnsentReport, type UnsentWork, unsentDue, unsentNews, unsentWork } from './unsent-work.ts'

const at = (time: string) => `2026-11-20T${time}:00.000Z`
const told = (work: UnsentWork | undefined, time: string): UnsentWork => {
  if (!work) throw new Error('Nothing to tell of')
  return { ...work, toldAt: at(time) }
}
/** What is known after reports, each with the time at which it comes. */
const after = (...reports: [string, UnsentReport][]) =>
  reports.reduce<UnsentWork | undefined>((work, [time, report]) => afterReport(work, report, at(time)), undefined)
const dueAfter = (...reports: [string, UnsentReport][]) => {
  const work = after(...reports)
  return work && unsentDue(work)
}

test('refused changes are told after ten minutes, however often the device tells of them', () => {
  const refused = { unsent: 3, refused: 3 }
  expect(dueAfter(['09:00', refused])).toBe(at('09:10'))
  expect(dueAfter(['09:00', { unsent: 1, refused: 1 }], ['09:05', refused], ['09:09', refused])).toBe(at('09:10'))
  const work = after(['09:00', refused])
  expect(work && unsentNews(work, at('09:09'))).toBeUndefined()
  expect(work && unsentNews(work, at('09:10'))).toEqual({ refused: 3, waiting: 0 })
})

test('unsent changes are told two hours after the oldest was made, and one that comes back late has ten minutes to send them', () => {
  expect(dueAfter(['09:05', { unsent: 2, refused: 0, oldest: at('09:00') }])).toBe(at('11:00'))
  expect(dueAfter(['14:00', { unsent: 2, refused: 0, oldest: at('09:00') }])).toBe(at('14:10'))
  // Its oldest is another one now, so it is sending.
  const [some, fewer] = [
    { unsent: 9, refused: 0, oldest: at('09:00') },
    { unsent: 5, refused: 0, oldest: at('10:00') },
  ]
  expect(dueAfter(['14:00', some], ['14:09', fewer])).toBe(at('14:19'))
  expect(dueAfter(['14:00', some], ['14:09', some])).toBe(at('14:10'))
  const work = after(['14:00', { ...some, refused: 2 }])
  expect(work && unsentNews(work, at('14:10'))).toEqual({ refused: 2, waiting: 7, oldest: at('09:00') })
})

test('nothing is left once all is sent, and what was told begins anew once nothing of that is left', () => {
  const refused = { unsent: 1, refused: 1 }
  expect(after(['09:00', refused], ['09:05', { unsent: 0, refused: 0 }])).toBeUndefined()
  const work = told(after(['09:00', refused]), '09:10')
  expect(afterReport(work, { unsent: 2, refused: 2 }, at('09:20'))).toMatchObject({ toldAt: at('09:10'), refused: 2 })
  const fresh = afterReport(work, { unsent: 1, refused: 0, oldest: at('09:19') }, at('09:20'))
  expect(fresh).toMatchObject({ begunAt: at('09:20') })
  expect(fresh).not.toHaveProperty('toldAt')
  // A device that falls silent for good is forgotten after its session must have ended.
  expect(unsentDue(work)).toBe('2026-12-21T09:10:00.000Z')
})

test('a clock that is wrong, or a page of an earlier build, counts from when it was told', () => {
  const odd = [at('18:00'), '2025-11-20T09:00:00.000Z', undefined]
  for (const oldest of odd) expect(dueAfter(['09:00', { unsent: 1, refused: 0, oldest }])).toBe(at('11:00'))
  const ahead = { unsent: 1, refused: 0, oldest: at('18:00') }
  expect(dueAfter(['09:00', ahead], ['10:00', { ...ahead, unsent: 2 }])).toBe(at('11:00'))
  expect(dueAfter(['09:00', { unsent: 1, refused: 0 }], ['10:00', { unsent: 2, refused: 0 }])).toBe(at('11:00'))
})

test('whatever a device says, its work can be kept, and has news by the time it is due', () => {
  const report = fc
    .record({ unsent: fc.nat(5), refused: fc.nat(5), minutesAgo: fc.option(fc.integer({ min: -90, max: 300 })) })
    .map(({ minutesAgo, ...counts }) => ({ ...counts, minutesAgo }))
  fc.assert(
    fc.property(fc.array(fc.tuple(report, fc.integer({ min: 0, max: 90 })), { minLength: 1, maxLength: 8 }), (all) => {
      let now = Date.parse(at('06:00'))
      let work: UnsentWork | undefined
      for (const [{ minutesAgo, ...counts }, minutes] of all) {
        now += minutes * 60_000
        const oldest = minutesAgo === null ? undefined : new Date(now - minutesAgo * 60_000).toISOString()
        work = afterReport(work, { ...counts, oldest }, new Date(now).toISOString())
        if (!work) continue
        expect(unsentWork.parse(work)).toEqual(work)
        expect(unsentNews(work, unsentDue(work))).toBeDefined()
      }
    }),
  )
})
