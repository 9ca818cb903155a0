import { useState } from 'react'
import type { SessionUser } from '#core/wire/account/session.ts'
import { useSession } from './session.ts'

/** The signed-in user; only for screens of the signed-in area. Keeps the last user while signing out unmounts them. */
export function useUser(): SessionUser {
  const session = useSession()
  const current = session.state === 'signed-in' ? session.user : undefined
  const [last, setLast] = useState(current)
  if (current && current !== last) setLast(current)
  const user = current ?? last
  if (!user) throw new Error('A signed-in screen is shown without a user')
  return user
}
