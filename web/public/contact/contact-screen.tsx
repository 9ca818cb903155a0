import { pages } from '#web/public/pages.ts'
import { PublicFrame } from '#web/public/public-frame.tsx'
import { SidePage } from '#web/public/side-page.tsx'
import { ContactForm } from './contact-form.tsx'

/** The contact form, with what may answer a question sooner beside it. */
export const ContactScreen = () => (
  <PublicFrame page={pages.contact} ownButton>
    <SidePage
      title="Contact us"
      lead="Ask about a plan, a problem or moving your jobs over. We reply within 24 hours."
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
          text: 'Say which job number and what time. We can read the history for that moment.',
        },
      ]}
    >
      <ContactForm />
    </SidePage>
  </PublicFrame>
)
