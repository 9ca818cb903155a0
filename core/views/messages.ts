import * as z from 'zod/mini'
import { jobStatuses, warnings } from '#core/job/values.ts'
import { type Message, officeOnly, ownOnly } from '#core/model/messages.ts'
import { id, text } from '#core/model/values.ts'
import {
  dashboardFilters,
  jobColumns,
  jobFilterTypes,
  jobSorts,
  longestViewName,
  quickFilters,
  visitDatesIn,
} from './jobs-list.ts'

/**
 * What a list of jobs is filtered by. `warning: none` means jobs without a warning; `person` is assigned to them; `visit` names
 * the days of the visit.
 */
export const jobFilters = {
  status: z.optional(z.enum(jobStatuses)),
  warning: z.optional(z.enum(['none', ...warnings])),
  type: z.optional(z.enum(jobFilterTypes)),
  search: z.optional(text(200)),
  person: z.optional(id),
  agency: z.optional(text(200).check(z.minLength(1))),
  site: z.optional(id),
  visit: z.optional(
    z.string().check(z.refine((given) => visitDatesIn(given) !== undefined, 'There are no such days.')),
  ),
  among: z.optional(z.enum(quickFilters)),
  only: z.optional(z.enum(dashboardFilters)),
  completed: z.optional(z.string().check(z.regex(/^[1-9]\d{3}-(0[1-9]|1[0-2])$/))),
  visits: z.optional(z.union([z.literal('unassigned'), id])),
}
export const jobOrder = { sort: z.optional(z.enum(jobSorts)), direction: z.optional(z.enum(['asc', 'desc'])) }

/** A list of jobs under a name: its filters, its order, and the table's columns from left to right. What is missing is as usual. */
const view = z.strictObject({
  viewId: id,
  name: text(longestViewName),
  ...jobFilters,
  ...jobOrder,
  columns: z.optional(z.array(z.enum(jobColumns)).check(z.minLength(1), z.maxLength(jobColumns.length))),
})
export type View = z.infer<typeof view>

/** The list of one person, by their user id, or the one that the office shares, by the company's id. */
const inList = { listOf: id }
const viewInList = z.strictObject({ ...inList, viewId: id })

export const events = {
  ViewSaved: ownOnly(z.extend(view, inList)),
  ViewDeleted: ownOnly(viewInList),
  SharedViewSaved: officeOnly(z.extend(view, inList)),
  SharedViewDeleted: officeOnly(viewInList),
}
export type ViewEvent = Message<typeof events>

export const commands = {
  /**
   * `from` is the view as the person saw it before this change; missing for a new one. `movedFrom` is the list that the view leaves: the
   * server saves it here and deletes it there at once, or does neither.
   */
  SaveView: z.strictObject({ ...inList, view, from: z.optional(view), movedFrom: z.optional(id) }),
  DeleteView: viewInList,
}
export type ViewCommand = Message<typeof commands>
export type SaveView = Extract<ViewCommand, { type: 'SaveView' }>

/** A view in its list; `place` grows with each new one. */
const savedView = z.extend(view, { place: z.int() })
export type SavedView = z.infer<typeof savedView>

/** A list of views. Those that only the office may know of are apart, since their person may be of the team by now. */
export const viewList = z.object({
  listOf: id,
  views: z.array(savedView),
  office: z.optional(z.object({ views: z.array(savedView) })),
})
export type ViewList = z.infer<typeof viewList>
