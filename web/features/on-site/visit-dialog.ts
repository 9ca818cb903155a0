import { create } from 'zustand'
import type { Arrival } from '#core/job/visit/time-on-site.ts'
import { takePhoto } from '#web/features/images/upload/pick-photos.ts'
import type { TakenPhoto } from './no-access/door-photo.tsx'

type NoAccess = { is: 'no access'; jobId: string; jobBookingId: string; from: string; photo?: TakenPhoto }
type ChangingTimes = { is: 'times'; jobId: string; arrival: Arrival }
type Leaving = { is: 'leaving'; jobId: string; arrival: Arrival }

/**
 * What the user has open at a visit. It is kept apart from the buttons that open it, which go when the phone is turned or the
 * office moves the visit.
 */
export const useVisitDialog = create<{ open: NoAccess | Leaving | ChangingTimes | undefined }>(() => ({
  open: undefined,
}))

/** Opens the record of a closed door, with the camera at once. */
export function openNoAccess(jobId: string, jobBookingId: string) {
  useVisitDialog.setState({ open: { is: 'no access', jobId, jobBookingId, from: new Date().toISOString() } })
  takeDoorPhoto()
}

/** The photo of the door for the record that is open now: one that is opened later has a door of its own. */
export function takeDoorPhoto() {
  const { open: asked } = useVisitDialog.getState()
  if (asked?.is !== 'no access') return
  takePhoto(([file]) =>
    useVisitDialog.setState(({ open }) =>
      file && open?.is === 'no access' && open.from === asked.from
        ? { open: { ...open, photo: { file, at: new Date().toISOString() } } }
        : {},
    ),
  )
}

export const openLeaveCheck = (jobId: string, arrival: Arrival) =>
  useVisitDialog.setState({ open: { is: 'leaving', jobId, arrival } })

/** Opens the times of a visit to be changed. */
export const openTimes = (jobId: string, arrival: Arrival) =>
  useVisitDialog.setState({ open: { is: 'times', jobId, arrival } })

export const closeVisitDialog = () => useVisitDialog.setState({ open: undefined })
