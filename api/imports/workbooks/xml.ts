import sax from 'sax'
import { faults, WorkbookFault } from './workbook.ts'

export type Attributes = Readonly<Record<string, string>>

/** What to do with a document's parts as they come; texts may come in several pieces. */
export type XmlReader = {
  open(name: string, attributes: Attributes): void
  text?(text: string): void
  close?(name: string): void
}

/** No spreadsheet nests its parts as deeply. */
const deepest = 100

/**
 * Reads XML piece by piece. A document type is refused, as no workbook has one: so there are no entities but the five of XML,
 * and nothing outside of the document is ever read. Throws {@link WorkbookFault}.
 */
export async function readXml(pieces: AsyncIterable<Uint8Array>, reader: XmlReader): Promise<void> {
  const parser = new sax.SAXParser(true)
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let depth = 0
  const refuse = () => {
    throw new WorkbookFault(faults.damaged)
  }
  parser.onerror = refuse
  parser.ondoctype = refuse
  let attributes: Record<string, string> = Object.create(null)
  parser.onattribute = ({ name, value }) => {
    // The parser itself asks its attributes for this method.
    if (name === 'hasOwnProperty') refuse()
    attributes[name] = value
  }
  parser.onopentag = ({ name }) => {
    depth += 1
    if (depth > deepest) refuse()
    reader.open(name, attributes)
    attributes = Object.create(null)
  }
  parser.ontext = (text) => reader.text?.(text)
  parser.oncdata = (text) => reader.text?.(text)
  parser.onclosetag = (name) => {
    depth -= 1
    reader.close?.(name)
  }
  for await (const piece of pieces) parser.write(decoded(decoder, piece))
  parser.write(decoded(decoder)).close()
}

function decoded(decoder: TextDecoder, piece?: Uint8Array): string {
  try {
    return piece ? decoder.decode(piece, { stream: true }) : decoder.decode()
  } catch {
    throw new WorkbookFault(faults.damaged)
  }
}

/** A name without its namespace's prefix. */
export const local = (name: string) => name.slice(name.indexOf(':') + 1)
