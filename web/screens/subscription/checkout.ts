import { useEffect, useState } from 'react'
import type { PlanTier } from '#core/company/plans.ts'
import { billingErrors, type CreateSubscriptionAnswer, type PortalAnswer } from '#core/wire/account/billing.ts'
import { paths } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'
import { CallFailure } from '#web/client/request.ts'

/** The checkout started on this device and not confirmed yet. */
const kept = 'fettle.checkout'

/** What is being opened: a plan's checkout, by tier, or the card provider's portal. */
type Begun = PlanTier | 'portal'

/** Opens the card provider's pages. `busy` is the one being opened, `error` why that failed. */
export function useCheckout(companyId: string) {
  const [busy, setBusy] = useState<Begun>()
  const [error, setError] = useState<string>()
  // On the way back from the provider, the browser may restore this page as it was left.
  useEffect(() => {
    const shown = ({ persisted }: PageTransitionEvent) => persisted && setBusy(undefined)
    addEventListener('pageshow', shown)
    return () => removeEventListener('pageshow', shown)
  }, [])
  const leaveFor = async (what: Begun, begin: () => Promise<string>) => {
    setBusy(what)
    setError(undefined)
    try {
      location.assign(await begin())
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
        localStorage.setItem(kept, sessionId)
        return url
      }),
    manage: () =>
      leaveFor('portal', async () => (await call<PortalAnswer>(paths.billingPortal, { body: { companyId } })).url),
  }
}

/** Forgets the confirmed checkout. */
export const forgetCheckout = () => localStorage.removeItem(kept)
