import '#web/style/mantine-styles.ts'
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import type { SessionUser } from '#core/wire/account/session.ts'
import { isLimited, useSession } from '#web/client/session.ts'
import { watchOfflineWork } from '#web/features/offline/offline-work.ts'
import { Frame } from '#web/frame/frame.tsx'
import { schemeKey } from '#web/style/color-scheme.ts'
import { cssVariablesResolver, theme } from '#web/style/theme.ts'
import { LedgerConnection } from '#web/sync/connection/ledger-connection.ts'
import { openQueries } from '#web/sync/connection/open-queries.ts'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'

/** Loaded after the page, on which they show nothing. */
const AfterPage = lazyComponent(async () => (await import('./after-page.tsx')).AfterPage)
const Toasts = lazyComponent(async () => (await import('#web/frame/toasts.tsx')).Toasts)
/** In the place of every page, until the user has set up the second factor that their company requires. */
const SecondFactorScreen = lazyComponent(
  async () => (await import('#web/screens/second-factor/second-factor-screen.tsx')).SecondFactorScreen,
)

const schemes = localStorageColorSchemeManager({ key: schemeKey })

/** What every signed-in page shares: theme, queries, toasts, the connection and the frame. */
export function SignedIn({ user }: { user: SessionUser }) {
  const [queries] = useState(openQueries)
  const limited = useSession(isLimited)
  useEffect(watchOfflineWork, [])
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={schemes}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={queries}>
        <Suspense>
          <Toasts />
        </Suspense>
        <LedgerConnection user={user} />
        <AfterPage user={user} />
        {limited ? <SecondFactorScreen user={user} /> : <Frame user={user} />}
      </QueryClientProvider>
    </MantineProvider>
  )
}
