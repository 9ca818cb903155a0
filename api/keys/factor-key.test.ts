import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadFactorKey, seal, unseal } from './factor-key.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'fettle-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('a sealed secret is opened again with the same key for the same person, and for nobody else', async () => {
  const key = await loadFactorKey(folder)
  const sealed = seal(key, 'dana', 'JBSWY3DPEHPK3PXP')
  expect(sealed.includes('JBSWY3DPEHPK3PXP')).toBe(false)
  expect(unseal(await loadFactorKey(folder), 'dana', sealed)).toBe('JBSWY3DPEHPK3PXP')
  expect(unseal(key, 'tom', sealed)).toBeUndefined()
  expect(seal(key, 'dana', 'JBSWY3DPEHPK3PXP')).not.toEqual(sealed)
})

test('a sealed secret that was altered in any byte, or cut, is not opened', async () => {
  const key = await loadFactorKey(folder)
  const sealed = seal(key, 'dana', 'JBSWY3DPEHPK3PXP')
  for (let place = 0; place < sealed.length; place += 1) {
    const altered = Buffer.from(sealed)
    altered.writeUInt8(sealed.readUInt8(place) ^ 1, place)
    expect(unseal(key, 'dana', altered)).toBeUndefined()
    expect(unseal(key, 'dana', sealed.subarray(0, place))).toBeUndefined()
  }
})

test('the key is a file that only its owner reads, and a damaged one is refused', async () => {
  await loadFactorKey(folder)
  const file = path.join(folder, 'second-factor-key')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const text = await readFile(file, 'utf8')
  await writeFile(file, 'short')
  await expect(loadFactorKey(folder)).rejects.toThrow('cannot be used')
  await writeFile(file, text)
})
