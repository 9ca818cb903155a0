import { join } from 'node:path'
import webPush from 'web-push'
import * as z from 'zod/mini'
import { UnusableKeys } from './keys.ts'
import { readOrCreate } from './read-or-create.ts'

const pushKeys = z.object({
  publicKey: z.string().check(z.regex(/^B[\w-]{86}$/)),
  privateKey: z.string().check(z.regex(/^[\w-]{43}$/)),
})
/** The keys by which push services know this installation (VAPID). Browsers subscribe to the public one. */
export type PushKeys = z.infer<typeof pushKeys>

/**
 * This installation's keys for push, created when first needed. All API processes must share the file. Throws {@link UnusableKeys} if it
 * cannot be read or written, or holds no such keys.
 */
export async function loadPushKeys(dataFolder: string): Promise<PushKeys> {
  const file = join(dataFolder, 'push-keys.json')
  try {
    const text = await readOrCreate(file, async () => `${JSON.stringify(webPush.generateVAPIDKeys(), undefined, 2)}\n`)
    return pushKeys.parse(JSON.parse(text))
  } catch (error) {
    throw new UnusableKeys(file, error, 'turns push off on every device until its person turns it on again')
  }
}
