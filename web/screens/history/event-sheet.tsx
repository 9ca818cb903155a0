import type { ComponentProps } from 'react'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { EventRail } from './rail.tsx'

/** An event in a dialog, for screens too narrow to show it beside the list. */
export const EventSheet = ({ onClose, ...event }: ComponentProps<typeof EventRail> & { onClose: () => void }) => (
  <Dialog opened={event.seq !== undefined} onClose={onClose} title="Event" size={440}>
    {event.seq !== undefined && <EventRail {...event} />}
  </Dialog>
)
