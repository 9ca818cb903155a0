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

/** The library's types for attachments are loose. */
const namesIn = (attached: unknown): string[] => (attached instanceof Map ? [...attached.keys()].map(String) : [])
