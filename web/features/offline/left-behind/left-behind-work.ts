import { saveFile } from '#web/client/download.ts'
import { forgetPersonHere, type PersonHere } from '#web/client/here/people-here.ts'
import { describeCommand } from '#web/features/offline/describe-command.ts'
import { countDrafts, wipeDrafts } from '#web/sync/device/drafts.ts'
import { keptAnswers } from '#web/sync/device/kept-answers.ts'
import { notesOf } from '#web/sync/outbox/ahead/notes.ts'
import { withKept } from '#web/sync/outbox/outbox.ts'
import { indexedDbStorage } from '#web/sync/outbox/outbox-storage.ts'
import { indexedDbPhotos } from '#web/sync/photos/photo-storage.ts'

/** Unsent work of somebody who is signed out: how much, and what can be done with it. */
export type LeftBehindWork = {
  changes: number
  photos: number
  /** Half-typed texts. They wait for the person like unsent work, but are not spoken of. */
  drafts: number
  /** Saves a text with all changes, and the photos, on the person's device. */
  save(): Promise<void>
  /** Deletes it from this browser. */
  wipe(): Promise<void>
  /** Deletes what else this browser has kept of somebody who is gone: read answers, thumbnails and half-typed texts. */
  wipeRest(): Promise<void>
}

/** Finds a person's unsent work on this device. */
export async function leftBehindBy({ userId, companyId, username }: PersonHere): Promise<LeftBehindWork> {
  const owner = `${companyId}:${userId}`
  const outbox = indexedDbStorage(owner)
  const photoStorage = indexedDbPhotos(owner)
  const unsent = withKept(notesOf(owner), await outbox.read()).filter(({ state }) => state !== 'accepted')
  const photos = (await photoStorage.list()).filter(({ state }) => state !== 'sent')
  return {
    changes: unsent.length,
    photos: photos.length,
    drafts: await countDrafts(owner),
    save: async () => {
      const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
      const lines = unsent.map(
        ({ happenedAt, command }) => `${when(happenedAt, zone)}  ${describeCommand(command, undefined, zone)}`,
      )
      const text = `Not sent from this device, by ${username}:\n\n${lines.join('\n')}\n`
      if (lines.length > 0) saveFile({ name: 'fettle-unsent.txt', content: new Blob([text], { type: 'text/plain' }) })
      for (const { imageId, name } of photos) {
        const content = await photoStorage.file(imageId)
        if (content) saveFile({ name, content })
      }
    },
    wipe: async () => {
      await Promise.all([outbox.wipe(), photoStorage.wipe(), wipeDrafts(owner)])
      forgetPersonHere(userId)
    },
    // While nobody is signed in, all kept answers are of somebody who may not read them here.
    wipeRest: async () => void (await Promise.all([keptAnswers(owner).wipe(), wipeDrafts(owner)])),
  }
}

const when = (instant: string, timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(instant))
