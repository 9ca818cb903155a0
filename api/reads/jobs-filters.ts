import type { Audience } from '#core/access.ts'
import type { JobsQuery } from '#core/wire.ts'

/** The conditions of a query's filters; `parameter` takes a value and answers its place in the statement. */
export function filtersOf(
  { status, warning, type, search }: JobsQuery,
  audience: Audience,
  parameter: (value: string) => string,
): string[] {
  const filters = []
  if (status) filters.push(`job_status = ${parameter(status)}`)
  if (warning !== undefined) filters.push(`warning = ${parameter(warning === 'none' ? '' : warning)}`)
  const sought = search?.trim()
  if (sought) {
    const pattern = parameter(`%${sought.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`)
    const fields = searchedFields(type, audience).map((field) => `${field} ilike ${pattern}`)
    filters.push(`(${fields.join(' or ')})`)
  }
  return filters
}

/** What a search looks at. The team never searches what it may not see: to find something would tell it. */
function searchedFields(type: JobsQuery['type'] = 'apartmentName', audience: Audience) {
  if (type === 'all') return audience === 'office' ? ['apartment_name', 'work_order', 'agency'] : ['apartment_name']
  return [{ apartmentName: 'apartment_name', agency: 'agency', workOrder: 'work_order' }[type]]
}

/** The order of the rows and its reverse, each with an index that has it. Jobs that are not booked come last, either way. */
export function ordersOf({ sort = 'jobRef', direction = 'desc' }: JobsQuery) {
  const other = direction === 'asc' ? 'desc' : 'asc'
  const by = (column: string) => ({
    forwards: `${column} ${direction}, number ${direction}`,
    backwards: `${column} ${other}, number ${other}`,
  })
  switch (sort) {
    case 'jobRef':
      return { forwards: `number ${direction}`, backwards: `number ${other}` }
    case 'apartmentName':
      return by('apartment_name')
    case 'createdAt':
      return by('created_at')
    case 'jobStart':
      return {
        forwards: `job_start ${direction} nulls last, number ${direction}`,
        backwards: `job_start ${other} nulls first, number ${other}`,
      }
  }
}
