import { type Change, diff } from '#core/history/changes.ts'
import { label } from '#core/model/label.ts'
import type { View, ViewList } from '#core/views/messages.ts'
import { viewsIn } from '#core/views/views.ts'

const fields = ['name', 'viewShows', 'viewColumns'] as const

/** What changed between two states of a list of views; each change names its view. */
export function viewChanges(before: ViewList | undefined, after: ViewList | undefined): Change[] {
  const [were, are] = [before, after].map((list) => new Map(viewsIn(list).map((one) => [one.viewId, one])))
  return [...new Set([...(were?.keys() ?? []), ...(are?.keys() ?? [])])].flatMap((viewId) => {
    const [was, is] = [were?.get(viewId), are?.get(viewId)]
    return diff(fields, was ? told(was) : {}, is ? told(is) : {}, is?.name ?? was?.name)
  })
}

const told = ({ viewId: _id, name, columns, sort, direction, ...filters }: View & { place?: number }) => ({
  name,
  viewShows: shows({ ...filters, sort, direction }),
  viewColumns: columns,
})

/** The filters and the order in a few words each; people and sites by what they are, as their names may change. */
function shows({ place: _, ...filters }: Record<string, string | number | undefined>): string[] {
  return Object.entries(filters).flatMap(([field, value]) => {
    if (value === undefined) return []
    if (field === 'person' || field === 'site') return [`one ${field}`]
    return [
      `${label(field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`))}: ${value === '' ? 'no warning' : value}`,
    ]
  })
}
