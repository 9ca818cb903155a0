import type { DescribedRoute } from '#api/http/described-route.ts'
import { dashboardAnswer } from '#core/wire/dashboard.ts'
import { afterQuery, paths } from '#core/wire/wire.ts'

/** The office's figures. */
export const dashboardRoutes: DescribedRoute[] = [
  {
    method: 'get',
    for: 'office',
    path: paths.dashboard,
    summary:
      'The figures of the office: jobs by status and warning, what is overdue, booked minutes of this week by person and day, completed value in pence and median days to completion by month',
    query: afterQuery,
    answers: { 200: dashboardAnswer },
  },
]
