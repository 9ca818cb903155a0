/** What one build stores on the device: its page and the files of all signed-in screens. */
export type Build = { version: string; files: readonly string[] }

/** The page of every signed-in screen. */
export const shell = '/sites'

const prefix = 'fettle-build-'
/** Attempts to fetch a file on a bad line, and files fetched at a time. */
const attempts = 4
const concurrent = 6

/**
 * Stores a build. What an earlier attempt or an older build has already stored is not fetched again. Throws if a file cannot be
 * fetched; the browser then tries again later, and continues where this attempt stopped.
 */
export async function storeBuild({ version, files }: Build): Promise<void> {
  const cache = await caches.open(prefix + version)
  const missing = [shell, ...files]
  const storeNext = async (): Promise<void> => {
    for (let path = missing.shift(); path !== undefined; path = missing.shift()) {
      if (await cache.match(path)) continue
      await cache.put(path, (isHashed(path) ? await storedFile(path) : undefined) ?? (await fetched(path)))
    }
  }
  await Promise.all(Array.from({ length: concurrent }, storeNext))
}

/** Deletes stored builds except this one and the one before, whose pages may still be open. */
export async function deleteOldBuilds({ version }: Build): Promise<void> {
  const older = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== prefix + version)
  await Promise.all(older.slice(0, -1).map((name) => caches.delete(name)))
}

/** A stored file, of whichever build. */
export const storedFile = (path: string): Promise<Response | undefined> => caches.match(path, { ignoreVary: true })

/** The stored page of this build. */
export const storedShell = async ({ version }: Build): Promise<Response | undefined> =>
  (await caches.open(prefix + version)).match(shell, { ignoreVary: true })

const isHashed = (path: string) => path.startsWith('/static/')

async function fetched(path: string): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const response = await fetch(path, { cache: isHashed(path) ? 'default' : 'no-cache' })
      if (response.ok) return response
      throw new Error(`${path} was answered with ${response.status}`)
    } catch (error) {
      if (attempt === attempts) throw error
    }
  }
}
