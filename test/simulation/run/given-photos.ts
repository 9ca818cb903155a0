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
  /** The person asked to log out, which deletes it, or has done so. */
  wiping?: 'asked' | 'done' | undefined
}

/** Notes every photo given and everything that a page has promised about it. */
export function givenPhotos() {
  const all = new Map<string, GivenPhoto>()
  return {
    all: () => [...all.values()],
    of: (imageId: string) => all.get(imageId),
    gave: (photo: Omit<GivenPhoto, 'isKept'>) => void all.set(photo.imageId, { ...photo, isKept: false }),
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
    /** A person asked to log out of a device, has done so, or could not. */
    wiping(device: string, userId: string, wiping: 'asked' | 'done' | undefined) {
      for (const photo of all.values())
        if (photo.device === device && photo.userId === userId && photo.wiping !== 'done') photo.wiping = wiping
    },
  }
}
export type GivenPhotos = ReturnType<typeof givenPhotos>
