import { logoSize } from '#core/company/logo-limits.ts'

const megabyte = 1024 * 1024

/** Limits of an uploaded image and sizes of what is made from it. */
export const limits = {
  /** Phones take photos of up to 50 megapixels; a decompression bomb is larger and is refused by its header. */
  pixels: 50_000_000,
  progressivePixels: 25_000_000,
  /** In pixels: a photo of 1 x 5,000,000 takes seconds to scale down, although it has few pixels. */
  side: 20_000,
  /** Of processor time. */
  milliseconds: 20_000,
  /** In milliseconds: on a busy machine requests come first. */
  longest: 90_000,
  memory: 450 * megabyte,
  /** The longest side of a thumbnail, in pixels. */
  thumbnail: 480,
}

/** What a picture is encoded for: its display size in pixels, its quality as WebP, and the formats that are taken. */
export const purposes = {
  photo: { width: 2560, height: 2560, quality: 82, formats: ['jpeg', 'png', 'webp'] },
  logo: { ...logoSize, quality: 92, formats: ['jpeg', 'png'] },
} as const satisfies Record<string, { width: number; height: number; quality: number; formats: readonly string[] }>
export type Purpose = keyof typeof purposes

/** An encoded image: the SHA-256 of its display size, its dimensions, and when it was taken, if the camera recorded it. */
export type Encoded = { digest: string; width: number; height: number; takenAt?: string | undefined }

/** Why a file is refused. */
export type EncodeFault = 'not-an-image' | 'too-many-pixels' | 'too-complex'
