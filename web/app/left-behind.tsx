import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { type PersonHere, peopleHere } from '#web/client/here/people-here.ts'
import { useSession } from '#web/client/session.ts'
import { lazyComponent } from '#web/ui/dialogs/lazy-component.tsx'

/** Loaded only on a device that somebody was signed out on. */
const Notices = lazyComponent(
  async () => (await import('#web/features/offline/left-behind/left-behind-notices.tsx')).LeftBehindNotices,
)

/** On the sign-in page: whose unsent work waits on this device, and who has no place here any more. */
export function LeftBehind() {
  const { pathname } = useLocation()
  const isSignedOut = useSession(({ state }) => state === 'signed-out')
  const isHere = isSignedOut && ['/auths', '/login'].includes(pathname)
  const [people, setPeople] = useState<readonly PersonHere[]>([])
  useEffect(() => setPeople(isHere ? peopleHere() : []), [isHere])
  return people.length > 0 && <Notices people={people} />
}
