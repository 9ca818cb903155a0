import { once } from 'node:events'
import { pipeline } from 'node:stream/promises'
import type { Response } from 'express'
import { othersTurn } from '#api/http/in-turns.ts'
import { drawAttendances } from './attendance-table.ts'
import { drawFigures, drawGaps, drawPageHeader, drawTitle } from './first-page.ts'
import { drawJobSignatures } from './job-signatures.ts'
import { drawPageFooters, drawProof, drawSignatures } from './last-page.ts'
import type { PackContent } from './pack-content.ts'
import { openPdfWriter } from './pdf-writer.ts'
import type { PrintPhoto } from './photos/photo-files.ts'
import { drawPhotos } from './photos/photos-section.ts'
import { drawTimeline } from './timeline-table.ts'

/** A reader that takes nothing for this long is cut off, in milliseconds. */
const stalled = 30_000
/** The longest a pack may take, in milliseconds. */
const longest = 300_000
/** How many drawn bytes may wait in memory for a slow reader. */
const mostWaiting = 1_000_000

/** After so many rows of the timeline the reader's rights are asked for again, as before each photo. */
const rowsAtOnce = 200

type Sending = {
  content: PackContent
  readPhoto: (src: string) => Promise<PrintPhoto>
  verifyAddress: string
  /** Throws if the reader's rights have ended. */
  askAgain: () => Promise<void>
}

/**
 * Draws an evidence pack as a PDF and streams it while drawing, at the reader's pace. A reader that disconnects stops the work; a
 * failure after the first byte ends the response early.
 */
export async function sendPack(res: Response, { content, readPhoto, verifyAddress, askAgain }: Sending): Promise<void> {
  const { jobRef } = content.sealed.seal.statement
  const { company } = content
  const gone = new AbortController()
  const signal = AbortSignal.any([gone.signal, AbortSignal.timeout(longest)])
  res.once('close', () => gone.abort())
  const pdf = openPdfWriter(
    { Title: `Evidence pack, job ${jobRef}`, Author: company, CreationDate: new Date(content.preparedAt) },
    (opened) => drawPageHeader(opened, company, jobRef),
  )
  const { doc } = pdf
  let rows = 0
  const yieldToOthers = async () => {
    await othersTurn()
    rows += 1
    if (rows % rowsAtOnce === 0) await askAgain()
    while (doc.readableLength > mostWaiting && !signal.aborted) await once(res, 'drain', { signal })
    signal.throwIfAborted()
  }
  res.status(200).type('application/pdf').attachment(`evidence-${jobRef}.pdf`)
  res.setTimeout(stalled)
  const sent = pipeline(doc, res, { signal })
  // It is awaited below, unless drawing fails first.
  sent.catch(() => undefined)
  try {
    doc.file(Buffer.from(JSON.stringify(content.sealed, undefined, 1)), {
      name: `evidence-${jobRef}.json`,
      type: 'application/json',
      description: 'The verification file: everything needed to check this pack.',
      creationDate: new Date(content.preparedAt),
    })
    pdf.newPage()
    drawTitle(pdf, content)
    drawGaps(pdf, content)
    drawFigures(pdf, content)
    await drawAttendances(pdf, content)
    await drawTimeline(pdf, content, yieldToOthers)
    const photo = async (src: string) => {
      await askAgain()
      return readPhoto(src)
    }
    await drawPhotos(pdf, content, photo, yieldToOthers)
    drawJobSignatures(pdf, content)
    drawProof(pdf, content, verifyAddress)
    drawSignatures(pdf, content)
    drawPageFooters(pdf, content)
    doc.end()
    await sent
  } catch (error) {
    doc.destroy()
    if (!signal.aborted) throw error
  }
}
