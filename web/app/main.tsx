import '#web/style/tokens.css'
import '#web/style/base.css'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { ErrorBoundary } from 'react-error-boundary'
import { BrowserRouter } from 'react-router'
import { startedEvent } from '#core/wire/pages/retry-loading.ts'
import { listenForInstallOffer } from '#web/features/install/install-offer.ts'
import { followColorScheme } from '#web/style/color-scheme.ts'
import { reportScreenFailure, ScreenFailed } from '#web/ui/states/lazy-screen.tsx'
import { reloadOnNewBuild } from './reload-on-new-build.ts'
import { Screens } from './routes.tsx'

dispatchEvent(new Event(startedEvent))
reloadOnNewBuild()
listenForInstallOffer()
followColorScheme()

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')
const screens = (
  <StrictMode>
    <ErrorBoundary FallbackComponent={ScreenFailed} onError={reportScreenFailure}>
      <BrowserRouter>
        <Screens />
      </BrowserRouter>
    </ErrorBoundary>
  </StrictMode>
)
// Public pages are prerendered; all others start empty.
if (root.hasChildNodes()) hydrateRoot(root, screens)
else createRoot(root).render(screens)
