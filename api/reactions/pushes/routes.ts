import { createECDH } from 'node:crypto'
import { Router } from 'express'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { v7 as uuid } from 'uuid'
import { HttpFailure, invalid, notFound, parse } from '#api/http/errors.ts'
import { addDevice, devicesOf, liveDevices, liveSessionsOf, removeDevice } from '#api/notices/push-devices.ts'
import { reachable } from '#api/reactions/webhooks/sending/addresses.ts'
import { requireMember, requireOpen } from '#api/rights/require-member.ts'
import type { MemberRights } from '#api/rights/rights.ts'
import type { Services } from '#api/services/services.ts'
import { id } from '#core/model/values.ts'
import { newPushDevice, type PushDevicesAnswer, type PushTestAnswer } from '#core/notifications/push.ts'
import { paths } from '#core/wire/paths.ts'
import { inCompany, readInCompany } from '#ledger/database/connect.ts'
import { sendPush } from './send-push.ts'
import { noteOutcome } from './try-push.ts'

/** Tests of a person in an hour; each is sent to all of their devices. */
const tests = { points: 20, duration: 60 * 60 }

const testMessage = {
  title: 'Push works on this device',
  body: 'What you chose under Notifications will come like this.',
  path: '/profile?show=notifications',
  tag: 'test',
}

/** The devices on which the signed-in person turned push on. */
export function pushRoutes(services: Services): Router {
  const { authPool, ledgerPool, config, pushKeys, now } = services
  const signedIn = requireMember(services)
  const limit = new RateLimiterMemory(tests)
  const ownDevices = async ({ companyId, userId }: MemberRights) => {
    const own = { companyId, userId }
    const [devices, sessions] = await readInCompany(ledgerPool, companyId, [devicesOf(own), liveSessionsOf(own)])
    return liveDevices(devices.rows, sessions.rows)
  }
  const answer = async (member: MemberRights): Promise<PushDevicesAnswer> => ({
    publicKey: pushKeys.publicKey,
    devices: (await ownDevices(member)).map(
      ({ subscriptionId, device, createdAt, sentAt, failingSince, sessionId }) => ({
        ...{ subscriptionId, device, createdAt },
        ...(sentAt ? { sentAt } : {}),
        ...(failingSince ? { failingSince } : {}),
        isHere: sessionId === member.sessionId,
      }),
    ),
  })
  return Router()
    .get(paths.pushDevices, signedIn, async (_req, res) => void res.json(await answer(res.locals.member)))
    .put(paths.pushDevices, signedIn, requireOpen, async (req, res) => {
      const { member } = res.locals
      const { endpoint, keys } = parse(newPushDevice, req.body)
      if (!isPoint(keys.p256dh)) throw invalid('The key of the device is not one.', 'keys.p256dh')
      const found = await reachable(new URL(endpoint), config.pushPrivate ?? false)
      // A name that is not known yet may be soon; each message is checked again.
      if (found === 'not-https' || found === 'address-not-public')
        throw invalid('The push service of this browser isn’t one that Fettle may reach.', 'endpoint')
      const { companyId, userId, sessionId } = member
      const device = (req.get('user-agent') ?? 'unknown').slice(0, 500)
      await inCompany(authPool, companyId, (client) =>
        addDevice(client, {
          ...{ companyId, userId, sessionId, endpoint, device },
          ...keys,
          subscriptionId: uuid(),
          createdAt: now().toISOString(),
        }),
      )
      res.json(await answer(member))
    })
    .delete(paths.pushDevice, signedIn, async (req, res) => {
      const { member } = res.locals
      const subscriptionId = parse(id, req.params.subscriptionId)
      const { companyId, userId } = member
      const isDone = await inCompany(ledgerPool, companyId, (client) =>
        removeDevice(client, { companyId, userId, subscriptionId }),
      )
      if (!isDone) throw notFound()
      res.json(await answer(member))
    })
    .post(paths.pushTest, signedIn, requireOpen, async (_req, res) => {
      const { member } = res.locals
      await limit.consume(member.userId).catch(() => {
        throw new HttpFailure(429, {
          error: 'That was tested often. Please try again later.',
          code: 'too-many-attempts',
        })
      })
      const came = await Promise.all(
        (await ownDevices(member)).map(async (device) => {
          const pushed = await sendPush(services, device, testMessage, true)
          await noteOutcome(services, member, device, pushed)
          return pushed
        }),
      )
      const sent = came.filter((one) => one === 'arrived').length
      res.json({ sent, failed: came.length - sent } satisfies PushTestAnswer)
    })
}

/** Whether a key is a point of the curve: nothing can be encrypted with another. */
function isPoint(key: string): boolean {
  const ours = createECDH('prime256v1')
  ours.generateKeys()
  try {
    ours.computeSecret(key, 'base64url')
    return true
  } catch {
    return false
  }
}
