import { Notifications, notifications } from '@mantine/notifications'
import { useEffect } from 'react'

/**
 * Where toasts appear. In its own file so that it loads after the page; toasts raised before that are kept. They are one user's:
 * none outlives the sign-out.
 */
export function Toasts() {
  useEffect(() => () => notifications.clean(), [])
  useEffect(() => {
    // Without it, offline, toasts still work by pointer and Tab.
    const watching = import('./toast-keys.ts').then(
      ({ watchToasts }) => watchToasts(),
      () => undefined,
    )
    return () => void watching.then((stop) => stop?.())
  }, [])
  return (
    <Notifications
      position="bottom-right"
      autoClose={5_000}
      containerWidth={380}
      transitionDuration={120}
      aria-live="polite"
    />
  )
}
