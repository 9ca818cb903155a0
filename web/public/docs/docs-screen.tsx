import { paths } from '#core/wire/paths.ts'
import { guides, pages } from '#web/public/pages.ts'
import { DocsFrame } from './docs-frame.tsx'

/** The documentation's overview. */
export const DocsScreen = () => (
  <DocsFrame page={pages.docs}>
    <h1>User guide</h1>
    <p>How to work with Fettle. Each guide is for one kind of user; the first explains what all three share.</p>
    <h2>Guides</h2>
    <ul>
      {Object.values(guides).map((guide) => (
        <li key={guide.path}>
          <a href={guide.path}>{guide.for}</a>: {guide.description}
        </li>
      ))}
    </ul>
    <h2>For developers</h2>
    <p>
      Everything in the app goes through one API. The <a href={pages.reference.path}>API reference</a> lists every call
      and command, generated from the same rules that check them. There is also an{' '}
      <a href={paths.openapi}>OpenAPI description</a>.
    </p>
    <h2>Still stuck?</h2>
    <p>
      The <a href={pages.faq.path}>FAQ</a> answers common questions. For anything else,{' '}
      <a href={pages.contact.path}>contact us</a>: we reply within 24 hours.
    </p>
  </DocsFrame>
)
