import { create } from 'zustand'

type WifiOnly = {
  /** Whether photos are to wait for Wi-Fi on this device. */
  chosen: boolean
  /** The kind of line; undefined where the browser does not tell. Only Chrome and Edge on Android do. */
  line: 'mobile' | 'other' | undefined
  /** Send the waiting photos now, over mobile data. */
  anyway: boolean
}

const key = 'fettle.photos-only-on-wifi'

/** Photos only on Wi-Fi, a setting of this device. */
export const useWifiOnly = create<WifiOnly>(() => ({ chosen: false, line: undefined, anyway: false }))

/** Whether photos wait for Wi-Fi now. */
export const isHeldForWifi = ({ chosen, line, anyway } = useWifiOnly.getState()) =>
  chosen && line === 'mobile' && !anyway

/** Re-renders when photos begin or cease to wait for Wi-Fi. */
export const useHeldForWifi = (): boolean => useWifiOnly(isHeldForWifi)

/** Follows the line and the setting, which another tab may change; returns how to stop. */
export function followWifiOnly(): () => void {
  const connection = connectionOf(navigator)
  const readLine = () => useWifiOnly.setState({ line: lineOf(connection), anyway: false })
  const readChoice = () => useWifiOnly.setState({ chosen: localStorage.getItem(key) === 'yes' })
  const stopping = new AbortController()
  connection?.addEventListener('change', readLine, stopping)
  addEventListener('storage', (event) => event.key === key && readChoice(), stopping)
  readLine()
  readChoice()
  return () => stopping.abort()
}

/** Sets whether photos wait for Wi-Fi. */
export function chooseWifiOnly(chosen: boolean) {
  if (chosen) localStorage.setItem(key, 'yes')
  else localStorage.removeItem(key)
  useWifiOnly.setState({ chosen, anyway: false })
}

/** Sends the photos that wait now over any line. */
export const sendAnyway = () => useWifiOnly.setState({ anyway: true })

/** All that was to be sent over any line has been sent: photos given later wait again. */
export const endAnyway = () => useWifiOnly.setState({ anyway: false })

/** The Network Information API, of which TypeScript knows nothing. */
type Connection = EventTarget & { readonly type?: unknown }

const connectionOf = (browser: object): Connection | undefined =>
  'connection' in browser && browser.connection instanceof EventTarget ? browser.connection : undefined

/** Desktops have the API without a type. */
export function lineOf(connection: Connection | undefined): WifiOnly['line'] {
  if (typeof connection?.type !== 'string' || connection.type === 'unknown') return undefined
  return connection.type === 'cellular' ? 'mobile' : 'other'
}
