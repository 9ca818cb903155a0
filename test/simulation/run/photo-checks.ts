import type { Device } from '#test/simulation/device/device.ts'
import type { Photo } from '#web/sync/photos/photo-store.ts'
import type { GivenPhoto } from './given-photos.ts'
import type { World } from './world.ts'

/** What is wrong with the photos after quiet: each arrived once, whole and under its name, or is visibly set aside. */
export const photoFaults = (world: World): string[] => world.photos.all().flatMap((one) => fateOf(world, one))

function fateOf({ server, devices }: World, photo: GivenPhoto): string[] {
  const { imageId, jobId, userId, digests, tab, isKept, isDiscarded, deletedAt, wipesAsked } = photo
  const name = `The photo ${imageId.slice(-6)} of ${photo.device}`
  const added = server.log
    .events()
    .flatMap((event) => (event.type === 'ImageAdded' && event.data.imageId === imageId ? [event] : []))
  const device = devices.find((one) => one.name === photo.device)
  const shown = device?.tabs().flatMap((one) => one.page.photos().filter((other) => other.imageId === imageId)) ?? []
  const states = new Set(
    [...shown, ...(device ? photosOn(device).filter((one) => one.imageId === imageId) : [])].map(({ state }) => state),
  )
  /** An earlier attempt may have arrived although its answer was lost: no device can know. */
  const isSentAfter = (at = Number.POSITIVE_INFINITY) => (server.photoLeftAt(imageId) ?? 0) > at
  const [first, ...others] = added
  if (first)
    return [
      ...(others.length > 0 ? [`${name} was added twice`] : []),
      ...(first.actorId === userId ? [] : [`${name} is under another's name`]),
      ...(first.streamId === jobId ? [] : [`${name} is on another job`]),
      ...(digests.some((digest) => first.data.src.includes(digest)) ? [] : [`${name} has other bytes`]),
      ...(isSentAfter(deletedAt) ? [`${name} was discarded, and yet sent`] : []),
    ]
  if (isDiscarded || wipesAsked > 0 || states.has('failed') || states.has('stuck')) return []
  if (states.size > 0) return [`${name} still waits`]
  // What its page had not yet shown as saved goes with the page.
  return isKept || tab.alive ? [`${name} is lost`] : []
}

/** The photos stored on a device, of everybody. */
export const photosOn = (device: Device): Photo[] => device.disk.valuesIn('fettle-photos').flat().filter(isPhoto)

const isPhoto = (value: unknown): value is Photo =>
  typeof value === 'object' && value !== null && 'imageId' in value && 'state' in value
