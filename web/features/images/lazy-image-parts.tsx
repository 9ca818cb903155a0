import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import styles from './images-card.module.css'
import { PlainRows } from './plain-rows.tsx'

/** What the page does not wait for: the image viewer, and the photos being uploaded. */
export const Viewer = lazyComponent(async () => (await import('./viewer/viewer.tsx')).Viewer)
export const UploadRows = lazyComponent(
  async () => (await import('./upload/upload-rows.tsx')).UploadRows,
  ({ photos }) => <PlainRows photos={photos} className={styles.plain} />,
)

/** Preloads them once the page is shown, so that they open immediately, even offline. */
export function preloadImageParts() {
  Viewer.preload()
  UploadRows.preload()
}
