import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { parse, stringify } from 'uuid'
import type { ImageUrls } from '#core/wire/images.ts'
import { isImagePath, thumbnailOf } from './image-paths.ts'

/** Whose session an address was made for. */
type Holder = { userId: string; sessionId: string }

/** What an address was given for. One of the history opens an image that was deleted since. */
export type GivenAddress = Holder & { imageId: string; ofHistory: boolean }

type Signed = { path: string; expires: string; given: string; signature: string }

/**
 * Image addresses that work without a token, because an <img> cannot send one. The image, its company, the session that it was
 * given to and the expiry are covered by our signature; the server looks whether the session and the image are still there.
 */
export type ImageSigner = {
  urlsOf(
    images: readonly { imageId: string; src: string }[],
    holder: Holder,
    of?: 'job' | 'history',
  ): Record<string, ImageUrls>
  /** What a signed path was given for, and the seconds until it expires; undefined if it is not valid. */
  read(signed: Signed): (GivenAddress & { secondsLeft: number }) | undefined
}

const hour = 3_600
const day = 24 * hour

/**
 * An address of a job expires at the end of tomorrow (UTC), in 24 to 48 hours: it stays the same all day, so browsers can cache the
 * image. One of a history expires in one to two hours. The signing key is derived from the installation's own.
 */
export function signImages(secret: Buffer, now: () => Date): ImageSigner {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'fettle addresses of images', 32))
  const seconds = () => Math.floor(now().getTime() / 1_000)
  const signatureOf = (path: string, expires: string, given: string) =>
    createHmac('sha256', key).update(`${path}\n${expires}\n${given}`).digest('base64url')
  const urlOf = (path: string, given: string, period: number) => {
    const expires = String((Math.floor(seconds() / period) + 2) * period)
    return `/assets${path}?${new URLSearchParams({ expires, given, signature: signatureOf(path, expires, given) })}`
  }
  return {
    urlsOf(images, { userId, sessionId }, of = 'job') {
      const ofHistory = of === 'history'
      const period = ofHistory ? hour : day
      return Object.fromEntries(
        images
          .filter(({ src }) => isImagePath(src))
          .map(({ imageId, src }) => {
            const given = written({ userId, sessionId, imageId, ofHistory })
            return [imageId, { display: urlOf(src, given, period), thumbnail: urlOf(thumbnailOf(src), given, period) }]
          }),
      )
    },
    read({ path, expires, given, signature }) {
      const [expected, actual] = [Buffer.from(signatureOf(path, expires, given)), Buffer.from(signature)]
      if (expected.length !== actual.length || !timingSafeEqual(expected, actual)) return undefined
      const secondsLeft = Number(expires) - seconds()
      return secondsLeft > 0 ? { ...readGiven(given), secondsLeft } : undefined
    },
  }
}

/** As 66 characters: three ids, and whether it is of the history. */
const written = ({ userId, sessionId, imageId, ofHistory }: GivenAddress): string =>
  Buffer.concat([parse(userId), parse(sessionId), parse(imageId), Buffer.of(ofHistory ? 1 : 0)]).toString('base64url')

function readGiven(text: string): GivenAddress {
  const bytes = Buffer.from(text, 'base64url')
  return {
    userId: stringify(bytes, 0),
    sessionId: stringify(bytes, 16),
    imageId: stringify(bytes, 32),
    ofHistory: bytes[48] === 1,
  }
}
