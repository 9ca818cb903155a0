import { type ComponentProps, Suspense } from 'react'
import { Card } from '#web/ui/card.tsx'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.ts'
import { Loading, SkeletonLine } from '#web/ui/states/loading.tsx'

const load = () => import('./parts-card.tsx')
const CardLater = lazyComponent(async () => (await load()).PartsCard)

/** Brings the parts once a page stands, so that they are there also where the connection has gone meanwhile. */
export const loadParts = () => void load().catch(() => undefined)

/** The parts that are ordered for a job. */
export const PartsCard = (props: ComponentProps<typeof CardLater>) => (
  <Suspense fallback={<PartsLoading />}>
    <CardLater {...props} />
  </Suspense>
)

const PartsLoading = () => (
  <Card title="Parts">
    <Loading>
      <SkeletonLine width="60%" />
    </Loading>
  </Card>
)
