import './mantine-styles.ts'
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import type { SessionUser } from '#core/wire.ts'
import { later } from '#web/later.ts'
import { schemeKey } from './color-scheme.ts'
import { LedgerConnection } from './connection.ts'
import { Frame } from './parts/frame.tsx'
import { SendingPhotos } from './parts/images/sending-photos.tsx'
import { RefusedChanges } from './parts/job/refused-changes.tsx'
import { cssVariablesResolver, theme } from './theme.ts'

const Toasts = later(async () => (await import('./parts/toasts.tsx')).Toasts)

const schemes = localStorageColorSchemeManager({ key: schemeKey })

/** All that the signed-in area shares: components, queries, messages, and the frame around every page. */
export function SignedIn({ user }: { user: SessionUser }) {
  const [queries] = useState(() => new QueryClient({ defaultOptions: { queries: { retry: false } } }))
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
        <SendingPhotos user={user} />
        <RefusedChanges />
        <Frame user={user} />
      </QueryClientProvider>
    </MantineProvider>
  )
}
