import { randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod/mini'

const postgresAddress = z.strictObject({ port: z.int(), password: z.string() })

/** The embedded server's port and password, stored next to its data for the next start. */
export type PostgresAddress = z.infer<typeof postgresAddress>

/** The stored address; the first time, a new password and port 0 for "any". */
export async function readAddress(folder: string): Promise<PostgresAddress> {
  try {
    return postgresAddress.parse(JSON.parse(await readFile(fileIn(folder), 'utf8')))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    const address = { port: 0, password: randomBytes(24).toString('base64url') }
    await writeAddress(folder, address)
    return address
  }
}

/** Stores the address atomically, readable only by its owner. */
export async function writeAddress(folder: string, address: PostgresAddress) {
  await writeFile(`${fileIn(folder)}.new`, JSON.stringify(address), { mode: 0o600 })
  await rename(`${fileIn(folder)}.new`, fileIn(folder))
}

const fileIn = (folder: string) => path.join(folder, 'address.json')
