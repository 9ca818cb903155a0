import { pages } from '#web/public/pages.ts'
import { LegalPage } from './legal-page.tsx'

/** Under this age nobody may have an account. */
const minimumAge = 13

/** What is kept about people, and what they may ask for. It says what the product does, and no more. */
export const PrivacyScreen = () => (
  <LegalPage page={pages.privacy} title="Privacy policy" updated="20 November 2026">
    <p>
      Fettle is run by a company in the United Kingdom (&ldquo;we&rdquo;). This policy says what we keep about you, why,
      and what you can ask of us under the UK GDPR and the Data Protection Act 2018.
    </p>

    <h2>Who is responsible</h2>
    <p>
      For your account and for this site we are the controller. For what a business keeps in Fettle (its jobs, sites,
      notes, photos and parts) that business is the controller and we are its processor: we use it only to provide the
      service to them. If your question is about such data, ask the business first.
    </p>

    <h2>What we keep</h2>
    <ul>
      <li>
        <strong>Your account:</strong> username, email, role, company, and when it was made. Your password is kept only
        as an argon2id hash, from which it cannot be read.
      </li>
      <li>
        <strong>Your sign-ins:</strong> for each session when it began, when it was last used, and the address and
        browser it came from, so that you can see and end them. Failed sign-ins are counted for fifteen minutes.
      </li>
      <li>
        <strong>Your work:</strong> every change of a job, task, visit, note, photo, part or to-do, with who made it, in
        which role, when it happened on the device and when we recorded it. This history is the purpose of the product.
      </li>
      <li>
        <strong>Photos:</strong> the picture, its description and when it was taken. The place where it was taken, and
        the other details that cameras write into a file, are removed before it is stored.
      </li>
      <li>
        <strong>Payment:</strong> which plan was bought, until when it is paid, and Stripe&rsquo;s reference to it. Card
        numbers go to Stripe and never reach us.
      </li>
      <li>
        <strong>Server logs:</strong> time, address (IP), path and outcome of a request. Never passwords, contents or
        search terms.
      </li>
    </ul>
    <p>
      The form under <a href={pages.contact.path}>Contact</a> makes no call to our servers: what you type there stays in
      your browser and is gone when you leave.
    </p>

    <h2>Cookies and your device</h2>
    <p>
      We set one cookie, when you sign in; it keeps you signed in, and no script can read it. Your browser also stores
      the colour scheme you chose, the jobs you looked at lately and work that waits to be sent, so that you can go on
      without a connection. All of it is strictly necessary for what you asked for, so there is no banner to click away.
      We use no analytics, no advertising and no scripts of others. Logging out removes jobs and unsent work from the
      device, after asking.
    </p>

    <h2>Why we may</h2>
    <ul>
      <li>To provide the service that you or your employer asked for: performance of a contract.</li>
      <li>To keep it secure and to find faults: our legitimate interest in a service that works.</li>
      <li>To keep accounts of what was paid: a legal obligation.</li>
    </ul>

    <h2>Who else sees it</h2>
    <p>
      Your colleagues in the same company, as their role allows: team members never receive prices, totals, work orders,
      agencies or invoices. Stripe, for payments. Whoever hosts our servers and sends our email, on our instructions and
      under contract. Nobody buys data from us. If any of them works outside the United Kingdom, the transfer rests on
      UK adequacy regulations or on the International Data Transfer Agreement.
    </p>

    <h2>How long</h2>
    <p>
      As long as the account or the company exists. The history of a company is a log that is only ever added to; it
      names people by a number, and their names and emails are kept apart from it, so that a person can be forgotten
      without breaking it. When a company asks us to delete its data we delete it, apart from payment records, which the
      law makes us keep for six years.
    </p>

    <h2>How it is protected</h2>
    <p>
      Connections are encrypted. The database itself keeps companies apart. Passwords are hashed, links to photos
      expire, and each company&rsquo;s history is a chain of hashes in which tampering shows. If a breach puts you at
      risk we tell you and the Information Commissioner&rsquo;s Office without delay.
    </p>

    <h2>Children</h2>
    <p>
      Fettle is for people at work. Nobody under the age of {minimumAge} may have an account; if we learn of one, we
      delete it.
    </p>

    <h2>What you can ask for</h2>
    <p>
      You may ask for a copy of your data, for its correction or deletion, for it in a form that another service can
      read, and you may object to our use of it or ask us to limit it. <a href={pages.contact.path}>Contact us</a>:
      support replies within 24 hours, and we answer such requests within a month. You may also complain to the{' '}
      <a href="https://ico.org.uk/make-a-complaint/">Information Commissioner&rsquo;s Office</a>.
    </p>

    <h2>Changes</h2>
    <p>
      If this policy changes we change its date above, and tell the owners of companies before anything that matters.
    </p>
  </LegalPage>
)
