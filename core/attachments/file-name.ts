import type { AttachmentKind } from './attachments.ts'
import { attachmentKinds } from './kinds.ts'

/** The most characters of a name that is kept, with its ending. */
export const longestName = 150

/** Control characters, and marks that turn the direction of writing, which can make 'exe.pdf' of 'fdp.exe'. */
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu

/**
 * The name under which a file is kept and downloaded. It ends as its content does, whatever it was called: 'invoice.pdf.exe' that is
 * a PDF becomes 'invoice.pdf.exe.pdf'. Folders, characters that cannot be seen, and what systems forbid in names are left out.
 */
export function fileName(given: string, kind: AttachmentKind): string {
  const own = given.toWellFormed().split(/[/\\]/).at(-1) ?? ''
  // Spaces and accents may come together once what is unseen between them is gone.
  const seen = own
    .replace(/\s/gu, ' ')
    .replace(unseen, '')
    .replace(/ +/gu, ' ')
    .normalize('NFC')
    .replace(/[<>:"|?*\ufffd]/gu, '_')
  const clean = seen.replace(/^[\s.]+|[\s.]+$/gu, '')
  const [known] = attachmentKinds[kind][1]
  const endings: readonly string[] = attachmentKinds[kind][1]
  const [, stem = clean, ending = ''] = /^(.*)\.([^.]+)$/u.exec(clean) ?? []
  const isRight = endings.includes(ending.toLowerCase())
  const last = `.${isRight ? ending : known}`
  return `${shortened(isRight ? stem : clean, longestName - last.length) || 'Attachment'}${last}`
}

const letters = new Intl.Segmenter('en')

/** Cut between characters as people see them, so that no letter loses its accent. */
function shortened(text: string, most: number): string {
  if (text.length <= most) return text
  let kept = ''
  for (const { segment } of letters.segment(text.slice(0, most + 20))) {
    if (kept.length + segment.length > most - 1) break
    kept += segment
  }
  return `${kept.trimEnd()}…`
}
