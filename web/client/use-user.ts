import { useState } from 'react'
import type { SessionUser } from '#core/wire/account/session.ts'
import { useSession } from './session.ts'

/** The signed-in person; only for screens of the signed-in area, which go when the person does. */
export function useUser(): SessionUser {
  const session = useSession()
  const current = session.state === 'signed-in' ? session.user : undefined
  const [last, setLast] = useState(current)
  if (current && current !== last) setLast(current)
  const user = current ?? last
  if (!user) throw new Error('A screen of the signed-in area is shown to nobody')
  return user
}
