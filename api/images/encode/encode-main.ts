import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { type Encoded, type EncodeFault, limits } from './encode-limits.ts'
import { takenAt } from './taken-at.ts'

/**
 * Makes of one uploaded file what is kept of it: a display size and a thumbnail, both WebP. Run by encode.ts as a process of
 * its own, for a picture is foreign data in the hands of native code: here it has neither secrets nor much memory or time.
 * Upright by its EXIF, then without EXIF, GPS and whatever else came with it, a polyglot's other half included.
 */
const [input = '', folder = '', milliseconds = 0, memory = 0] = process.argv.slice(2)

// libvips works on other threads, so that this one can watch over it. An orderly exit would wait for them.
const until = Date.now() + Number(milliseconds)
setInterval(() => {
  if (process.memoryUsage.rss() > Number(memory) || Date.now() > until) process.kill(process.pid, 'SIGKILL')
}, 20).unref()

sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegFile',
    'VipsForeignLoadPngFile',
    'VipsForeignLoadWebpFile',
    'VipsForeignLoadWebpBuffer',
  ],
})

answer(await encode().catch((error: unknown) => ({ fault: faultOf(error) })))

async function encode(): Promise<Encoded | { fault: EncodeFault }> {
  const options = { limitInputPixels: limits.pixels, failOn: 'error', sequentialRead: true } as const
  const { isProgressive, format, width, height, exif } = await sharp(input, options).metadata()
  // A progressive JPEG is held in memory whole, three numbers of two bytes for each of its pixels.
  if (isProgressive && format !== 'webp' && width * height > limits.progressivePixels)
    return { fault: 'too-many-pixels' }
  const display = await sharp(input, options)
    .autoOrient()
    .resize({ ...square(limits.display), fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 82 })
    .toBuffer({ resolveWithObject: true })
  const thumbnail = await sharp(display.data)
    .resize({ ...square(limits.thumbnail), fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 75 })
    .toBuffer()
  await Promise.all([writeFile(join(folder, 'display'), display.data), writeFile(join(folder, 'thumbnail'), thumbnail)])
  const digest = createHash('sha256').update(display.data).digest('hex')
  return { digest, width: display.info.width, height: display.info.height, takenAt: exif && takenAt(exif) }
}

function square(side: number) {
  return { width: side, height: side }
}

/** A full disk, say, is no fault of the file. */
function faultOf(error: unknown): EncodeFault {
  if (error instanceof Error && 'syscall' in error) throw error
  return error instanceof Error && error.message.includes('pixel limit') ? 'too-many-pixels' : 'not-an-image'
}

function answer(result: Encoded | { fault: EncodeFault }) {
  process.stdout.write(JSON.stringify(result), () => process.exit())
}
