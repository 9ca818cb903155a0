import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

/** Makes the icons of the installed app from the logo: `node test/pictures/app-icons.ts` writes them to web/static. */
async function makeAppIcons() {
  const mark = await readFile(new URL('../../web/static/favicon.svg', import.meta.url))
  const drawn = (size: number) => sharp(mark, { density: (72 * size) / 32 }).resize(size, size)
  const green = '#0b4f41'
  await drawn(192).png().toFile(at('icon-192.png'))
  await drawn(512).png().toFile(at('icon-512.png'))
  // Phones crop these to their own shapes, so the green reaches the edges and the letter stays clear of them.
  await drawn(180).flatten({ background: green }).png().toFile(at('apple-touch-icon.png'))
  const inner = await drawn(400).flatten({ background: green }).toBuffer()
  const edge = { top: 56, bottom: 56, left: 56, right: 56, background: green }
  await sharp(inner).extend(edge).png().toFile(at('icon-maskable-512.png'))
}

const at = (name: string) => fileURLToPath(new URL(`../../web/static/${name}`, import.meta.url))

await makeAppIcons()
