import { launchDiscount, plans, priceShown } from '#core/company/plans.ts'
import { pages } from '#web/public/pages.ts'
import { LegalPage } from './legal-page.tsx'

const listed = plans.map(({ listPrice, period }) => `${priceShown(listPrice)} (${period.toLowerCase()})`).join(', ')

/** The terms of service. They promise what the product does, and no more. */
export const TermsScreen = () => (
  <LegalPage page={pages.terms} title="Terms of service" updated="20 November 2026">
    <p>
      These terms are an agreement between the business that registers (&ldquo;you&rdquo;) and the company in the United
      Kingdom that runs Fettle (&ldquo;we&rdquo;). By registering a business, you confirm that you may act on its
      behalf. Fettle is for businesses and is not offered to consumers.
    </p>

    <h2>The service</h2>
    <p>
      Fettle keeps property-maintenance jobs, tasks, visits, photos, comments, parts and to-dos, and the history of
      every change, for up to 10 users of one business. It works in current browsers. We improve it as we go. If we ever
      have to remove something that you rely on, we will tell you first.
    </p>

    <h2>Accounts</h2>
    <p>
      The owner decides who has an account and in which role, and is responsible for how it is used. Keep passwords
      private, give each person their own account, and remove people who leave: that ends their sessions immediately.
      Nobody under 13 may have an account.
    </p>

    <h2>Trial, plans and payment</h2>
    <ul>
      <li>The trial lasts 14 days from registration and needs no card. You pay nothing unless you choose a plan.</li>
      <li>
        The list prices are {listed}. The launch prices in the app are {launchDiscount}% lower, and are what you pay.
        Prices are in pounds, cover the whole business and are paid in advance by card through Stripe.
      </li>
      <li>
        A plan renews for the same period until it is cancelled, which the owner can do at any time from the
        subscription page. It then runs to the end of the period you have paid for. We do not refund part of a period
        unless the law requires it.
      </li>
      <li>If a price changes, it applies from your next renewal, and we will tell you at least 30 days before.</li>
      <li>
        When a trial or a plan has ended, you can still view your data and finish work in progress, but you cannot
        create new jobs until you choose a plan.
      </li>
    </ul>

    <h2>Your data</h2>
    <p>
      Your data is yours. We use it only to provide the service, as described in the{' '}
      <a href={pages.privacy.path}>privacy policy</a>. For personal data in it, we are your processor: we act on your
      instructions, keep it confidential and secure, help you respond to requests from the people it concerns, tell you
      of a breach without delay, and delete or return it when the service ends. You can export your jobs, parts and
      visits at any time. You confirm that you are allowed to give us the data you enter.
    </p>

    <h2>Fair use</h2>
    <p>
      Do not use Fettle for anything unlawful, try to access other companies&rsquo; data, disrupt the service for others
      or resell it. We may suspend an account that does, with notice where possible.
    </p>

    <h2>The history</h2>
    <p>
      The history shows what was entered, by whom and when, and that it has not been altered since. Whether an entry is
      true is a matter for you and the person who made it.
    </p>

    <h2>Availability and support</h2>
    <p>
      We work to keep Fettle running and backed up, but cannot promise that it will never be interrupted. Support
      replies within 24 hours. Phones keep working without a connection and send later; until it is sent, that work
      exists only on the device.
    </p>

    <h2>Liability</h2>
    <p>
      Nothing in these terms limits liability for death or personal injury caused by negligence, for fraud, or where the
      law of England and Wales does not allow it. Apart from that, neither side is liable for lost profit or indirect
      loss, and our total liability in any 12 months is limited to what you paid us in that time, or £500 if that is
      more.
    </p>

    <h2>Ending</h2>
    <p>
      You may stop at any time. We may end this agreement with 30 days&rsquo; notice and a refund for any time you have
      paid for beyond that, or immediately if you seriously breach it. You then have 30 days to export your data before
      we delete it.
    </p>

    <h2>General</h2>
    <p>
      The law of England and Wales applies, and its courts have jurisdiction. If part of these terms is found to be
      invalid, the rest still applies. If we change them, we will tell owners at least 30 days before. If you do not
      agree, you may leave with a refund for unused time. Questions? <a href={pages.contact.path}>Contact us</a>.
    </p>
  </LegalPage>
)
