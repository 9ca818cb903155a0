import { Button } from '@mantine/core'
import { IconDeviceMobile } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { PushDevice, PushDevicesAnswer, PushTestAnswer } from '#core/notifications/push.ts'
import { timeIn } from '#core/time/format.ts'
import { deviceName } from '#core/wire/account/device-name.ts'
import { paths } from '#core/wire/paths.ts'
import { call } from '#web/client/call.ts'
import { errorMessage } from '#web/client/error-message.ts'
import { useTimeZone } from '#web/sync/reads/me.ts'
import { keys } from '#web/sync/reads/query-keys.ts'
import { useMay } from '#web/sync/rights.ts'
import { Card } from '#web/ui/card.tsx'
import { counted } from '#web/ui/number-format.ts'
import { SkeletonRows } from '#web/ui/states/loading.tsx'
import { ReadState } from '#web/ui/states/read-state.tsx'
import { toast } from '#web/ui/states/toast.tsx'
import { dayIn } from '#web/ui/time/format-instant.ts'
import styles from './push.module.css'
import { type PushState, pushState, turnOffPush, turnOnPush } from './push-device.ts'

/** Why push cannot be turned on here, in words. */
const reasons: Record<Exclude<PushState, 'ready'>, string> = {
  blocked:
    'This browser blocks messages from Fettle. Allow notifications for this site in the browser’s settings, then open this page again.',
  'install-first':
    'On an iPhone or iPad, put Fettle on the Home Screen first: tap Share, then ‘Add to Home Screen’. Open it from there, and turn push on here.',
  unable: 'This browser doesn’t support push.',
}

/** The devices that the user's push goes to. */
export function PushCard() {
  const queries = useQueryClient()
  const read = useQuery({
    queryKey: keys.pushDevices,
    queryFn: ({ signal }) => call<PushDevicesAnswer>(paths.pushDevices, { signal }),
  })
  const [state, setState] = useState(pushState)
  const mayWork = useMay('work')
  const take = (answer: PushDevicesAnswer) => queries.setQueryData(keys.pushDevices, answer)
  const onError = (failure: unknown) => void toast.failure(errorMessage(failure))
  const turnOn = useMutation({
    mutationFn: turnOnPush,
    onError,
    onSuccess: (answer) => (answer ? take(answer) : undefined),
    onSettled: () => setState(pushState()),
  })
  const turnOff = useMutation({ mutationFn: turnOffPush, onError, onSuccess: take })
  const test = useMutation({
    mutationFn: () => call<PushTestAnswer>(paths.pushTest, { method: 'POST' }),
    onError,
    onSuccess: ({ sent, failed }) => {
      void queries.invalidateQueries({ queryKey: keys.pushDevices })
      if (failed > 0) return toast.failure(`The test didn’t reach ${counted(failed, 'device')}.`)
      return toast.success(`A test is on its way to ${counted(sent, 'device')}.`)
    },
  })
  return (
    <Card title="Push goes to" flush>
      <ReadState
        read={read}
        failed={() => 'Your devices couldn’t be loaded.'}
        skeleton={<SkeletonRows rows={1} columns={{ words: 200 }} />}
      >
        {({ devices, publicKey }) => (
          <>
            <ul className={styles.devices}>
              {devices.map((one) => (
                <Device
                  key={one.subscriptionId}
                  device={one}
                  isBusy={turnOff.isPending}
                  onTurnOff={() => turnOff.mutate(one)}
                />
              ))}
            </ul>
            {!devices.some((one) => one.isHere) && (
              <div className={styles.foot}>
                {state === 'ready' ? (
                  <>
                    <span className={styles.quiet}>Push is off on this device.</span>
                    <Button
                      variant="default"
                      loading={turnOn.isPending}
                      disabled={!mayWork}
                      onClick={() => turnOn.mutate(publicKey)}
                    >
                      Turn on for this device
                    </Button>
                  </>
                ) : (
                  <span className={styles.quiet}>{reasons[state]}</span>
                )}
              </div>
            )}
            {devices.length > 0 && (
              <div className={styles.foot}>
                <Button variant="default" loading={test.isPending} disabled={!mayWork} onClick={() => test.mutate()}>
                  Send a test
                </Button>
              </div>
            )}
          </>
        )}
      </ReadState>
    </Card>
  )
}

const timeOf = (instant: string, zone: string) => `${dayIn(instant, zone)}, ${timeIn(instant, zone)}`

function Device({ device, isBusy, onTurnOff }: { device: PushDevice; isBusy: boolean; onTurnOff: () => void }) {
  const zone = useTimeZone()
  const name = deviceName(device.device)
  return (
    <li className={styles.device}>
      <IconDeviceMobile size={20} stroke={1.75} aria-hidden />
      <span className={styles.words}>
        <span className={styles.name}>
          {name}
          {device.isHere && ' (this device)'}
        </span>
        <span className={styles.quiet}>
          {device.failingSince
            ? `Hasn’t received anything since ${timeOf(device.failingSince, zone)}`
            : device.sentAt
              ? `Last one ${timeOf(device.sentAt, zone)}`
              : 'Nothing sent yet'}
        </span>
      </span>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Turn off on ${name}${device.isHere ? ' (this device)' : ''}`}
        disabled={isBusy}
        onClick={onTurnOff}
      >
        Turn off
      </Button>
    </li>
  )
}
