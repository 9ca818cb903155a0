import { readdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants

/** The codings in which a build has its scripts and style sheets beside the plain ones, and how the names of those files end. */
export const compressedEndings = { br: '.br', gzip: '.gz' } as const

/**
 * Writes each script and style sheet of a folder in compressed forms beside it. The best quality takes Brotli two seconds for a whole
 * build, far too long while somebody waits, and saves phones 14 % against the quality for doing so.
 */
export async function compressFiles(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => /\.(js|css)$/.test(name))
  await Promise.all(names.map((name) => compressFile(path.join(folder, name))))
}

async function compressFile(file: string) {
  const bytes = await readFile(file)
  const params = { [BROTLI_PARAM_QUALITY]: 11, [BROTLI_PARAM_SIZE_HINT]: bytes.length }
  await writeWhole(file + compressedEndings.br, await promisify(brotliCompress)(bytes, { params }))
  await writeWhole(file + compressedEndings.gzip, await promisify(gzip)(bytes, { level: 9 }))
}

/** A file has its name only once it is whole: a running server remembers what it reads. */
async function writeWhole(file: string, bytes: Buffer) {
  await writeFile(`${file}.unfinished`, bytes)
  await rename(`${file}.unfinished`, file)
}
