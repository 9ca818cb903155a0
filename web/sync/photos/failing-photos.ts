/** A photo that fails this often while others pass is parked. */
const most = 5

/** Remembers how often the server failed on each photo, and whether others have passed since. */
export function failingPhotos() {
  const times = new Map<string, number>()
  const othersPassed = new Set<string>()
  return {
    /** Failed attempts by image id, for lack of a connection too. */
    times: times as ReadonlyMap<string, number>,
    passed(imageId: string) {
      times.delete(imageId)
      othersPassed.delete(imageId)
      for (const other of times.keys()) othersPassed.add(other)
    },
    failed(imageId: string) {
      times.set(imageId, (times.get(imageId) ?? 0) + 1)
    },
    /** Whether a photo on which the server has just failed is to be parked; it then starts afresh. */
    isStuck({ imageId, wasStuck }: { imageId: string; wasStuck?: boolean }): boolean {
      const isStuck = wasStuck === true || ((times.get(imageId) ?? 0) >= most && othersPassed.has(imageId))
      if (isStuck) times.delete(imageId)
      return isStuck
    },
  }
}
