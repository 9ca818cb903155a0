import { pages } from '#web/public/pages.ts'
import { PublicFrame } from '#web/public/public-frame.tsx'
import { SidePage } from '#web/public/side-page.tsx'
import { VerifyFile } from './verify-file.tsx'

/** Checks the verification file of an evidence pack, for anyone who was sent one. */
export const VerifyScreen = () => (
  <PublicFrame page={pages.verify} ownButton>
    <SidePage
      title="Check an evidence pack"
      lead="Choose the verification file that came with it. It is checked in your browser: nothing is uploaded."
      notes={[
        {
          title: 'Where to find the file',
          text: 'It is attached to the PDF: open the attachments (the paper clip) and save the file, such as evidence-00213.json.',
        },
        {
          title: 'What is checked',
          text: 'That each event matches its hash, that each hash follows from the one before it in the file, that nothing was removed, added or moved, and that the signature covers all of it.',
        },
        {
          title: 'What it cannot check',
          text: 'Whether what people recorded is true, or whether the printed pages of a PDF still match the file attached to it. Events left out of the copy are included as hashes only; the company’s ledger has them in full.',
        },
      ]}
      notesLast
    >
      <VerifyFile />
    </SidePage>
  </PublicFrame>
)
