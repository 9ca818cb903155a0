import fc from 'fast-check'
import { expect, test } from 'vitest'
import { overlapsOf } from '#core/job/overlaps/overlap.ts'
import { timeAt } from '#core/time/time-of-day.ts'
import { addDays, instantAt } from '#core/time/wall-clock.ts'
import { lanesOf } from './lanes.ts'

const london = 'Europe/London'
const monday = '2027-01-11'
const days = [0, 1, 2, 3, 4, 5, 6].map((day) => addDays(monday, day))
let visits = 0

function visit(day: string, start: string, end: string, assignedTo: string[], apartmentName = `Site ${visits}`) {
  visits += 1
  const lastDay = end <= start ? addDays(day, 1) : day
  return {
    jobId: `job ${visits}`,
    jobRef: String(visits),
    apartmentName,
    jobStart: instantAt({ day, time: start }, london) ?? '',
    jobEnd: instantAt({ day: lastDay, time: end }, london) ?? '',
    assignedTo,
  }
}

test('everyone has a lane, also without visits; those of nobody come last; a visit of two people is in both lanes', () => {
  const both = visit(monday, '09:00', '11:00', ['tom', 'maya'])
  const left = visit(monday, '12:00', '13:00', ['leaver'])
  const nobodys = visit('2027-01-12', '09:00', '12:00', [])
  const lanes = lanesOf([both, left, nobodys], ['maya', 'sam', 'tom'], days, london)
  expect(lanes.map(({ userId, visits, minutes }) => [userId, visits, minutes])).toEqual([
    ['maya', 1, 120],
    ['sam', 0, 0],
    ['tom', 1, 120],
    ['leaver', 1, 60],
    [undefined, 1, 180],
  ])
  expect(lanes[0]?.days[0]?.visits).toEqual([{ visit: both, from: 540, to: 660, minutes: 120, clashes: false }])
})

test('the day has its free time within working hours, and a weekend none', () => {
  const [lane] = lanesOf(
    [visit(monday, '07:00', '09:00', ['tom']), visit(monday, '13:00', '14:30', ['tom'])],
    ['tom'],
    days,
    london,
  )
  expect(lane?.days[0]).toMatchObject({
    free: [
      { from: 9 * 60, to: 13 * 60 },
      { from: 14.5 * 60, to: 17 * 60 },
    ],
    freeMinutes: 390,
  })
  expect(lane?.days.slice(4).map(({ freeMinutes }) => freeMinutes)).toEqual([540, 0, 0])
  const nobodys = lanesOf([], [], days, london)
  expect(nobodys.map(({ freeMinutes }) => freeMinutes)).toEqual([0])
})

test('visits that overlap clash for as long as they do; those that touch, or are of nobody, do not', () => {
  const one = visit(monday, '13:30', '16:00', ['maya'])
  const other = visit(monday, '15:30', '17:30', ['maya', 'tom'])
  const after = visit(monday, '17:30', '18:00', ['maya'])
  const nobodys = [visit(monday, '09:00', '11:00', []), visit(monday, '09:00', '11:00', [])]
  const [maya, tom, nobody] = lanesOf([one, other, after, ...nobodys], ['maya', 'tom'], [monday], london)
  expect(maya?.clashMinutes).toBe(30)
  expect(maya?.days[0]?.visits.map(({ clashes }) => clashes)).toEqual([true, true, false])
  expect([tom?.clashMinutes, nobody?.clashMinutes]).toEqual([0, 0])
})

test('the time between two sites is a gap, tight if under a quarter of an hour; at one site there is none', () => {
  const all = [
    visit(monday, '08:00', '09:00', ['tom'], '6 Mill Parade'),
    visit(monday, '09:10', '10:00', ['tom'], '40 Linden Grove'),
    visit(monday, '10:00', '11:00', ['tom'], ' 40 linden grove'),
    visit(monday, '10:30', '12:00', ['tom'], '2 Orchard Row'),
    visit(monday, '12:15', '13:00', ['tom'], '11 Sutler Street'),
  ]
  const gaps = lanesOf(all, ['tom'], [monday], london)[0]?.days[0]?.gaps
  expect(gaps?.map(({ minutes, tight, after, before }) => [after.jobId, before.jobId, minutes, tight])).toEqual([
    [all[0]?.jobId, all[1]?.jobId, 10, true],
    [all[3]?.jobId, all[4]?.jobId, 15, false],
  ])
})

test('a visit over midnight has its part on each day, and clashes only on the day of the other visit', () => {
  const night = visit(monday, '22:00', '02:00', ['tom'])
  const late = visit(monday, '21:00', '23:00', ['tom'])
  const [lane] = lanesOf([night, late], ['tom'], days, london)
  expect(lane?.visits).toBe(2)
  expect(lane?.days[0]?.visits.map(({ from, to, clashes }) => [from, to, clashes])).toEqual([
    [1260, 1380, true],
    [1320, 1440, true],
  ])
  expect(lane?.days[1]?.visits.map(({ from, to, clashes }) => [from, to, clashes])).toEqual([[0, 120, false]])
})

test('on the nights of a clock change, hours are those that pass', () => {
  for (const [day, minutes] of [
    ['2027-03-28', 180],
    ['2027-10-31', 300],
  ] as const) {
    const [lane] = lanesOf([visit(day, '00:00', '04:00', ['tom'])], ['tom'], [day], london)
    expect(lane?.minutes).toBe(minutes)
    expect(lane?.days[0]?.visits[0]).toMatchObject({ from: 0, to: 240 })
  }
})

test('whatever the visits, lanes hold each of them once a person, and clash where the rule of booking says', () => {
  const people = ['tom', 'maya', 'sam']
  const random = fc
    .tuple(fc.nat(5), fc.nat(95), fc.nat(95), fc.subarray(people))
    .map(([day, from, to, assignedTo]) => visit(days[day] ?? monday, timeAt(from * 15), timeAt(to * 15), assignedTo))
  fc.assert(
    fc.property(fc.array(random, { maxLength: 12 }), (all) => {
      const lanes = lanesOf(all, people, days, london)
      expect(lanes.map(({ visits }) => visits)).toEqual([
        ...people.map((person) => all.filter(({ assignedTo }) => assignedTo.includes(person)).length),
        all.filter(({ assignedTo }) => assignedTo.length === 0).length,
      ])
      for (const { userId, days, minutes, clashMinutes } of lanes) {
        expect(minutes).toBe(days.reduce((sum, day) => sum + day.minutes, 0))
        const clashing = days.flatMap((day) =>
          day.visits.filter(({ clashes }) => clashes).map(({ visit }) => visit.jobId),
        )
        const refused = all
          .filter(({ assignedTo }) => userId !== undefined && assignedTo.includes(userId))
          .filter((one) => userId && overlapsOf(all, { ...one, assignedTo: [userId] }).length > 0)
        expect(new Set(clashing)).toEqual(new Set(refused.map(({ jobId }) => jobId)))
        expect(clashMinutes > 0).toBe(refused.length > 0)
      }
    }),
  )
})
