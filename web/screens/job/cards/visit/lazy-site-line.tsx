import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import { SiteName } from './site-name.tsx'

export const SiteLine = lazyComponent(
  async () => (await import('./site-line.tsx')).SiteLine,
  ({ name }) => <SiteName name={name} />,
)
