import { pages } from '#web/public/pages.ts'
import { LegalPage } from './legal-page.tsx'

/** Nobody under this age may have an account. */
const minimumAge = 13

/** The privacy policy. It states what the product does, and no more. */
export const PrivacyScreen = () => (
  <LegalPage page={pages.privacy} title="Privacy policy" updated="20 November 2026">
    <p>
      Fettle is run by a company in the United Kingdom (&ldquo;we&rdquo;). This policy explains what we keep about you,
      why, and your rights under the UK GDPR and the Data Protection Act 2018.
    </p>

    <h2>Who is responsible</h2>
    <p>
      We are the controller of your account data and of this website. For the data that a business keeps in Fettle (its
      jobs, sites, comments, photos and parts), that business is the controller and we are its processor: we use the
      data only to provide the service. If your question is about that data, please ask the business first.
    </p>

    <h2>What we keep</h2>
    <ul>
      <li>
        <strong>Your account:</strong> username, email, role, company and the date it was created. We keep your password
        only as an argon2id hash, from which it cannot be read.
      </li>
      <li>
        <strong>Your details, if you or your company&rsquo;s owner give them:</strong> full name, initials, colour and
        telephone number. Everyone in your company sees them; once you have left, nobody sees the number.
      </li>
      <li>
        <strong>Your sign-ins:</strong> for each session, when it started, when it was last used, and the IP address and
        browser it came from, so that you can review and end it. Failed sign-ins are counted for a day. For 400 days
        your company&rsquo;s office sees who signed in or failed to, was refused a request, exported data or changed a
        role or a password: when, from which IP address and with which browser.
      </li>
      <li>
        <strong>Your work:</strong> every change to a job, task, visit, comment, photo, part or to-do, with who made it,
        their role, when it happened on the device and when we recorded it. This history is the purpose of the product.
      </li>
      <li>
        <strong>Photos:</strong> the picture, its description and when it was taken. The location and other details that
        cameras add to a file are removed before we store it.
      </li>
      <li>
        <strong>Where you are:</strong> only when you ask us to use it, and your browser asks you first. For the sites
        near you we are told it to within about 100 metres, and don&rsquo;t keep it. What you save as a site&rsquo;s
        location, or add to a record of no access, is part of your work.
      </li>
      <li>
        <strong>Payment:</strong> which plan was bought, when it is paid until, and Stripe&rsquo;s reference for it.
        Card numbers go straight to Stripe and never reach us.
      </li>
      <li>
        <strong>Server logs:</strong> the time, IP address, path and outcome of each request. Never passwords, content
        or search terms.
      </li>
    </ul>
    <p>
      The form on the <a href={pages.contact.path}>Contact</a> page sends nothing to our servers: what you type there
      stays in your browser and is gone when you leave the page.
    </p>

    <h2>Cookies and your device</h2>
    <p>
      We set one cookie when you sign in. It keeps you signed in, and no script can read it. Your browser also stores
      the colour scheme you chose, the jobs you viewed recently and any unsent work, so that you can carry on without a
      connection. All of this is strictly necessary for what you asked us to do, so there is no cookie banner. We use no
      analytics, no advertising and no third-party scripts. Logging out removes jobs and unsent work from the device,
      after asking you.
    </p>

    <h2>Our legal basis</h2>
    <ul>
      <li>To provide the service that you or your employer asked for: performance of a contract.</li>
      <li>To keep it secure and to find faults: our legitimate interest in a service that works.</li>
      <li>To keep payment records: a legal obligation.</li>
    </ul>

    <h2>Who else sees your data</h2>
    <p>
      Your colleagues in the same company, as their role allows: team members never receive prices, totals, work orders,
      agencies or invoices. Stripe, for payments. The companies that host our servers and send our email, on our
      instructions and under contract. We never sell data. If any of them works outside the United Kingdom, the transfer
      is covered by UK adequacy regulations or by the International Data Transfer Agreement.
    </p>

    <h2>How long we keep it</h2>
    <p>
      We keep it for as long as the account or the company exists. A company&rsquo;s history is a log that is only ever
      added to. Its entries refer to people by number; emails are kept separately, and names and telephone numbers in
      texts of their own, so that a person&rsquo;s details can be erased without breaking it. An owner can close a
      company: 30 days later its texts, photos, names, emails and sign-ins are erased. The chain of its history stays,
      with times, ids, prices and the company&rsquo;s name, so that earlier evidence can still be checked, and so do
      payment records, which the law requires us to keep for six years.
    </p>

    <h2>How it is protected</h2>
    <p>
      Connections are encrypted. The database itself keeps companies&rsquo; data separate. Passwords are hashed, links
      to photos expire, and each company&rsquo;s history is a chain of hashes that reveals tampering. If a breach puts
      you at risk, we will tell you and the Information Commissioner&rsquo;s Office without delay.
    </p>

    <h2>Children</h2>
    <p>
      Fettle is for people at work. Nobody under the age of {minimumAge} may have an account. If we learn of one, we
      will delete it.
    </p>

    <h2>Your rights</h2>
    <p>
      You can ask for a copy of your data, ask us to correct or delete it, or ask for it in a format that another
      service can read. You can also object to our use of it or ask us to restrict it.{' '}
      <a href={pages.contact.path}>Contact us</a>: support replies within 24 hours, and we answer these requests within
      a month. You may also complain to the{' '}
      <a href="https://ico.org.uk/make-a-complaint/">Information Commissioner&rsquo;s Office</a>.
    </p>

    <h2>Changes</h2>
    <p>
      If we change this policy, we will update the date above and tell company owners before any significant change.
    </p>
  </LegalPage>
)
