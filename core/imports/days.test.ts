import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { unclearDay } from './day-question.ts'
import { type DayOrder, dayOrders, hasTwoReadings, readDay, shownDayOrder, tallyDays } from './days.ts'

const columnsOf = (rows: Record<string, string>[]) => {
  const days = tallyDays()
  for (const row of rows) days.add(row)
  return Object.keys(rows[0] ?? {}).map((name) => ({ name, first: '', dates: days.evidence(name) }))
}
const shown = (rows: Record<string, string>[], own = 'Reported') => shownDayOrder(columnsOf(rows), own)

describe('a spreadsheet date', () => {
  test.each([
    ['2026-11-20', 'day first', '2026-11-20'],
    ['2026-11-20T09:15', undefined, '2026-11-20'],
    ['20/11/2026', 'day first', '2026-11-20'],
    ['3/4/26', 'day first', '2026-04-03'],
    ['3/4/2026', 'month first', '2026-03-04'],
    ['03.04.2026 09:15', 'day first', '2026-04-03'],
    ['31/02/2026', 'day first', undefined],
    ['13/13/2026', 'month first', undefined],
    ['tomorrow', 'day first', undefined],
    ['3/4/2026', undefined, undefined],
    ['4/4/2026', undefined, '2026-04-04'],
    ['13/4/2026', undefined, '2026-04-13'],
    ['4/13/2026', undefined, '2026-04-13'],
  ] as const)('%s read %s is %s', (text, order, day) => expect(readDay(text, order)).toBe(day))
})

describe('the order of days and months', () => {
  test('is shown by any column of dates, also where the jobs’ own dates can be read either way', () => {
    expect(shown([{ Reported: '10/09/2013', Due: '11/29/2013' }])).toBe('month first')
    expect(shown([{ Reported: '10/09/2013', Due: '29/11/2013' }])).toBe('day first')
  })
  test('is that of most of the jobs’ own dates, whatever other columns show', () => {
    const rows = [...Array(12).fill('25/12/2013'), '12/25/2013'].map((Reported) => ({ Reported, Due: '12/31/2013' }))
    expect(shown(rows)).toBe('day first')
  })
  test('is not shown by columns that are not dates, by ones that contradict each other, or by none', () => {
    const versions = ['25/12/2013', 'n/a', 'n/a'].map((Version) => ({ Reported: '10/09/2013', Version }))
    expect(shown(versions)).toBeUndefined()
    expect(shown([{ Reported: '10/09/2013', Due: '11/29/2013', Paid: '29/11/2013' }])).toBeUndefined()
    expect(shown([{ Reported: '10/09/2013' }, { Reported: '11/09/2013' }])).toBeUndefined()
    expect(
      shown([
        { Reported: '25/12/2013', Due: '25/12/2013' },
        { Reported: '12/25/2013', Due: '24/12/2013' },
      ]),
    ).toBeUndefined()
  })
  test('is asked for only where a date of the jobs can be read in two ways and nothing tells', () => {
    const asked = (rows: Record<string, string>[], dayOrder?: DayOrder) =>
      unclearDay({ columns: columnsOf(rows), mapping: { createdAt: ['Reported'] }, dayOrder })
    expect(asked([{ Reported: '4/4/2026' }, { Reported: '10/09/2013' }])).toBe('10/09/2013')
    expect(asked([{ Reported: '10/09/2013' }], 'day first')).toBeUndefined()
    expect(asked([{ Reported: '10/09/2013', Due: '11/29/2013' }])).toBeUndefined()
    expect(asked([{ Reported: '4/4/2026', Due: '10/09/2013' }])).toBeUndefined()
    expect(asked([{ Reported: '2013-10-09' }])).toBeUndefined()
  })

  const day = fc.date({ min: new Date('2001-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  const written = (date: Date, order: DayOrder) => {
    const [year, month, dayOfMonth] = date.toISOString().slice(0, 10).split('-')
    return order === 'day first' ? `${dayOfMonth}/${month}/${year}` : `${month}/${dayOfMonth}/${year}`
  }
  test('whatever the dates, no other day is ever read than the one that was written', () => {
    const files = fc.record({
      order: fc.constantFrom(...dayOrders),
      days: fc.array(fc.tuple(day, day), { minLength: 1 }),
    })
    fc.assert(
      fc.property(files, ({ order, days }) => {
        const rows = days.map(([one, other]) => ({ Reported: written(one, order), Due: written(other, order) }))
        const found = shown(rows)
        if (found) expect(found).toBe(order)
        for (const [one] of days) {
          const read = readDay(written(one, order), found)
          if (read) expect(read).toBe(one.toISOString().slice(0, 10))
          else expect(hasTwoReadings(written(one, order))).toBe(true)
        }
        const isTold = days.flat().some((one) => one.getUTCDate() > 12)
        expect(found !== undefined).toBe(isTold)
      }),
    )
  })
})
