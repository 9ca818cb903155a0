import { once } from 'node:events'
import { pipeline } from 'node:stream/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Response } from 'express'
import { drawAttendances } from './attendance-table.ts'
import { drawFigures, drawPageHeader, drawTitle } from './first-page.ts'
import { drawPageFooters, drawProof, drawSignatures } from './last-page.ts'
import type { PackContent } from './pack-content.ts'
import { openPdfWriter } from './pdf-writer.ts'
import type { PrintPhoto } from './photo-files.ts'
import { drawPhotos } from './photos-section.ts'
import { drawTimeline } from './timeline-table.ts'

/** Who takes nothing for this long is cut off. */
const stalled = 30_000
/** No pack takes longer. */
const longest = 300_000
/** What is drawn waits in memory for who takes it, up to so many bytes. */
const mostWaiting = 1_000_000

type Sending = { content: PackContent; readPhoto: (src: string) => Promise<PrintPhoto>; verifyAddress: string }

/**
 * Draws a pack of evidence as a PDF and sends it while it is drawn, as fast as it is taken. Who leaves stops the work. What fails
 * after its first byte cuts it off.
 */
export async function sendPack(res: Response, { content, readPhoto, verifyAddress }: Sending): Promise<void> {
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
  const yieldToOthers = async () => {
    await nextTurn()
    while (doc.readableLength > mostWaiting && !signal.aborted) await once(res, 'drain', { signal })
    signal.throwIfAborted()
  }
  res.status(200).type('application/pdf').attachment(`evidence-${jobRef}.pdf`)
  res.setTimeout(stalled)
  const sent = pipeline(doc, res, { signal })
  // It is waited for below, or has failed by then with the drawing itself.
  sent.catch(() => undefined)
  try {
    doc.file(Buffer.from(JSON.stringify(content.sealed, undefined, 1)), {
      name: `evidence-${jobRef}.json`,
      type: 'application/json',
      description: 'The sealed file: what anybody needs to check this pack.',
      creationDate: new Date(content.preparedAt),
    })
    pdf.newPage()
    drawTitle(pdf, content)
    drawFigures(pdf, content)
    await drawAttendances(pdf, content)
    await drawTimeline(pdf, content, yieldToOthers)
    await drawPhotos(pdf, content, readPhoto, yieldToOthers)
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
