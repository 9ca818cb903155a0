import { pages } from '#web/public/pages.ts'
import { PublicFrame } from '#web/public/public-frame.tsx'
import { SidePage } from '#web/public/side-page.tsx'
import { ContactForm } from './contact-form.tsx'

/** The contact form, next to links that may answer a question sooner. */
export const ContactScreen = () => (
  <PublicFrame page={pages.contact} ownButton>
    <SidePage
      title="Contact us"
      lead="Ask about a plan, a problem or moving your jobs to Fettle. We reply within 24 hours."
      notes={[
        {
          title: 'Before you write',
          text: (
            <>
              The <a href={pages.faq.path}>FAQ</a> covers prices, phones and the history. The{' '}
              <a href={pages.docs.path}>user guide</a> covers the rest.
            </>
          ),
        },
        {
          title: 'Something broken?',
          text: 'Tell us the job number and the time, so that we can look up that moment in the history.',
        },
      ]}
    >
      <ContactForm />
    </SidePage>
  </PublicFrame>
)
