import { useIsUnreachable } from '#web/sync/ledger/ledger-store.ts'
import { photoStatus } from '#web/sync/photos/photo-changes.ts'
import type { Photos } from '#web/sync/photos/photo-store.ts'

/** Unsent photos as plain text, shown until the code for their rows has loaded, for instance after the connection broke. */
export function PlainRows({ photos, className }: { photos: Photos; className: string | undefined }) {
  const offline = useIsUnreachable()
  return (
    <ul className={className} aria-label="Photos being uploaded">
      {photos.map((photo) => (
        <li key={photo.imageId}>
          {photo.name} <small>{photoStatus(photo, offline)}</small>
        </li>
      ))}
    </ul>
  )
}
