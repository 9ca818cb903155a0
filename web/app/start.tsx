import { Navigate } from 'react-router'
import { startPage } from '#web/client/start-page.ts'
import { useUser } from '#web/client/use-user.ts'

/** Where the installed app starts: the first page of whoever is signed in. */
export const Start = () => <Navigate to={startPage(useUser().userRole)} replace />
