import type { EventLoop } from '#test/simulation/clock/event-loop.ts'
import type { Cookie } from '#test/simulation/network/http.ts'

/** How long a browser may take to write a cookie to the disk, in milliseconds. */
export const cookieWritten = 30_000

export type DeviceCookie = Cookie & { crash(): void }

/** The refresh cookie of a device; a killed browser comes back with the one that was on the disk. */
export function deviceCookie(loop: EventLoop): DeviceCookie {
  let value: string | undefined
  let onDisk: string | undefined
  let life = 0
  return {
    value: () => value,
    set(given) {
      value = given || undefined
      const [writing, here] = [value, life]
      loop.post(() => {
        if (here === life) onDisk = writing
      }, cookieWritten)
    },
    crash() {
      life += 1
      value = onDisk
    },
  }
}
