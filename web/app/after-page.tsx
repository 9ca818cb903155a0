import type { SessionUser } from '#core/wire/account/session.ts'
import { PhotoSender } from '#web/features/images/upload/photo-sender.ts'
import { ReadNews } from '#web/features/notifications/read-news.ts'
import { RefusedToasts } from '#web/features/offline/refused-toasts.tsx'
import { SendLater } from '#web/features/offline/send-later.ts'
import { ForgetfulWindow } from '#web/features/offline/storage/forgetful-window.tsx'
import { TellUnsent } from '#web/features/offline/tell-unsent.ts'
import { UnsentBadge } from '#web/features/offline/unsent-badge.ts'
import { ConfirmationHost } from '#web/frame/confirmation-host.tsx'
import { RoleNotice } from './role-notice.ts'

/**
 * What every signed-in page has and shows nothing of at first: the sender of photos, the question whether it is still the user,
 * what the server refused, what they must decide about changes that were made here, and what they have read. Loaded after the page.
 */
export const AfterPage = ({ user }: { user: SessionUser }) => (
  <>
    <PhotoSender user={user} />
    <ConfirmationHost />
    <ForgetfulWindow />
    <RefusedToasts />
    <RoleNotice />
    <UnsentBadge />
    <SendLater />
    <TellUnsent />
    <ReadNews />
  </>
)
