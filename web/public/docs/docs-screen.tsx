import { paths } from '#core/wire/paths.ts'
import { guides, pages } from '#web/public/pages.ts'
import { DocsFrame } from './docs-frame.tsx'

/** The index of the documentation. */
export const DocsScreen = () => (
  <DocsFrame page={pages.docs}>
    <h1>User guide</h1>
    <p>
      How to work with Fettle. Each guide is written for one person; the first of them explains what all three share.
    </p>
    <h2>Guides</h2>
    <ul>
      {Object.values(guides).map((guide) => (
        <li key={guide.path}>
          <a href={guide.path}>{guide.for}</a>: {guide.description}
        </li>
      ))}
    </ul>
    <h2>For programs</h2>
    <p>
      All that the screens do goes through one API. The <a href={pages.reference.path}>API reference</a> has every call
      and command, made from the same rules that check them; <a href={paths.openapi}>its description</a> in the OpenAPI
      format is for programs.
    </p>
    <h2>Still stuck?</h2>
    <p>
      The <a href={pages.faq.path}>FAQ</a> answers short questions. For all others,{' '}
      <a href={pages.contact.path}>write to us</a>: we reply within 24 hours.
    </p>
  </DocsFrame>
)
