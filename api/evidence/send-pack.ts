import { once } from 'node:events'
import { pipeline } from 'node:stream/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Response } from 'express'
import { drawAttendances } from './attendance-table.ts'
import { drawFigures, drawTitle, drawTop } from './first-page.ts'
import { drawFeet, drawProof, drawSignatures } from './last-page.ts'
import type { Material } from './pack-content.ts'
import { openPaper } from './pdf-writer.ts'
import type { PaperPhoto } from './photo-files.ts'
import { drawPhotos } from './photos-section.ts'
import { drawTimeline } from './timeline-table.ts'

/** Who takes nothing for this long is cut off. */
const stalled = 30_000
/** No pack takes longer. */
const longest = 300_000
/** What is drawn waits in memory for who takes it, up to so many bytes. */
const mostWaiting = 1_000_000

type Sending = { material: Material; readPhoto: (src: string) => Promise<PaperPhoto>; verifyAddress: string }

/**
 * Draws a pack of evidence as a PDF and sends it while it is drawn, as fast as it is taken. Who leaves stops the work. What fails
 * after its first byte cuts it off.
 */
export async function sendPack(res: Response, { material, readPhoto, verifyAddress }: Sending): Promise<void> {
  const { jobRef } = material.sealed.seal.statement
  const { company } = material
  const gone = new AbortController()
  const signal = AbortSignal.any([gone.signal, AbortSignal.timeout(longest)])
  res.once('close', () => gone.abort())
  const paper = openPaper(
    { Title: `Evidence pack, job ${jobRef}`, Author: company, CreationDate: new Date(material.preparedAt) },
    (opened) => drawTop(opened, company, jobRef),
  )
  const { doc } = paper
  const breathe = async () => {
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
    doc.file(Buffer.from(JSON.stringify(material.sealed, undefined, 1)), {
      name: `evidence-${jobRef}.json`,
      type: 'application/json',
      description: 'The sealed file: what anybody needs to check this pack.',
      creationDate: new Date(material.preparedAt),
    })
    paper.newPage()
    drawTitle(paper, material)
    drawFigures(paper, material)
    await drawAttendances(paper, material)
    await drawTimeline(paper, material, breathe)
    await drawPhotos(paper, material, readPhoto, breathe)
    drawProof(paper, material, verifyAddress)
    drawSignatures(paper, material)
    drawFeet(paper, material)
    doc.end()
    await sent
  } catch (error) {
    doc.destroy()
    if (!signal.aborted) throw error
  }
}
