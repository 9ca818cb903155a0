import { type ComponentProps, Suspense } from 'react'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.ts'

const loadViewer = () => import('./viewer/viewer.tsx')
const loadPhotoRows = () => import('./upload/upload-rows.tsx')
const LazyViewer = lazyComponent(async () => (await loadViewer()).Viewer)
const LazyUploadRows = lazyComponent(async () => (await loadPhotoRows()).UploadRows)

/** Brings them once a page stands, so that they are there at once, and also where the connection has gone meanwhile. */
export const loadImageParts = () => void Promise.allSettled([loadViewer(), loadPhotoRows()])

/** What no page waits for: the viewer of images, and the photos that are on their way. */
export const Viewer = (props: ComponentProps<typeof LazyViewer>) => (
  <Suspense fallback={null}>
    <LazyViewer {...props} />
  </Suspense>
)
export const UploadRows = (props: ComponentProps<typeof LazyUploadRows>) => (
  <Suspense fallback={null}>
    <LazyUploadRows {...props} />
  </Suspense>
)
