import { type ComponentType, lazy, useEffect, useState } from 'react'
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary'
import styles from './lazy-screen.module.css'

type Load = () => Promise<ComponentType>

/**
 * A screen whose code is loaded when it is first shown. If that fails, or the screen throws, it says so in its own place, and
 * retries when the connection is back: the menu and the sender around it stay.
 */
export function lazyScreen(load: Load): ComponentType {
  const fresh = () => lazy(async () => ({ default: await load() }))
  let loading = fresh()
  return () => {
    const [Loaded, setLoaded] = useState(() => loading)
    const retry = () => {
      // React keeps a failed load for ever, so a retry needs a new component.
      loading = fresh()
      setLoaded(() => loading)
    }
    return (
      <ErrorBoundary FallbackComponent={ScreenFailed} onReset={retry} onError={reportScreenFailure}>
        <Loaded />
      </ErrorBoundary>
    )
  }
}

export const reportScreenFailure = (error: unknown) => console.error('A screen failed', error)

/** Stands in for a screen that could not be loaded or shown. */
export function ScreenFailed({ error, resetErrorBoundary }: FallbackProps) {
  const retry = () => resetErrorBoundary()
  const isMissing = isLoadFailure(error)
  useEffect(() => {
    if (!isMissing) return
    addEventListener('online', resetErrorBoundary)
    return () => removeEventListener('online', resetErrorBoundary)
  }, [isMissing, resetErrorBoundary])
  return (
    <main className={styles.failed} role="alert">
      <h1 className={styles.title}>
        {isMissing ? 'This page hasn’t been loaded on this device' : 'This page has failed'}
      </h1>
      <p className={styles.text}>
        {isMissing
          ? 'Fettle needs a connection to load it, and tries again once you’re back online.'
          : 'Your changes are safe. Try again, or open another page.'}
      </p>
      <button type="button" className={styles.retry} onClick={retry}>
        Try again
      </button>
    </main>
  )
}

/** Whether the code of a screen could not be fetched. Each engine words that in its own way. */
const isLoadFailure = (error: unknown) =>
  error instanceof Error && /dynamically imported module|importing a module script|preload css/i.test(error.message)
