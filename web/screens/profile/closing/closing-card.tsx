import { may } from '#core/model/access.ts'
import { useUser } from '#web/client/use-user.ts'
import { CloseAccountCard } from './close-account-card.tsx'
import { CloseCompanyCard } from './close-company-card.tsx'

/** How the user leaves Fettle: the owner closes the company, everybody else their own account. */
export const ClosingCard = () => (may.closeCompany(useUser().userRole) ? <CloseCompanyCard /> : <CloseAccountCard />)
