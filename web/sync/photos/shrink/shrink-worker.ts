import { takenAt } from '#core/model/camera-time.ts'
import { exifInFile } from './exif-in-file.ts'
import { isReadableByServer, previewSize, type Size, smallerSize } from './smaller-size.ts'

/**
 * What a photo becomes on this device: a smaller file unless it is small enough already, a preview, and when it was taken by its
 * camera, which the smaller file no longer says. What is missing could not be made, and the original is sent.
 */
export type Shrunk = { file?: Blob; preview?: Blob; takenAt?: string }

/** A worker, so that typing and scrolling do not wait for the photo. It ends after one photo and frees all its memory. */
addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (data instanceof Blob) void shrink(data).then((shrunk) => postMessage(shrunk))
})

async function shrink(original: Blob): Promise<Shrunk> {
  const bytes = new Uint8Array(await original.arrayBuffer())
  const exif = exifInFile(bytes)
  const taken = exif && takenAt(exif)
  const pictures = await smaller(original, isReadableByServer(bytes)).catch(() => ({}))
  return { ...pictures, ...(taken && { takenAt: taken }) }
}

async function smaller(original: Blob, readable: boolean): Promise<Omit<Shrunk, 'takenAt'>> {
  // Upright by its EXIF.
  const picture = await createImageBitmap(original, { imageOrientation: 'from-image' })
  const size = smallerSize(picture, original.size, readable)
  const file = size && (await encoded(picture, size, 0.85))
  const preview = await encoded(picture, previewSize(picture), 0.7)
  const isWorth = file && (file.size < original.size || !readable || size.width < picture.width)
  picture.close()
  return isWorth ? { file, preview } : { preview }
}

/** As WebP, or as JPEG where the browser cannot encode WebP. */
async function encoded(picture: ImageBitmap, { width, height }: Size, quality: number): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d', { alpha: false })
  if (!context) throw new Error('No canvas')
  // JPEG has no transparency, and black would take its place.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, width, height)
  const webp = await canvas.convertToBlob({ type: 'image/webp', quality })
  return webp.type === 'image/webp' ? webp : canvas.convertToBlob({ type: 'image/jpeg', quality })
}
