import { saveFile } from '#web/client/download.ts'
import { isApple } from '#web/client/is-apple.ts'
import { photoFile } from '#web/sync/photos/photo-queue.ts'
import type { Photo, Photos } from '#web/sync/photos/photo-store.ts'

const notSaved = 'Failed to save photos. Please try again.'

/** Saves copies of unsent photos outside Fettle. Returns what went wrong, for the user. */
export async function savePhotos(photos: Photos): Promise<string | undefined> {
  const found = await Promise.all(photos.map(fileOf))
  const files = found.filter((one) => one !== undefined)
  if (files.length < photos.length) return notSaved
  // iPhones save one download at a time; their share sheet saves any number of pictures.
  if (isApple(navigator) && navigator.canShare?.({ files })) return shared(files)
  for (const content of files) saveFile({ name: content.name, content })
  return undefined
}

/** A person who closes the share sheet has changed their mind. */
const shared = (files: File[]) =>
  navigator.share({ files }).then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof Error && error.name === 'AbortError') return undefined
      console.error('The photos were not shared', error)
      return notSaved
    },
  )

async function fileOf({ imageId, name }: Photo): Promise<File | undefined> {
  const content = await photoFile(imageId)
  return content && new File([content], savedName(name, content.type), { type: content.type })
}

const endings: Readonly<Record<string, string>> = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' }

/** The name of a photo's file, with the ending of what it has become on this device: 'sink.webp'. */
export function savedName(name: string, type: string): string {
  const ending = endings[type]
  if (!ending || name.toLowerCase().endsWith(`.${ending}`)) return name
  return `${name.replace(/\.[a-z0-9]{1,5}$/i, '')}.${ending}`
}
