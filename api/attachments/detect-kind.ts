import { fromBufferPromise } from 'yauzl'
import type { AttachmentKind } from '#core/attachments/attachments.ts'

/** What a file's content shows it to be; `macros` if it is an office file with programs in it. */
export type Detected = { kind: AttachmentKind; macros: boolean }

/** Tells the kind of a file from its bytes alone: never from its name, nor from what its sender says. Undefined if it is of none. */
export async function detectKind(bytes: Buffer): Promise<Detected | undefined> {
  if (startsWith(bytes, '%PDF-')) return { kind: 'pdf', macros: false }
  if (startsWith(bytes, 'PK\u0003\u0004')) return inArchive(bytes)
  if (startsWith(bytes, '\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1')) return inCompoundFile(bytes)
  return isEmail(bytes) ? { kind: 'email', macros: false } : undefined
}

/** Whether it is a picture, which belongs with the photos. */
export const isPicture = (bytes: Buffer) =>
  startsWith(bytes, '\u00ff\u00d8\u00ff') ||
  startsWith(bytes, '\u0089PNG') ||
  (startsWith(bytes, 'RIFF') && bytes.toString('latin1', 8, 12) === 'WEBP')

const startsWith = (bytes: Buffer, signature: string) => bytes.toString('latin1', 0, signature.length) === signature

/** An office file of today has hundreds of parts at most. */
const mostEntries = 10_000

const openXml = { 'word/': 'word', 'xl/': 'excel', 'ppt/': 'powerpoint' } as const
const openDocument = {
  text: 'odf-text',
  'text-template': 'odf-text',
  spreadsheet: 'odf-spreadsheet',
  'spreadsheet-template': 'odf-spreadsheet',
  presentation: 'odf-presentation',
  'presentation-template': 'odf-presentation',
} as const

/** Office files of today are archives. Only their directory is read: nothing is unpacked. */
async function inArchive(bytes: Buffer): Promise<Detected | undefined> {
  const names = await namesIn(bytes)
  const has = (is: (name: string) => boolean) => names.some(is)
  const odf = /^application\/vnd\.oasis\.opendocument\.([a-z-]+)/.exec(firstPart(bytes, 'mimetype'))?.[1]
  for (const [format, kind] of Object.entries(openDocument))
    if (odf === format) return { kind, macros: has((name) => /^(basic|scripts)\/./.test(name)) }
  if (!names.includes('[content_types].xml')) return undefined
  for (const [folder, kind] of Object.entries(openXml))
    if (has((name) => name.startsWith(folder)))
      return { kind, macros: has((name) => /(^|\/)(vbaproject\.bin$|macrosheets\/)/.test(name)) }
  return undefined
}

/** The names in an archive's directory, in lower case; none if it is damaged or has too many. */
async function namesIn(bytes: Buffer): Promise<string[]> {
  try {
    const zip = await fromBufferPromise(bytes)
    if (zip.entryCount > mostEntries) return []
    const names: string[] = []
    for await (const entry of zip.eachEntry()) names.push(entry.fileName.toLowerCase())
    return names
  } catch {
    return []
  }
}

/** The text of an archive's first part, if it has this name and is stored as it is, as OpenDocument demands of its `mimetype`. */
function firstPart(bytes: Buffer, name: string): string {
  if (bytes.length < 30 || bytes.readUInt16LE(8) !== 0) return ''
  const [nameLength, extraLength] = [bytes.readUInt16LE(26), bytes.readUInt16LE(28)]
  if (bytes.toString('latin1', 30, 30 + nameLength) !== name) return ''
  return bytes.toString('latin1', 30 + nameLength + extraLength, 30 + nameLength + extraLength + 100)
}

/** The streams by which a compound file, as Outlook and the Office of before 2007 write it, shows what it is. */
const streams = [
  ['__properties_version1.0', 'outlook-email'],
  ['WordDocument', 'word-97'],
  ['Workbook', 'excel-97'],
  ['Book', 'excel-97'],
  ['PowerPoint Document', 'powerpoint-97'],
] as const

function inCompoundFile(bytes: Buffer): Detected | undefined {
  const found = streams.find(([name]) => hasEntry(bytes, name))
  return found && { kind: found[1], macros: ['VBA', '_VBA_PROJECT'].some((name) => hasEntry(bytes, name)) }
}

/** Whether a compound file's directory has an entry of this name. Entries have 128 bytes each and begin with their name. */
function hasEntry(bytes: Buffer, name: string): boolean {
  const [wanted, length] = [Buffer.from(`${name}\0`, 'utf16le'), 64]
  for (let at = bytes.indexOf(wanted, 512); at >= 0; at = bytes.indexOf(wanted, at + 1))
    if (at % 128 === 0 && at + length + 2 <= bytes.length && bytes.readUInt16LE(at + length) === wanted.length)
      return true
  return false
}

const emailFields = /^(from|to|subject|date|message-id|received|mime-version|return-path|delivered-to|reply-to|cc):/i

/** An email begins with lines of 'Name: value', of which at least three are an email's. */
function isEmail(bytes: Buffer): boolean {
  const start = bytes.toString('latin1', 0, 65_536)
  if (start.includes('\0')) return false
  const [head = ''] = start.split(/\r?\n\r?\n/, 1)
  const lines = head.split(/\r?\n/)
  // The last line may be cut where a long head is.
  const isHead = lines.slice(0, -1).every((line) => /^([!-9;-~]+:|[ \t]|From )/.test(line))
  return isHead && lines.filter((line) => emailFields.test(line)).length >= 3
}
