import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import { CallByAccess } from './call-link.tsx'
import { DirectionsLink } from './directions-link.tsx'

const toSite = () => import('./to-site.tsx')

/** The way to the site of a job: by its name alone until the site is known. */
export const Directions = lazyComponent(
  async () => (await toSite()).SiteDirections,
  (props) => <DirectionsLink {...props} />,
)

/** Calls the tenant of a job's site, or else the first number in the note on access. */
export const Call = lazyComponent(
  async () => (await toSite()).SiteCall,
  (props) => <CallByAccess {...props} />,
)
