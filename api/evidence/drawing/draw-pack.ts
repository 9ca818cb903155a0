import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate as afterOthers } from 'node:timers/promises'
import { drawLetterhead } from '#api/paper/drawing/letterhead.ts'
import { openPdfWriter } from '#api/paper/drawing/pdf-writer.ts'
import type { PrintPhoto } from '#api/paper/photo-files.ts'
import { drawAttendances } from './attendance-table.ts'
import { drawClocks } from './clocks-section.ts'
import { drawFiles } from './files-section.ts'
import { drawFigures, drawGaps, drawTitle } from './first-page.ts'
import { drawJobSignatures } from './job-signatures.ts'
import { drawPageFooters, drawProof, drawSignatures } from './last-page.ts'
import type { PackContent } from './pack-content.ts'
import { drawPeople } from './people-table.ts'
import { drawPhotos } from './photos-section.ts'
import { drawTimeline } from './timeline-table.ts'

/** How many drawn bytes may wait in memory for a slow reader. */
const mostWaiting = 1_000_000

/** After so many rows of the timeline the reader's rights are asked for again, as before each photo. */
const rowsAtOnce = 200

type Drawing = {
  readPhoto: (src: string) => Promise<PrintPhoto>
  /** Throws if the reader's rights have ended. */
  askAgain: () => Promise<void>
  verifyAddress: string
}

/** Draws an evidence pack as a PDF and writes it while drawing, as fast as it is taken. */
export async function drawPack(
  content: PackContent,
  to: Writable,
  { readPhoto, askAgain, verifyAddress }: Drawing,
): Promise<void> {
  const { jobRef } = content.sealed.seal.statement
  const { company, contact } = content
  const preparedAt = new Date(content.preparedAt)
  let logo = content.logo === undefined ? undefined : await readPhoto(content.logo)
  const pdf = openPdfWriter(
    { Title: `Evidence pack, job ${jobRef}`, Author: company, CreationDate: preparedAt },
    (opened) => {
      drawLetterhead(opened, { name: company, contact, logo }, { kind: 'Evidence pack', of: `Job ${jobRef}` })
      // The pages after the first have none.
      logo = undefined
    },
  )
  const { doc } = pdf
  const written = pipeline(doc, to)
  // It is awaited below, unless drawing fails first.
  written.catch(() => undefined)
  let rows = 0
  const keepPace = async () => {
    await afterOthers()
    rows += 1
    if (rows % rowsAtOnce === 0) await askAgain()
    while (doc.readableLength > mostWaiting) await once(to, 'drain')
  }
  doc.file(Buffer.from(JSON.stringify(content.sealed, undefined, 1)), {
    name: `evidence-${jobRef}.json`,
    type: 'application/json',
    description: 'The verification file: everything needed to check this pack.',
    creationDate: preparedAt,
  })
  pdf.newPage()
  drawTitle(pdf, content)
  drawGaps(pdf, content)
  drawFigures(pdf, content)
  await drawAttendances(pdf, content)
  await drawClocks(pdf, content)
  await drawTimeline(pdf, content, keepPace)
  const photo = async (src: string) => {
    await askAgain()
    return readPhoto(src)
  }
  await drawPhotos(pdf, content, photo, keepPace)
  await drawFiles(pdf, content)
  drawJobSignatures(pdf, content)
  await drawPeople(pdf, content)
  drawProof(pdf, content, verifyAddress)
  drawSignatures(pdf, content)
  drawPageFooters(pdf, content)
  doc.end()
  await written
}
