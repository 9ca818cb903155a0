import { isOffice } from '#core/model/access.ts'
import { type DecisionContext, type Decisions, decideBy } from '#core/model/messages.ts'
import { type Refusal, refuse } from '#core/model/refusals.ts'
import { builtInViews, mostOwnViews, mostSharedViews } from './jobs-list.ts'
import type { ViewCommand, ViewEvent, ViewList } from './messages.ts'
import { isSameView, needsOffice, tidied, viewsIn } from './views.ts'

/** Refuses the lists of others in the same way whether or not they exist, and the shared one to the team. */
function refusalOf(listOf: string, { actorId, actorRole, companyId }: DecisionContext): Refusal | undefined {
  if (listOf === companyId) return isOffice(actorRole) ? undefined : refuse('office-only')
  return listOf === actorId ? undefined : refuse('view-not-found')
}

const nameKey = (name: string) => name.trim().toLowerCase()

const decisions: Decisions<ViewList, ViewCommand, ViewEvent> = {
  SaveView: (list, { listOf, view: given, from }, context) => {
    const refused = refusalOf(listOf, context)
    if (refused) return refused
    const view = tidied(given)
    if (!view.name) return refuse('view-name-required', {}, 'name')
    if (needsOffice(view) && !isOffice(context.actorRole)) return refuse('office-only')
    const views = viewsIn(list)
    const known = views.find((one) => one.viewId === view.viewId)
    if (known && isSameView(known, view)) return []
    if (from && !known) return refuse('view-not-found')
    if (known && !(from && isSameView(known, from))) return refuse('value-moved-on')
    const isShared = listOf === context.companyId
    const most = isShared ? mostSharedViews : mostOwnViews
    if (!known && views.length >= most) return refuse(isShared ? 'shared-views-full' : 'own-views-full', { most })
    const taken = [...builtInViews, ...views.filter((one) => one !== known).map((one) => one.name)]
    if (taken.some((name) => nameKey(name) === nameKey(view.name)))
      return refuse('view-name-taken', { name: view.name }, 'name')
    return [{ type: isShared ? 'SharedViewSaved' : 'ViewSaved', data: { listOf, ...view } }]
  },
  DeleteView: (list, data, context) => {
    const refused = refusalOf(data.listOf, context)
    if (refused) return refused
    if (!viewsIn(list).some((one) => one.viewId === data.viewId)) return []
    return [{ type: data.listOf === context.companyId ? 'SharedViewDeleted' : 'ViewDeleted', data }]
  },
}
export const decide = decideBy(decisions)
