import { pages } from '#web/public/pages.ts'
import { PublicFrame } from '#web/public/public-frame.tsx'
import { SidePage } from '#web/public/side-page.tsx'
import { VerifyFile } from './verify-file.tsx'

/** Checks an evidence pack, for anyone who was sent one. */
export const VerifyScreen = () => (
  <PublicFrame page={pages.verify} ownButton>
    <SidePage
      title="Check an evidence pack"
      lead="Choose the PDF that you were sent. It is checked in your browser: nothing is uploaded."
      notes={[
        {
          title: 'Which file',
          text: 'The PDF as you were sent it, such as evidence-00213.pdf. If you were sent its verification file alone, such as evidence-00213.json, choose that.',
        },
        {
          title: 'What is checked',
          text: 'That no event was changed, removed, added or moved since the company sealed the file, and whose key it was sealed with.',
        },
        {
          title: 'What it cannot check',
          text: 'Whether what people recorded is true, or whether the printed pages of the PDF still match the file attached to it. What was left out of the copy is in the company’s ledger only.',
        },
      ]}
      notesLast
    >
      <VerifyFile />
    </SidePage>
  </PublicFrame>
)
