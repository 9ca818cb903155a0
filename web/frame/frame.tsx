import { Suspense, useEffect } from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router'
import type { SessionUser } from '#core/wire/account/session.ts'
import { usePaletteShortcut } from '#web/features/palette/palette-shortcut.ts'
import { UpdateStrip } from '#web/features/update/update-strip.tsx'
import { useMe } from '#web/sync/reads/me.ts'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'
import { useRootMark } from '#web/ui/root-mark.ts'
import { SkipLink } from '#web/ui/skip-link.tsx'
import { Loading, SkeletonRows } from '#web/ui/states/loading.tsx'
import { toast } from '#web/ui/states/toast.tsx'
import { BottomBar } from './bottom-bar.tsx'
import styles from './frame.module.css'
import { ClosedStrip, ConfirmEmailStrip } from './lazy-menu-parts.tsx'
import { SideBar } from './side-bar.tsx'

/** Loaded after the page. */
const PaletteHost = lazyComponent(async () => (await import('#web/features/palette/palette-host.tsx')).PaletteHost)

/** The side bar, or the phone's bottom bar, around the open page. */
export function Frame({ user }: { user: SessionUser }) {
  const me = useMe()
  useMessageFromPreviousPage()
  usePaletteShortcut()
  useRootMark('frame')
  return (
    <div className={styles.frame}>
      <SkipLink to="page">Skip to main content</SkipLink>
      <SideBar user={user} company={me.data?.company.name} />
      <div id="page" className={styles.page} tabIndex={-1}>
        <UpdateStrip />
        {me.data?.company.closing && <ClosedStrip {...me.data.company.closing} />}
        {me.data?.emailToConfirm && <ConfirmEmailStrip email={me.data.emailToConfirm} />}
        <Suspense fallback={<PageSkeleton />}>
          <Outlet />
        </Suspense>
      </div>
      <PaletteHost />
      <BottomBar user={user} company={me.data?.company.name} />
    </div>
  )
}

/** Shows a message passed on by the previous page, such as 'Login successful!', once. */
function useMessageFromPreviousPage() {
  const { state, pathname } = useLocation()
  const navigate = useNavigate()
  const announcement: unknown = state?.announcement
  useEffect(() => {
    if (typeof announcement !== 'string') return
    toast.success(announcement)
    void navigate(pathname, { replace: true })
  }, [announcement, pathname, navigate])
}

const PageSkeleton = () => (
  <Loading>
    <div className={styles.bar} />
    <div className={styles.rows}>
      <SkeletonRows rows={16} columns={{ id: 60, status: 90, site: 200, schedule: 160, action: 80 }} />
    </div>
  </Loading>
)
