import type { PackTask, Question } from '#api/evidence/pack-messages.ts'
import { inPackProcess } from '#api/evidence/pack-process.ts'
import { readPhoto } from '#api/paper/photo-files.ts'
import type { Services } from '#api/services/services.ts'

/**
 * The most bytes of a pack that goes by email. In an email they become a third more, and mail servers commonly refuse those of more than
 * 20 to 25 MB.
 */
export const mostBytes = 15_000_000

type Making = {
  task: PackTask
  /** Throws if the pack is not wanted any more. */
  stillWanted: () => Promise<unknown>
  /** Takes the pack piece by piece. */
  take: (bytes: Uint8Array) => void
  signal: AbortSignal
  most?: number | undefined
}

/** Makes a pack that goes by email in its own process. Throws {@link PackTooLarge} as soon as it is; false if the facts make no job. */
export async function makePack(
  { images }: Pick<Services, 'images'>,
  { task, stillWanted, take, signal, most = mostBytes }: Making,
): Promise<boolean> {
  let size = 0
  let isFound = false
  await inPackProcess(
    task,
    async (question: Question) => {
      if (question.of === 'photo') return { photo: await readPhoto(images.files, question.src) }
      if (question.of === 'ready') isFound = question.found
      if (question.of === 'rights') await stillWanted()
      if (question.of === 'bytes') {
        size += question.bytes.length
        if (size > most) throw new PackTooLarge()
        take(question.bytes)
      }
      return {}
    },
    signal,
  )
  return isFound
}

/** A pack has more bytes than an email may carry. */
export class PackTooLarge extends Error {
  constructor() {
    super('An evidence pack is too large for an email')
    this.name = 'PackTooLarge'
  }
}
