import { useNavigate } from 'react-router'
import { logOut } from '#web/session.ts'
import { toast } from './toast.tsx'

/** Signs out and goes to the sign-in page. Only the server can end a session, so without it one stays signed in. */
export function useLogOut() {
  const navigate = useNavigate()
  return async () => {
    const failure = await logOut()
    if (failure) toast.failure(failure.message)
    else void navigate('/login')
  }
}
