import { pages } from '#web/public/pages.ts'
import { PublicFrame } from '#web/public/public-frame.tsx'
import { SidePage } from '#web/public/side-page.tsx'
import { VerifyFile } from './verify-file.tsx'

/** Checks the sealed file of an evidence pack, for whoever was sent one. */
export const VerifyScreen = () => (
  <PublicFrame page={pages.verify} ownButton>
    <SidePage
      title="Check an evidence pack"
      lead="Choose the sealed file that came with it. It is checked here in your browser: nothing is uploaded."
      notes={[
        {
          title: 'Where the file is',
          text: 'It is attached to the PDF: open the PDF’s attachments (the paper clip) and save evidence-00213.json.',
        },
        {
          title: 'What is checked',
          text: 'Each event’s data against its hash, each hash against the one before it where that is in the file, that nothing was taken out, put in or moved, and the signature over all of it.',
        },
        {
          title: 'What it cannot tell',
          text: 'Whether what people wrote down is true, or whether the pages of a PDF that somebody passed on still say what the file in it says. Events that were left out of the copy are there with their hashes alone; the company’s ledger has them whole.',
        },
      ]}
      notesLast
    >
      <VerifyFile />
    </SidePage>
  </PublicFrame>
)
