import { Navigate } from 'react-router'
import { startPage } from '#web/client/start-page.ts'
import { useUser } from '#web/client/use-user.ts'

/** Where the installed app starts: the first page for the role of the person signed in. */
export const Start = () => <Navigate to={startPage(useUser().userRole)} replace />
