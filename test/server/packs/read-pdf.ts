import { extractImages, extractText, getDocumentProxy } from 'unpdf'

/** The contents of a PDF: the text and the number of pictures of each page, and the attached files. */
export type ReadPdf = { pages: { text: string; pictures: number }[]; text: string; files: Record<string, string> }

/** Reads a PDF. */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes))
  const { text } = await extractText(pdf, { mergePages: false })
  const pages: ReadPdf['pages'] = []
  for (const [index, one] of text.entries())
    pages.push({ text: one, pictures: (await extractImages(pdf, index + 1)).length })
  const files: Record<string, string> = {}
  for (const name of namesIn(await pdf.getAttachments()))
    files[name] = Buffer.from((await pdf.getAttachmentContent(name)) ?? []).toString()
  return { pages, text: text.join('\n'), files }
}

/** Reads the PDF of an answer. Throws the status and the text of one that is not a PDF. */
export async function readPdfAnswer(answer: Response): Promise<ReadPdf> {
  const type = answer.headers.get('content-type')
  if (answer.status !== 200 || type !== 'application/pdf')
    throw new Error(`Not a PDF, but ${answer.status} ${type}: ${await answer.text()}`)
  return readPdf(await answer.bytes())
}

/** The library's types for attachments are loose. */
const namesIn = (attached: unknown): string[] => (attached instanceof Map ? [...attached.keys()].map(String) : [])
