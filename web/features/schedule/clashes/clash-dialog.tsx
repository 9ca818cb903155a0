import type { BookingClashes } from '#core/job/overlaps/booking-clashes.ts'
import { ConfirmDialog } from '#web/ui/dialogs/dialog.tsx'
import { ClashList } from './clash-list.tsx'

type Props = {
  opened: boolean
  /** What the visit clashes with; undefined if only the reason is known. */
  found: BookingClashes | undefined
  reason?: string | undefined
  wanted: { jobStart: string; jobEnd: string } | undefined
  zone: string
  onConfirm: () => void
  onClose: () => void
}

/** Asks whether to book a visit whose people are already booked at that time. */
export const ClashDialog = ({ opened, found, reason, wanted, zone, onConfirm, onClose }: Props) => (
  <ConfirmDialog opened={opened} title="Already booked" confirm="Book anyway" onConfirm={onConfirm} onClose={onClose}>
    {found && wanted ? (
      <>
        <ClashList found={found} wanted={wanted} zone={zone} />
        <p>Book anyway?</p>
      </>
    ) : (
      <p>{reason}</p>
    )}
  </ConfirmDialog>
)
