import sharp from 'sharp'
import { paths, pathTo } from '#core/wire/paths.ts'
import type { SignedInTest, TestServer } from '#test/server/server.ts'

/** A picture of one colour with a red top edge that shows which way up it is. */
export const picture = (width: number, height: number, background = '#4a6') => {
  const top = { create: { width, height: Math.ceil(height / 8), channels: 3, background: '#e00' } } as const
  return sharp({ create: { width, height, channels: 3, background } }).composite([{ input: top, top: 0, left: 0 }])
}

/** A small JPEG, different for each colour. */
export const smallPhoto = (background?: string) => picture(64, 48, background).jpeg().toBuffer()

const taken = { DateTimeOriginal: '2026:11:20 09:08:41', OffsetTimeOriginal: '+00:00' }

/** A photo of 12 megapixels as a phone stores it: sideways, with its place and time. */
export async function phonePhoto(): Promise<Buffer> {
  const upright = await picture(3024, 4032).jpeg().toBuffer()
  return sharp(upright)
    .rotate(270)
    .withExif({ IFD0: { Make: 'Phone' }, IFD2: taken, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 26/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 90 })
    .toBuffer()
}

export type Form = {
  files?: { bytes: Uint8Array; name?: string; type?: string; field?: string }[]
  fields?: Record<string, string>
}

/** The form of an upload, with its required fields unless they are overridden. */
export function formOf(person: SignedInTest, jobId: string, { files = [], fields = {} }: Form): FormData {
  const form = new FormData()
  const { username, userRole, companyId } = person.user
  for (const [name, value] of Object.entries({ jobId, companyId, username, userRole, ...fields })) form.set(name, value)
  for (const { bytes, name = 'photo.jpg', type = 'image/jpeg', field = 'images' } of files)
    form.append(field, new Blob([new Uint8Array(bytes)], { type }), name)
  return form
}

/** Uploads as a browser does. */
export const upload = (server: TestServer, person: SignedInTest, jobId: string, form: Form, companyId?: string) =>
  fetch(server.url + pathTo(paths.uploadImage, { companyId: companyId ?? person.user.companyId }), {
    method: 'POST',
    headers: { origin: server.url, authorization: `Bearer ${person.token}` },
    body: formOf(person, jobId, form),
  })
