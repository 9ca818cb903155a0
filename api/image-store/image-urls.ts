import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { ImageUrls } from '#core/wire/images.ts'
import { isImagePath, thumbnailOf } from './image-paths.ts'

type Signed = { path: string; expires: string; signature: string }

/**
 * Addresses of pictures that work without signing in, since a page cannot send its token for them, but only for a while: what
 * they name, the company that it is of, and when they end are under our signature.
 */
export type ImageSigner = {
  urlsOf(images: readonly { imageId: string; src: string }[]): Record<string, ImageUrls>
  /** How many more seconds a signed path is good for; 0 when it is not. */
  secondsLeft(signed: Signed): number
}

const day = 86_400

/**
 * An address ends at the end of tomorrow (UTC), 24 to 48 hours from now, so that it stays the same all day and a browser
 * can keep what it got. The key follows from the installation's own.
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
      const [wanted, given] = [Buffer.from(signatureOf(path, expires)), Buffer.from(signature)]
      if (wanted.length !== given.length || !timingSafeEqual(wanted, given)) return 0
      return Math.max(0, Number(expires) - seconds())
    },
  }
}
