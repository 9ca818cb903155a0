import { apply, type Folded, type Folds } from '#core/model/messages.ts'
import { officeColumns } from './jobs-list.ts'
import type { SavedView, View, ViewEvent, ViewList } from './messages.ts'

/**
 * The stream of a list of views. The person and the company have streams under their own ids, so the list has the same id with its first
 * digit changed. Ids of Fettle begin with the time, which stays below that for eight thousand years.
 */
export const viewsIdOf = (listOf: string) =>
  `${(Number.parseInt(listOf.charAt(0), 16) ^ 8).toString(16)}${listOf.slice(1)}`

/** The list of somebody without views. */
export const noViews = (listOf: string): ViewList => ({ listOf, views: [] })

/** All views of a list, in the order in which they were first saved. */
export const viewsIn = (list: ViewList | undefined): SavedView[] =>
  [...(list?.views ?? []), ...(list?.office?.views ?? [])].toSorted((one, other) => one.place - other.place)

/** Whether a view would tell the team what only the office may know, by what it leaves out or shows. */
export const needsOffice = ({ type, agency, only, completed, visits, columns = [] }: View) =>
  type === 'agency' ||
  type === 'workOrder' ||
  (agency ?? only ?? completed ?? visits) !== undefined ||
  columns.some((one) => officeColumns.includes(one))

/** A view without what it says by default: nothing searched for, no name in blanks. */
export function tidied({ type, search, ...view }: View): View {
  const searched = search?.trim() ? { ...(type ? { type } : {}), search: search.trim() } : {}
  return { ...view, name: view.name.trim(), ...searched }
}

/** Whether two views show the same under the same name. */
export const isSameView = (one: View, other: View) => asText(one) === asText(other)

const asText = (view: View) => {
  const { place: _, ...rest }: View & { place?: number } = tidied(view)
  return JSON.stringify(Object.entries(rest).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

function put(list: ViewList | undefined, { data }: Folded<Saved>): ViewList {
  const { listOf, ...view } = data
  const before = viewsIn(list)
  const known = before.find((one) => one.viewId === view.viewId)
  const place = known?.place ?? Math.max(0, ...before.map((one) => one.place)) + 1
  return listed(listOf, [...before.filter((one) => one !== known), { ...view, place }])
}

function listed(listOf: string, all: readonly SavedView[]): ViewList {
  const views = all.toSorted((one, other) => one.place - other.place)
  const ofOffice = views.filter(needsOffice)
  return {
    listOf,
    views: views.filter((one) => !needsOffice(one)),
    ...(ofOffice.length > 0 ? { office: { views: ofOffice } } : {}),
  }
}

const without = (list: ViewList | undefined, { data: { listOf, viewId } }: Folded<Deleted>) =>
  listed(
    listOf,
    viewsIn(list).filter((one) => one.viewId !== viewId),
  )

type Saved = Extract<ViewEvent, { type: 'ViewSaved' | 'SharedViewSaved' }>
type Deleted = Extract<ViewEvent, { type: 'ViewDeleted' | 'SharedViewDeleted' }>

const folds: Folds<ViewList, ViewEvent> = {
  ViewSaved: put,
  SharedViewSaved: put,
  ViewDeleted: without,
  SharedViewDeleted: without,
}

/** The list after one more event. */
export const evolve = (state: ViewList | undefined, event: Folded<ViewEvent>) => apply(folds, state, event)
