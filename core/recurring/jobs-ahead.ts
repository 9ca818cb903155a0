/** The months that are looked ahead, the present one among them. */
export const monthsAhead = 12

/** The present month and those after it, as '2026-11'. */
export function monthsFrom(today: string): string[] {
  const [year = 0, month = 1] = today.split('-').map(Number)
  return Array.from({ length: monthsAhead }, (_, after) =>
    new Date(Date.UTC(year, month - 1 + after, 1)).toISOString().slice(0, 7),
  )
}

/** The last day that is looked ahead to. */
export function lastDayAhead(today: string): string {
  const [year = 0, month = 1] = today.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + monthsAhead, 0)).toISOString().slice(0, 10)
}

export type MonthAhead = { month: string; jobs: number }

/** How many jobs are to come in each month, by the days of their work. Days before today and after the last month do not count. */
export function jobsByMonth(days: readonly string[], today: string): MonthAhead[] {
  const counts = new Map(monthsFrom(today).map((month) => [month, 0]))
  for (const day of days) {
    const month = day.slice(0, 7)
    const jobs = counts.get(month)
    if (day >= today && jobs !== undefined) counts.set(month, jobs + 1)
  }
  return [...counts].map(([month, jobs]) => ({ month, jobs }))
}
