import { useEffect, useState } from 'react'
import type { PlanTier } from '#core/company/plans.ts'
import { billingErrors, type CreateSubscriptionAnswer, type PortalAnswer } from '#core/wire/account/billing.ts'
import { paths } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'
import { CallFailure } from '#web/client/request.ts'

/** The checkout that was begun on this device and has not been confirmed. */
const kept = 'fettle.checkout'

/** What is being begun: a plan by its tier, or the card provider's portal. */
type Begun = PlanTier | 'portal'

/** Ways to the card provider's pages. `busy` is the one that is being taken, `error` why it could not be. */
export function useCheckout(companyId: string) {
  const [busy, setBusy] = useState<Begun>()
  const [error, setError] = useState<string>()
  // Back from the provider's page, a browser shows this one as it was left.
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
      // A rule says why; all else is the provider's or the network's.
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

/** Forgets the checkout that was confirmed. */
export const forgetCheckout = () => localStorage.removeItem(kept)
