import { launchPriceLabel, plans, priceShown } from '#core/company/plans.ts'
import { pages } from '#web/public/pages.ts'
import { PublicFrame } from '#web/public/public-frame.tsx'
import { LandingPicture } from './landing-picture.tsx'
import { LandingReasons } from './landing-reasons.tsx'
import styles from './landing-screen.module.css'

const steps = [
  ['Register', 'Create your business account with a name and an email address.'],
  ['Configure', 'Add your office and field teams, agencies and sites.'],
  ['Start scheduling', 'Book your first visit and see it appear on their phones.'],
] as const

const [monthly, halfYear, year] = plans.map(({ listMonthlyPrice }) => priceShown(listMonthlyPrice))

/** The landing page: what Fettle is, why to use it and how to start, with the product drawn in HTML. */
export const LandingScreen = () => (
  <PublicFrame page={pages.landing}>
    <section className={styles.hero}>
      <div>
        <h1 className={styles.headline}>
          Every job in
          <br />
          fine fettle.
        </h1>
        <p className={styles.lead}>
          Fettle keeps your maintenance jobs, visits, photos and prices in one place, and records every change: who made
          it, when, and what it was before.
        </p>
        <div className={styles.buttons}>
          <a href={pages.auths.path} className={styles.filled}>
            Get Started
          </a>
          <a href={pages.pricing.path} className={styles.outlined}>
            Learn More<span className="sr"> about pricing</span>
          </a>
        </div>
        <p className={styles.trial}>14-day free trial, no card needed. Up to 10 users.</p>
      </div>
      <LandingPicture />
    </section>

    <section id="why-us" className={styles.section} aria-labelledby="why-us-title">
      <h2 id="why-us-title">Built for firms that keep buildings working</h2>
      <LandingReasons
        cost={`One price for the whole company, up to 10 users: ${monthly} a month, ${halfYear} if you pay for 6 months, or ${year} for 12. ${launchPriceLabel}.`}
      />
    </section>

    <section id="steps" className={styles.section} aria-labelledby="steps-title">
      <h2 id="steps-title">Three steps to your first visit</h2>
      <ol className={styles.steps}>
        {steps.map(([name, text], at) => (
          <li key={name}>
            <h3>
              <span className={styles.number}>{at + 1}</span> {name}
            </h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>

    <section id="get-started" className={styles.call} aria-labelledby="call-title">
      <h2 id="call-title">Put your jobs in order</h2>
      <a href={pages.auths.path} className={styles.light}>
        Get Started
      </a>
    </section>
  </PublicFrame>
)
