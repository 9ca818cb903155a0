const megabyte = 1024 * 1024

/** What a picture may cost and what is made of it. */
export const limits = {
  /** Phones take photos of up to 50 megapixels; a bomb has more and is refused by its header. */
  pixels: 50_000_000,
  progressivePixels: 25_000_000,
  milliseconds: 20_000,
  memory: 450 * megabyte,
  /** The longest side in pixels of what is looked at, and of what stands in a list. */
  display: 2560,
  thumbnail: 480,
}

/** A picture as it is kept: the SHA-256 of its display size, that size, and when it was taken if its camera said so. */
export type Encoded = { digest: string; width: number; height: number; takenAt?: string | undefined }

/** Why a file is not taken. */
export type EncodeFault = 'not-an-image' | 'too-many-pixels' | 'too-complex'
