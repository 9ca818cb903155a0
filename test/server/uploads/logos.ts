import sharp from 'sharp'
import { v7 as uuid } from 'uuid'
import { paths, pathTo } from '#core/wire/paths.ts'
import type { SignedInTest, TestServer } from '#test/server/server.ts'

/** A logo of one colour on nothing. */
export const smallLogo = (width = 300, height = 90, background = '#0b4f41') =>
  sharp({ create: { width, height, channels: 3, background } })
    .extend({ top: 10, bottom: 10, left: 10, right: 10, background: '#0000' })
    .png()
    .toBuffer()

/** Sends a picture as the company's logo. */
export const sendLogo = (server: TestServer, { token }: SignedInTest, bytes: Uint8Array, imageId = uuid()) =>
  fetch(server.url + pathTo(paths.companyLogo, { imageId }), {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(bytes),
  })
