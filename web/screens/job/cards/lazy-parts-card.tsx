import { Card } from '#web/ui/card.tsx'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import { Loading, SkeletonLine } from '#web/ui/states/loading.tsx'

/** The parts ordered for a job. */
export const PartsCard = lazyComponent(
  async () => (await import('./parts-card.tsx')).PartsCard,
  <Card title="Parts">
    <Loading>
      <SkeletonLine width="60%" />
    </Loading>
  </Card>,
)
