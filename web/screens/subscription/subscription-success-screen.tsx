import { Button, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { isOffice } from '#core/model/access.ts'
import { billingErrors, type UpdateSubscriptionAnswer } from '#core/wire/account/billing.ts'
import { paths } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'
import { CallFailure } from '#web/client/request.ts'
import { useUser } from '#web/client/use-user.ts'
import { Page } from '#web/frame/page.tsx'
import { OopsDialog } from '#web/ui/dialogs/dialog.tsx'
import { useRootMark } from '#web/ui/root-mark.ts'
import { forgetCheckout } from './checkout.ts'
import styles from './subscription-success-screen.module.css'

/** The network or the card provider may be back in a moment. */
const isPassing = ({ status }: CallFailure) => status === 0 || status >= 500

/** Milliseconds for which success is shown before the dashboard opens. */
const shownFor = 3_000

/** Where the card provider returns to; asks the server whether the session was paid. */
export function SubscriptionSuccessScreen() {
  const { companyId, userRole } = useUser()
  const [address] = useSearchParams()
  const navigate = useNavigate()
  const sessionId = address.get('session_id')
  const isComplete = sessionId !== null && sessionId !== '' && companyId !== ''
  const update = useQuery({
    queryKey: ['paid', sessionId],
    queryFn: () => call<UpdateSubscriptionAnswer>(paths.updateSubscription, { body: { sessionId, companyId } }),
    enabled: isComplete && isOffice(userRole),
    staleTime: Number.POSITIVE_INFINITY,
    retry: (failures, error) => failures < 2 && (!(error instanceof CallFailure) || isPassing(error)),
  })
  const { isSuccess } = update
  useRootMark('raisedToasts', isSuccess)
  useEffect(() => {
    if (!isSuccess) return
    forgetCheckout()
    const timer = setTimeout(() => navigate('/dashboard', { replace: true }), shownFor)
    return () => clearTimeout(timer)
  }, [isSuccess, navigate])
  if (!isOffice(userRole)) return <Navigate to="/sites" replace />
  const fault = isComplete ? update.isError && billingErrors.notUpdated : billingErrors.incomplete
  const toPlans = () => navigate('/subscription', { replace: true })
  return (
    <Page title="Payment" back={{ to: '/subscription', name: 'Back to the plans' }}>
      <div className={styles.card}>
        <h2 className={styles.heading}>{fault ? 'Payment not confirmed' : 'Payment Successful!'}</h2>
        <p role="status">{fault || (isSuccess ? 'Redirecting to dashboard...' : 'Updating your subscription...')}</p>
      </div>
      <Modal
        opened={isSuccess}
        onClose={() => navigate('/dashboard', { replace: true })}
        title="Payment successful!"
        size={400}
        centered
      >
        <p>Your plan has started. Redirecting to dashboard...</p>
        <div className={styles.actions}>
          <Button onClick={() => navigate('/dashboard', { replace: true })} data-autofocus>
            Go to the dashboard
          </Button>
        </div>
      </Modal>
      <OopsDialog message={fault || undefined} onClose={toPlans} />
    </Page>
  )
}
