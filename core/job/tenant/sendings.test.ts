import { expect, test } from 'vitest'
import { isJobEvent } from '#core/ledger/ledger.ts'
import { type Given, idOf, recorded } from '#test/core/given-when-then.ts'
import { jobCreated } from '#test/core/job-events.ts'
import { sendingOf } from './sendings.ts'
import type { ToldNews } from './tenant-messages.ts'

type Sent = { nth: number; news?: ToldNews; way?: 'text'; link?: number }
const sent = ({ nth, news, way, link = 1 }: Sent): Given => ({
  type: 'TenantLinkSent',
  data: {
    ...{ linkId: idOf('f', link), mailId: idOf('f', 100 + nth), sentTo: 'amara@example.com' },
    ...(news ? { news } : {}),
    ...(way ? { way } : {}),
  },
})
/** Which of these is still to be sent once the server is back. */
const left = (...all: Sent[]) => {
  const events = recorded(jobCreated, ...all.map(sent)).filter(isJobEvent)
  return all.filter(({ nth }) => sendingOf(events, idOf('f', 100 + nth))).map(({ nth }) => nth)
}

test('of mails that wait for their server the link and each kind of news is sent, and a visit’s news once, as it is by then', () => {
  expect(left({ nth: 1 }, { nth: 2, news: 'moved' })).toEqual([1, 2])
  expect(left({ nth: 1, news: 'booked' }, { nth: 2, news: 'moved' }, { nth: 3, news: 'cancelled' })).toEqual([3])
  expect(left({ nth: 1, news: 'moved' }, { nth: 2, news: 'on the way' }, { nth: 3 })).toEqual([1, 2, 3])
  expect(left({ nth: 1 }, { nth: 2 })).toEqual([2])
})

test('a text takes no mail’s place, nor does what goes to somebody else', () => {
  expect(left({ nth: 1, news: 'moved' }, { nth: 2, news: 'moved', way: 'text' })).toEqual([1, 2])
  expect(left({ nth: 1, news: 'moved' }, { nth: 2, news: 'moved', link: 2 })).toEqual([1, 2])
  const events = recorded(jobCreated, sent({ nth: 1 })).filter(isJobEvent)
  expect(sendingOf(events, idOf('f', 999))).toBeUndefined()
})
