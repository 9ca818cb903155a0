import type { ListedView } from '#web/sync/reads/views/saved-views.ts'
import { useViewOpened } from '#web/sync/reads/views/view-uses.ts'

/** Tells the server that the user has opened a view that the office shares. It shows nothing. */
export function NoteOpened({ view }: { view: ListedView }) {
  useViewOpened(view, { isRead: false })
  return null
}
