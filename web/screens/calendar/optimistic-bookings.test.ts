import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { closeGap, confirmPush, openGap } from '#web/sync/ledger/confirm-pushes.ts'
import { emptyLedger } from '#web/sync/ledger/ledger-state.ts'
import { useLedger } from '#web/sync/ledger/ledger-store.ts'
import type { Queue } from '#web/sync/outbox/outbox.ts'
import { type CalendarRead, calendarKey, patchCalendar } from '#web/sync/reads/calendar.ts'
import { optimisticBookings } from './optimistic-bookings.ts'

afterEach(() => useLedger.setState(emptyLedger, true))

const jobId = '0198c000-0000-7000-8000-0000000000a1'
const at = (hour: number) => `2026-11-20T${String(hour).padStart(2, '0')}:00:00.000Z`
const visit = (hour: number) => ({
  ...{
    jobId,
    jobRef: '00001',
    apartmentName: '14 Marlowe Court',
    jobStatus: 'booked' as const,
    warning: '' as const,
  },
  ...{ jobBookingId: jobId, jobStart: at(hour), jobEnd: at(hour + 1), assignedTo: [] },
})
/** The visit was moved here to eleven, which was accepted at seq 11. */
const movedHere: Queue = [
  {
    commandId: 'moved',
    happenedAt: at(8),
    command: {
      type: 'ScheduleJob',
      data: { jobId, jobBookingId: jobId, jobStart: at(11), jobEnd: at(12), access: '', assignedTo: [] },
    },
    events: [],
    state: 'accepted',
    seq: 11,
  },
]

test('a visit that somebody else has moved since is shown there although what lies between may be missing', () => {
  const queries = new QueryClient()
  const key = [...calendarKey, 'day']
  queries.setQueryData<CalendarRead>(key, {
    ...{ from: at(0), to: at(23), bookings: [visit(9)], people: {}, seq: 10 },
  })
  const shown = () => {
    const read = queries.getQueryData<CalendarRead>(key)
    const pushed = useLedger.getState().seqs.calendar ?? -1
    return read && optimisticBookings(read, movedHere, pushed, new Map()).map((one) => one.jobStart)
  }
  const push = (hour: number, seq: number) => {
    patchCalendar(queries, [visit(hour)], [], seq)
    confirmPush('calendar', seq, [], [])
  }
  expect(shown()).toEqual([at(11)])
  openGap()
  push(9, 10)
  expect(shown()).toEqual([at(11)])
  push(14, 12)
  expect(shown()).toEqual([at(14)])
  closeGap()
  expect(shown()).toEqual([at(14)])
})
