import { chai, type TaskMeta } from 'vitest'

type Noted = { meta: TaskMeta }

/**
 * Notes a negative control of a proof: its checks ran on something that has the fault. Throws if they found nothing, since then
 * they prove nothing elsewhere; the table of `npm run proof` says so too.
 *
 * @param broken what has the fault, such as 'an API that forgets the ids of commands'
 * @param found what the checks found in it
 */
export function expectFound({ meta }: Noted, broken: string, found: readonly string[]): void {
  const [first] = found
  if (first === undefined) {
    meta.missed = [...(meta.missed ?? []), broken]
    throw new Error(`The checks found nothing wrong with ${broken}`)
  }
  const others = found.length > 1 ? ` and ${found.length - 1} more` : ''
  meta.controls = [...(meta.controls ?? []), `${broken}: ${first}${others}`]
}

/** What an assertion objects to in its first line, in a list that is empty if it holds. Throws any other error. */
export async function objectionsOf(check: () => unknown): Promise<string[]> {
  try {
    await check()
    return []
  } catch (error) {
    if (!(error instanceof chai.AssertionError)) throw error
    return [error.message.split('\n')[0] ?? '']
  }
}
