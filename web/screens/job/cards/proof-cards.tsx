import { memo } from 'react'
import type { Job } from '#core/job/job.ts'
import { isOffice } from '#core/model/access.ts'
import { useUser } from '#web/client/use-user.ts'
import { HeldOpen } from '#web/features/images/completion/held-open.tsx'
import { PairsCard } from '#web/features/images/pairs/pairs-card.tsx'
import { hasSignatures } from '#web/features/signature/has-signatures.ts'
import { SignaturesCard } from '#web/features/signature/signatures-card.tsx'
import { useMay } from '#web/sync/rights.ts'

type Props = { job: Job; phone: boolean; desk: boolean }

/** What proves the work: photos before and after, and signatures. Where they are not taken, only those that there are. */
export const ProofCards = memo(function ProofCards({ job, phone, desk }: Props) {
  const { userRole } = useUser()
  const mayWork = useMay('work')
  const isAtDesk = desk && isOffice(userRole)
  return (
    <>
      <HeldOpen job={job} />
      {((phone && mayWork) || (job.pairs ?? []).length > 0) && <PairsCard job={job} />}
      {((!isAtDesk && mayWork) || hasSignatures(job)) && <SignaturesCard job={job} />}
    </>
  )
})
