import { IconDeviceDesktop, IconDeviceLaptop, IconDeviceMobile, IconDeviceTablet } from '@tabler/icons-react'
import { type DeviceKind, deviceKind } from '#core/wire/account/device-name.ts'

const icons: Record<DeviceKind, typeof IconDeviceMobile> = {
  phone: IconDeviceMobile,
  tablet: IconDeviceTablet,
  laptop: IconDeviceLaptop,
  computer: IconDeviceDesktop,
}

/** What kind of device a user agent is of, beside its name. */
export function DeviceIcon({ device }: { device: string }) {
  const kind = deviceKind(device)
  const Icon = icons[kind]
  return <Icon size={20} stroke={1.5} aria-hidden data-kind={kind} />
}
