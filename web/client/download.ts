import { call } from './call.ts'
import type { NamedFile, Request } from './request.ts'

/** Downloads a file from the API under the name the API gives it. Throws as `call` does. */
export async function download(path: string, query: Request['query'] = {}): Promise<void> {
  saveFile(await call<NamedFile>(path, { query, as: 'file' }))
}

/** Saves a file on the person's device. */
export function saveFile({ name, content }: NamedFile) {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has started reading it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
