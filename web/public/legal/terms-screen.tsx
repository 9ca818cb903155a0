import { launchDiscount, plans, priceShown } from '#core/company/plans.ts'
import { pages } from '#web/public/pages.ts'
import { LegalPage } from './legal-page.tsx'

const listed = plans.map(({ listPrice, period }) => `${priceShown(listPrice)} (${period.toLowerCase()})`).join(', ')

/** What both sides agree to. It promises what the product does, and no more. */
export const TermsScreen = () => (
  <LegalPage page={pages.terms} title="Terms of service" updated="20 November 2026">
    <p>
      These terms are an agreement between the business that registers (&ldquo;you&rdquo;) and the company in the United
      Kingdom that runs Fettle (&ldquo;we&rdquo;). Who registers a business confirms that they may act for it. Fettle is
      for businesses; it is not offered to consumers.
    </p>

    <h2>The service</h2>
    <p>
      Fettle keeps jobs, tasks, visits, photos, notes, parts and to-dos of property maintenance, for up to 10 users of
      one business, and the history of every change. It works in current browsers. We improve it as we go; if we ever
      have to take away something that you rely on, we tell you before.
    </p>

    <h2>Accounts</h2>
    <p>
      The owner decides who has an account and in which role, and answers for what they do with it. Keep passwords to
      yourselves, give each person their own account, and remove those who leave: that ends their sessions at once.
      Nobody under 13 may have an account.
    </p>

    <h2>Trial, plans and payment</h2>
    <ul>
      <li>The trial takes 14 days from registration and needs no card. Nothing is charged unless you choose a plan.</li>
      <li>
        The list prices are {listed}. The launch prices inside the app are {launchDiscount}% lower, and are what you
        pay. Prices are in pounds, for the whole business, paid in advance by card through Stripe.
      </li>
      <li>
        A plan renews for the same period until it is cancelled, which the owner can do at any time from the
        subscription page. It then runs to the end of what is paid; parts of a period are not refunded, unless the law
        says so.
      </li>
      <li>A price that changes holds from your next renewal, and we tell you at least 30 days before.</li>
      <li>
        When a trial or a plan has ended your data stays readable and work under way can be finished, but no new job can
        be created until you choose a plan.
      </li>
    </ul>

    <h2>Your data</h2>
    <p>
      What you put in is yours. We use it only to provide the service, as the{' '}
      <a href={pages.privacy.path}>privacy policy</a> says; for personal data in it we are your processor and act on
      your instructions, keep it confidential and secure, help you to answer the people it is about, tell you of a
      breach without delay, and delete or return it when the service ends. You can export your jobs, parts and visits at
      any time. You confirm that you may give us what you put in.
    </p>

    <h2>Fair use</h2>
    <p>
      Do not use Fettle for anything unlawful, do not try to reach the data of others, do not disturb the service for
      them, and do not resell it. We may suspend an account that does, with notice where we can.
    </p>

    <h2>The history</h2>
    <p>
      The history shows what was entered, by whom and when, and that it was not altered since. Whether what was entered
      is true is between you and the person who entered it.
    </p>

    <h2>Availability and support</h2>
    <p>
      We work to keep Fettle running and back it up, but do not promise that it is never interrupted. Support replies
      within 24 hours. Phones keep working without a connection and send later; work that was not sent yet is only on
      that device.
    </p>

    <h2>Liability</h2>
    <p>
      Nothing here limits liability for death or personal injury by negligence, for fraud, or where the law of England
      and Wales does not allow it. Apart from that, neither side is liable for lost profit or indirect loss, and our
      total liability in any 12 months is limited to what you paid us in them, or £500 if that is more.
    </p>

    <h2>Ending</h2>
    <p>
      You may stop at any time. We may end this agreement with 30 days&rsquo; notice and a refund of what is paid for
      the time after, or at once if you break it seriously. You then have 30 days to export your data before we delete
      it.
    </p>

    <h2>General</h2>
    <p>
      The law of England and Wales applies, and its courts decide. If a part of these terms does not hold, the rest
      does. If we change them we tell owners at least 30 days before; who does not agree may leave with a refund of the
      time not used. Questions? <a href={pages.contact.path}>Contact us</a>.
    </p>
  </LegalPage>
)
