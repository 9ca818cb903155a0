import { Card } from '#web/ui/card.tsx'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import { Loading, SkeletonLine } from '#web/ui/states/loading.tsx'

/** The files of a job that are not photos. */
export const FilesCard = lazyComponent(
  async () => (await import('./files-card.tsx')).FilesCard,
  <Card title="Files">
    <Loading>
      <SkeletonLine width="60%" />
    </Loading>
  </Card>,
)
