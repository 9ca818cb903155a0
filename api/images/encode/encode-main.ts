import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { takenAt } from '#core/model/camera-time.ts'
import { type Encoded, type EncodeFault, limits, purposes } from './encode-limits.ts'

/**
 * Encodes one uploaded file as a display size and a thumbnail, both WebP. encode.ts runs it as a separate process, because an
 * image is untrusted data handled by native code: here it has no secrets and little memory and time. The result is upright by
 * its EXIF and carries no EXIF, GPS or other payload, such as the other half of a polyglot file.
 */
const [input = '', folder = '', milliseconds = 0, longest = 0, memory = 0, purpose] = process.argv.slice(2)
const made = purposes[purpose === 'logo' ? 'logo' : 'photo']
const taken: readonly string[] = made.formats

// libvips works on other threads while this one watches its memory. An orderly exit would wait for those threads.
const until = Date.now() + Number(longest)
setInterval(() => {
  const { user, system } = process.cpuUsage()
  const isLate = (user + system) / 1_000 > Number(milliseconds) || Date.now() > until
  if (isLate || process.memoryUsage.rss() > Number(memory)) process.kill(process.pid, 'SIGKILL')
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
  if (!taken.includes(format)) return { fault: 'not-an-image' }
  if (Math.max(width, height) > limits.side) return { fault: 'too-many-pixels' }
  // A progressive JPEG is decoded in memory: three two-byte coefficients for each pixel.
  if (isProgressive && format !== 'webp' && width * height > limits.progressivePixels)
    return { fault: 'too-many-pixels' }
  const display = await sharp(input, options)
    .autoOrient()
    .resize({ width: made.width, height: made.height, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: made.quality })
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

/** A full disk, for instance, is not the file's fault. */
function faultOf(error: unknown): EncodeFault {
  if (error instanceof Error && 'syscall' in error) throw error
  return error instanceof Error && error.message.includes('pixel limit') ? 'too-many-pixels' : 'not-an-image'
}

function answer(result: Encoded | { fault: EncodeFault }) {
  process.stdout.write(JSON.stringify(result), () => process.exit())
}
