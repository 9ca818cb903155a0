import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '#api/config/config.ts'
import { type RepeatedTask, repeatUntilStopped } from '#api/services/repeated-task.ts'
import type { Services } from '#api/services/services.ts'
import { builtWeb, isHashed } from './static.ts'

const day = 86_400_000
const keptFor = 30 * day

type Parts = { config: Pick<Config, 'dataFolder'> } & Pick<Services, 'logger' | 'now'>

/**
 * Keeps copies of the built hashed files in the data folder: a page that was opened before an upgrade loads its next screen from
 * there. Now and every day, so that a file counts as in use until the last day of its build.
 */
export const startKeepingWebFiles = ({ config, logger, now }: Parts): RepeatedTask =>
  repeatUntilStopped(
    {
      every: day,
      onFault: (error) => logger.warn({ err: error }, 'web files could not be kept for open pages; retrying tomorrow'),
    },
    (signal) => keepWebFiles(builtWeb, keptWeb(config.dataFolder), now(), signal),
  )

/** Where older builds' files are, as in dist/web. */
export const keptWeb = (dataFolder: string): string => path.join(dataFolder, 'web-files')

/**
 * Copies a build's hashed files that are not kept yet, and deletes those that no build has had for 30 days. A file's time of
 * change says when a build last had it. Several processes may do this at the same time.
 */
export async function keepWebFiles(built: string, kept: string, now: Date, signal?: AbortSignal): Promise<void> {
  const [from, to] = [path.join(built, 'static'), path.join(kept, 'static')]
  const names = new Set(await hashedFiles(from))
  await mkdir(to, { recursive: true })
  for (const name of await readdir(to)) {
    if (signal?.aborted) return
    const file = path.join(to, name)
    if (!names.has(name) && (await lastHad(file)) < now.getTime() - keptFor) await rm(file, { force: true })
  }
  for (const name of names) {
    if (signal?.aborted) return
    if (!(await touch(path.join(to, name), now))) await copyWhole(from, to, name, now)
  }
}

const hashedFiles = async (folder: string) =>
  (await readdir(folder).catch(orMissing([]))).filter((name) => isHashed(name))

/** The time since when no build has had a file; of one that another process has just deleted, now. */
const lastHad = async (file: string) =>
  (await stat(file).catch(orMissing(undefined)))?.mtimeMs ?? Number.POSITIVE_INFINITY

/** Whether there was a file to touch. */
const touch = (file: string, now: Date) => utimes(file, now, now).then(() => true, orMissing(false))

/** A file has its name only once it is whole. What a killed process leaves is hidden, and deleted like an old file. */
async function copyWhole(from: string, to: string, name: string, now: Date) {
  const unfinished = path.join(to, `.${name}.${randomUUID()}`)
  await copyFile(path.join(from, name), unfinished, constants.COPYFILE_FICLONE)
  await utimes(unfinished, now, now)
  await rename(unfinished, path.join(to, name))
}

const orMissing =
  <T>(missing: T) =>
  (error: unknown): T => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return missing
    throw error
  }
