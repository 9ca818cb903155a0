import '#web/style/mantine-styles.ts'
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import type { SessionUser } from '#core/wire/account/session.ts'
import { PhotoSender } from '#web/features/images/upload/photo-sender.tsx'
import { RefusedChanges } from '#web/features/offline/refused-changes.tsx'
import { Frame } from '#web/frame/frame.tsx'
import { schemeKey } from '#web/style/color-scheme.ts'
import { cssVariablesResolver, theme } from '#web/style/theme.ts'
import { LedgerConnection } from '#web/sync/connection/ledger-connection.ts'
import { openQueries } from '#web/sync/connection/open-queries.ts'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import { RoleNotice } from './role-notice.ts'

/** Loaded after the page, on which they show nothing. */
const SendLater = lazyComponent(async () => (await import('#web/features/offline/send-later.ts')).SendLater)
const UnsentBadge = lazyComponent(async () => (await import('#web/features/offline/unsent-badge.ts')).UnsentBadge)
const Toasts = lazyComponent(async () => (await import('#web/frame/toasts.tsx')).Toasts)

const schemes = localStorageColorSchemeManager({ key: schemeKey })

/** What every signed-in page shares: theme, queries, toasts, the connection and the frame. */
export function SignedIn({ user }: { user: SessionUser }) {
  const [queries] = useState(openQueries)
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
        <PhotoSender user={user} />
        <RefusedChanges />
        <RoleNotice />
        <UnsentBadge />
        <SendLater />
        <Frame user={user} />
      </QueryClientProvider>
    </MantineProvider>
  )
}
