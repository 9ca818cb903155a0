import { type ComponentProps, Suspense } from 'react'
import { later } from '#web/ui/dialogs/lazy-component.ts'

const loadViewer = () => import('./viewer/viewer.tsx')
const loadPhotoRows = () => import('./upload/upload-rows.tsx')
const ViewerLater = later(async () => (await loadViewer()).Viewer)
const PhotoRowsLater = later(async () => (await loadPhotoRows()).PhotoRows)

/** Brings them once a page stands, so that they are there at once, and also where the connection has gone meanwhile. */
export const loadImageParts = () => void Promise.allSettled([loadViewer(), loadPhotoRows()])

/** What no page waits for: the viewer of images, and the photos that are on their way. */
export const Viewer = (props: ComponentProps<typeof ViewerLater>) => (
  <Suspense fallback={null}>
    <ViewerLater {...props} />
  </Suspense>
)
export const PhotoRows = (props: ComponentProps<typeof PhotoRowsLater>) => (
  <Suspense fallback={null}>
    <PhotoRowsLater {...props} />
  </Suspense>
)
