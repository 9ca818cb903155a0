import type { Tab } from '#test/simulation/device/device.ts'

/** A photo that somebody gave, as noted outside of the product. */
export type GivenPhoto = {
  imageId: string
  jobId: string
  userId: string
  device: string
  tab: Tab
  /** The SHA-256 of its bytes, and of what this device may have made of it. */
  digests: readonly string[]
  /** The page has shown it as saved on the device. */
  isKept: boolean
  /** The person agreed to discard it. */
  isDiscarded?: true
  /** When the device had deleted it, and no page was sending it. */
  deletedAt?: number
  /** How often the person has asked to log out, which deletes it; without those that could not. */
  wipesAsked: number
}

/** Notes every photo given and everything that a page has promised about it. */
export function givenPhotos() {
  const all = new Map<string, GivenPhoto>()
  return {
    all: () => [...all.values()],
    of: (imageId: string) => all.get(imageId),
    gave: (photo: Omit<GivenPhoto, 'isKept' | 'wipesAsked'>) =>
      void all.set(photo.imageId, { ...photo, isKept: false, wipesAsked: 0 }),
    kept(imageIds: readonly string[]) {
      for (const id of imageIds) {
        const photo = all.get(id)
        if (photo) photo.isKept = true
      }
    },
    discarded(imageId: string) {
      const photo = all.get(imageId)
      if (photo) photo.isDiscarded = true
    },
    deleted(imageId: string, at: number) {
      const photo = all.get(imageId)
      if (photo) photo.deletedAt = at
    },
    /** A person asked to log out of a device. Returns what to call if they could not. */
    wipeAsked(device: string, userId: string) {
      const its = [...all.values()].filter((photo) => photo.device === device && photo.userId === userId)
      for (const photo of its) photo.wipesAsked += 1
      return () => {
        for (const photo of its) photo.wipesAsked -= 1
      }
    },
  }
}
export type GivenPhotos = ReturnType<typeof givenPhotos>
