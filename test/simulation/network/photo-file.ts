/**
 * A photo's file whose bytes are here: it is read at once and stored by reference, so that a day repeats exactly. Node reads other
 * files in threads.
 */
export class PhotoFile extends File {
  readonly content: Uint8Array<ArrayBuffer>

  constructor(content: Uint8Array<ArrayBuffer>, name = '') {
    super([content], name, { type: 'image/jpeg' })
    this.content = content
  }
  override slice(from = 0, to = this.content.length) {
    return new PhotoFile(this.content.slice(from, to), this.name)
  }
  override async arrayBuffer() {
    return this.content.slice().buffer
  }
}

/** A form that keeps such files as they are. */
export class PhotoForm extends FormData {
  file: { content: PhotoFile; name: string } | undefined

  override append(name: string, value: string | Blob, fileName = '') {
    if (value instanceof PhotoFile) this.file = { content: value, name: fileName }
    else if (typeof value === 'string') super.append(name, value)
  }
}

/** The structured clone of a browser, which never copies the bytes of a file. */
export const stored = <T>(value: T): T => (value instanceof PhotoFile ? value : structuredClone(value))
