import { expect, test } from 'vitest'
import type { DayCount } from '#core/deadlines/counting.ts'
import type { DeadlineJob } from '#core/wire/jobs/deadlines.ts'
import { idOf } from '#test/core/given-when-then.ts'
import { morningListEmail } from './morning-list-email.ts'

const days: DayCount = { zone: 'Europe/London', holidays: 'england-and-wales' }
const now = '2026-11-20T07:00:00.000Z'
const reader = { name: 'dana.whitfield', businessName: 'Harrow & Pike', address: 'https://fettle.example.com' }
const job = (nth: number, apartmentName: string, due: string): DeadlineJob => ({
  jobId: idOf('a', nth),
  jobRef: String(nth).padStart(5, '0'),
  apartmentName,
  agency: '',
  assignedTo: [],
  duties: [
    {
      dutyId: idOf('d', nth),
      awareAt: '2026-11-10T09:00:00.000Z',
      hazard: 'electrical',
      severity: 'significant',
      deadlines: [{ step: 'make safe', from: 'aware', startedAt: '2026-11-10T09:00:00.000Z', due }],
    },
  ],
})
const write = (...jobs: DeadlineJob[]) => morningListEmail(reader, jobs, now, days)

test('a list names what is late, due today and due soon, with a link each, and how to turn it off', () => {
  const email = write(
    job(1, '18 Beacon\nTerrace', '2026-11-19T23:59:59.999Z'),
    job(2, 'Mill Lane', '2026-11-20T09:22:00.000Z'),
    job(3, '', '2026-11-24T23:59:59.999Z'),
    job(4, 'Later', '2026-11-25T23:59:59.999Z'),
  )
  expect(email?.subject).toBe('Deadlines at Harrow & Pike: 1 late, 1 due today, 1 due soon')
  expect(email?.text).toBe(`Hello dana.whitfield,

These deadlines are open at Harrow & Pike this morning, Friday 20 November 2026.

LATE

Make safe: 18 Beacon Terrace (00001), Electrical, was due Thu 19 Nov, 1 working day late
https://fettle.example.com/job/${idOf('a', 1)}#deadlines

DUE TODAY

Make safe: Mill Lane (00002), Electrical, due today, 09:22
https://fettle.example.com/job/${idOf('a', 2)}#deadlines

DUE BY TUESDAY 24 NOVEMBER

Make safe: Job (00003), Electrical, due Tue 24 Nov
https://fettle.example.com/job/${idOf('a', 3)}#deadlines

You get this list at 07:00 on working days, if anything is due. Turn it off in your profile:
https://fettle.example.com/profile
`)
})

test('there is no list where nothing is due, and a long one says how many more there are', () => {
  expect(write()).toBeUndefined()
  expect(write(job(4, 'Later', '2026-11-25T23:59:59.999Z'))).toBeUndefined()
  const many = Array.from({ length: 75 }, (_, nth) => job(nth, `Site ${nth}`, '2026-11-20T10:00:00.000Z'))
  const { subject = '', text = '' } = write(...many) ?? {}
  expect(subject).toBe('Deadlines at Harrow & Pike: 75 due today')
  expect(text.match(/#deadlines/g)).toHaveLength(60)
  expect(text).toContain('And 15 more, on the Deadlines board:\nhttps://fettle.example.com/deadlines')
})
