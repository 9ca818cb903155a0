/** How long a job has waited: 'today', '1 day', '12 days'. Both days are the company's. */
export function ageText(createdAt: string, today: string): string {
  const days = Math.round((Date.parse(today) - Date.parse(createdAt)) / 86_400_000)
  return days <= 0 ? 'today' : days === 1 ? '1 day' : `${days} days`
}
