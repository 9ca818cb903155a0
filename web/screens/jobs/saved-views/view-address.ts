import type { View } from '#core/views/messages.ts'
import { isSameView } from '#core/views/views.ts'
import { addressOf, type JobsView, viewIn, wholeList } from '#web/features/navigation/jobs-address.ts'
import type { ListedView } from '#web/sync/reads/views/saved-views.ts'

/** What an address shows: `view` names a saved view as it is, `from` one that its own filters began with. */
export type Shown = {
  list: JobsView
  saved: ListedView | undefined
  isChanged: boolean
  /** Why there is no list yet, or none of that view. */
  missing: 'being read' | 'gone' | undefined
}

/** What an address shows, with the views that there are; undefined while they are being read. */
export function shownAt(address: URLSearchParams, views: readonly ListedView[] | undefined): Shown {
  const list = viewIn(address)
  const named = address.get('view')
  const began = views?.find((one) => one.viewId === (named ?? address.get('from')))
  if (named === null) return { list, saved: began, isChanged: began !== undefined, missing: undefined }
  if (!began) return { list: wholeList, saved: undefined, isChanged: false, missing: views ? 'gone' : 'being read' }
  return { list: { ...listOf(began), page: list.page }, saved: began, isChanged: false, missing: undefined }
}

/** The address of a list that began with a saved view: the view's own while nothing differs. */
export function addressFrom(list: JobsView, saved: ListedView | undefined): URLSearchParams {
  if (!saved) return addressOf(list)
  if (isSameView(viewOf(listOf(saved), saved), viewOf(list, saved))) return viewAddress(saved.viewId, list.page)
  const address = addressOf(list)
  address.set('from', saved.viewId)
  return address
}

export function viewAddress(viewId: string, page = 1): URLSearchParams {
  return new URLSearchParams({ view: viewId, ...(page > 1 ? { page: String(page) } : {}) })
}

/** The list that a saved view shows, from its first page. */
export function listOf(saved: ListedView): JobsView {
  const { viewId: _id, name: _name, ...kept } = savedAsView(saved)
  return { ...wholeList, ...kept }
}

/** A listed view as it was saved. */
export const savedAsView = ({ place: _place, listOf: _list, isShared: _shared, ...view }: ListedView): View => view

/** A list as a view that can be saved. What is as usual is left out, so that it stays so. */
export function viewOf(list: JobsView, { viewId, name }: Pick<View, 'viewId' | 'name'>): View {
  const { type, search, status, warning, sort, direction, among, only, completed, visits } = list
  const { person, agency, site, visit, columns } = list
  return {
    viewId,
    name,
    ...(search.trim() ? { type, search: search.trim() } : {}),
    ...(status ? { status } : {}),
    ...(warning ? { warning } : {}),
    ...(person ? { person } : {}),
    ...(agency ? { agency } : {}),
    ...(site ? { site } : {}),
    ...(visit ? { visit } : {}),
    ...(among ? { among } : {}),
    ...(only ? { only } : {}),
    ...(completed ? { completed } : {}),
    ...(visits ? { visits } : {}),
    ...(sort === wholeList.sort && direction === wholeList.direction ? {} : { sort, direction }),
    ...(columns.length > 0 ? { columns: [...columns] } : {}),
  }
}
