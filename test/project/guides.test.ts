import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { newestMigration } from '#ledger/database/migrated.ts'

const folder = path.join(import.meta.dirname, '../../docs/guide')
const guides = readdirSync(folder).filter((file) => file.endsWith('.md'))
const pictures = guides.flatMap((file) =>
  [...readFileSync(path.join(folder, file), 'utf8').matchAll(/!\[(.*?)\]\((.+?)\)/g)].map(
    ([, alt = '', picture = '']) => ({
      file,
      alt,
      picture,
    }),
  ),
)

test('every guide has pictures of the product, each described in words and at most 80 kB', () => {
  expect(guides).toHaveLength(4)
  expect(new Set(pictures.map((one) => one.file))).toEqual(new Set(guides))
  for (const { alt, picture } of pictures) {
    expect(alt.length, picture).toBeGreaterThan(30)
    expect(statSync(path.join(folder, picture)).size, picture).toBeLessThanOrEqual(80_000)
  }
})

test('every stored picture is shown in a guide', () => {
  const files = readdirSync(folder).filter((file) => file.endsWith('.webp'))
  expect(files.toSorted()).toEqual([...new Set(pictures.map(({ picture }) => path.basename(picture)))].toSorted())
})

test('the change that the guide to upgrading makes starts from the newest migration', () => {
  const upgrading = readFileSync(path.join(folder, '../upgrading.md'), 'utf8')
  expect(upgrading).toContain(`-export const newestMigration = '${newestMigration}'`)
})
