import { type ReactNode, useEffect, useState } from 'react'
import { useFileField } from '#web/features/images/upload/choose-photos.tsx'
import type { JobBesidesTasks } from '#web/sync/ledger/besides-tasks.ts'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'

const NoAccessSheet = lazyComponent(async () => (await import('./no-access-sheet.tsx')).NoAccessSheet)

type Props = { job: JobBesidesTasks; jobBookingId: string; className: string | undefined; children: ReactNode }

/** Opens the record of a closed door, with the camera at once. */
export function NoAccessButton({ job, jobBookingId, className, children }: Props) {
  const [from, setFrom] = useState<string>()
  const [photo, setPhoto] = useState<{ file: File; at: string }>()
  const camera = useFileField({
    capture: true,
    onFiles: ([file]) => file && setPhoto({ file, at: new Date().toISOString() }),
  })
  useEffect(() => NoAccessSheet.preload(), [])
  const open = () => {
    setFrom(new Date().toISOString())
    camera.choose()
  }
  const close = () => {
    setFrom(undefined)
    setPhoto(undefined)
  }
  return (
    <>
      {camera.input}
      <button type="button" className={className} onClick={open}>
        {children}
      </button>
      {from && (
        <NoAccessSheet
          job={job}
          jobBookingId={jobBookingId}
          from={from}
          photo={photo}
          onCamera={camera.choose}
          onClose={close}
        />
      )}
    </>
  )
}
