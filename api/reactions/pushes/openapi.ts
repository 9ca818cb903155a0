import type { DescribedRoute } from '#api/http/described-route.ts'
import { newPushDevice, pushDevicesAnswer, pushTestAnswer } from '#core/notifications/push.ts'
import { paths } from '#core/wire/paths.ts'

const members = { for: 'members', answers: { 200: pushDevicesAnswer } } as const

/** The devices on which somebody turned push on. */
export const pushRoutes: DescribedRoute[] = [
  {
    ...members,
    method: 'get',
    path: paths.pushDevices,
    summary: 'The devices on which the caller turned push on, and the key that browsers subscribe with',
  },
  {
    ...members,
    method: 'put',
    path: paths.pushDevices,
    summary:
      'Turn push on on the caller’s device, with what its browser’s push service gave it. It ends with the session',
    body: newPushDevice,
  },
  { ...members, method: 'delete', path: paths.pushDevice, summary: 'Turn push off on one of the caller’s devices' },
  {
    ...members,
    method: 'post',
    path: paths.pushTest,
    summary: 'Send a test to the caller’s devices',
    answers: { 200: pushTestAnswer },
  },
]
