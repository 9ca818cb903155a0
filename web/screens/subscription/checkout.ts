import { useEffect, useState } from 'react'
import type { PlanTier } from '#core/company/plans.ts'
import { billingErrors, type CreateSubscriptionAnswer, type PortalAnswer } from '#core/wire/account/billing.ts'
import { paths } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'
import { CallFailure } from '#web/client/request.ts'

/** The local storage key of a checkout that was started on this device and is not confirmed yet. */
const checkoutKey = 'fettle.checkout'

/** What is being opened: a plan's checkout, by tier, or the card provider's portal. */
type Destination = PlanTier | 'portal'

/** Opens the card provider's pages. `busy` is the page being opened, `error` the reason it could not be. */
export function useCheckout(companyId: string) {
  const [busy, setBusy] = useState<Destination>()
  const [error, setError] = useState<string>()
  // When the user navigates back from the provider, the browser may restore this page with its busy state.
  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && setBusy(undefined)
    addEventListener('pageshow', onPageShow)
    return () => removeEventListener('pageshow', onPageShow)
  }, [])
  const leaveFor = async (destination: Destination, start: () => Promise<string>) => {
    setBusy(destination)
    setError(undefined)
    try {
      location.assign(await start())
    } catch (failure) {
      if (!(failure instanceof CallFailure)) throw failure
      setBusy(undefined)
      // A refusal explains itself; any other failure is the provider's or the network's.
      setError(failure.status === 409 ? failure.message : billingErrors.notInitiated)
    }
  }
  return {
    busy,
    error,
    start: (tier: PlanTier) =>
      leaveFor(tier, async () => {
        const body = { tier, companyId }
        const { url, sessionId } = await call<CreateSubscriptionAnswer>(paths.createSubscription, { body })
        localStorage.setItem(checkoutKey, sessionId)
        return url
      }),
    manage: () =>
      leaveFor('portal', async () => (await call<PortalAnswer>(paths.billingPortal, { body: { companyId } })).url),
  }
}

/** Forgets the confirmed checkout. */
export const forgetCheckout = () => localStorage.removeItem(checkoutKey)
