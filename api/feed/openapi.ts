import type { DescribedRoute } from '#api/http/described-route.ts'
import { feedAnswer, feedChange } from '#core/wire/jobs/calendar.ts'
import { paths } from '#core/wire/paths.ts'

const own = { for: 'members', path: paths.calendarFeed, answers: { 200: feedAnswer } } as const

/** The private calendar link. */
export const feedRoutes: DescribedRoute[] = [
  { ...own, method: 'get', summary: "The caller's private calendar link, if there is one" },
  { ...own, method: 'post', summary: 'Create a new link; the previous one stops working at once', body: feedChange },
  {
    ...own,
    method: 'put',
    summary: 'Choose whose visits the link shows; the team sees only its own',
    body: feedChange,
  },
  { ...own, method: 'delete', summary: 'Turn the link off' },
  {
    method: 'get',
    for: 'anyone',
    path: paths.feed,
    summary: 'The visits as an iCalendar file, for anyone who has the private link: <token>.ics',
    answers: { 200: 'text/calendar' },
  },
]
