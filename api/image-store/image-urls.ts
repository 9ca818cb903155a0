import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { ImageUrls } from '#core/wire/images.ts'
import { isImagePath, thumbnailOf } from './image-paths.ts'

type Signed = { path: string; expires: string; signature: string }

/**
 * Image addresses that work without signing in, because an <img> cannot send a token. The image, its company and the expiry are
 * covered by our signature.
 */
export type ImageSigner = {
  urlsOf(images: readonly { imageId: string; src: string }[]): Record<string, ImageUrls>
  /** Seconds until a signed path expires; 0 if it is not valid. */
  secondsLeft(signed: Signed): number
}

const day = 86_400

/**
 * An address expires at the end of tomorrow (UTC), in 24 to 48 hours: it stays the same all day, so browsers can cache the
 * image. The signing key is derived from the installation's own.
 */
export function signImages(secret: Buffer, now: () => Date): ImageSigner {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'fettle addresses of images', 32))
  const seconds = () => Math.floor(now().getTime() / 1_000)
  const signatureOf = (path: string, expires: string) =>
    createHmac('sha256', key).update(`${path}\n${expires}`).digest('base64url')
  const urlOf = (path: string) => {
    const expires = String((Math.floor(seconds() / day) + 2) * day)
    return `/assets${path}?${new URLSearchParams({ expires, signature: signatureOf(path, expires) })}`
  }
  return {
    urlsOf: (images) =>
      Object.fromEntries(
        images
          .filter(({ src }) => isImagePath(src))
          .map(({ imageId, src }) => [imageId, { display: urlOf(src), thumbnail: urlOf(thumbnailOf(src)) }]),
      ),
    secondsLeft({ path, expires, signature }) {
      const [expected, actual] = [Buffer.from(signatureOf(path, expires)), Buffer.from(signature)]
      if (expected.length !== actual.length || !timingSafeEqual(expected, actual)) return 0
      return Math.max(0, Number(expires) - seconds())
    },
  }
}
