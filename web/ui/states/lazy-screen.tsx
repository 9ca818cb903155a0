import { type ComponentType, lazy } from 'react'
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary'
import styles from './lazy-screen.module.css'
import { reloadIfReachable } from './reload-if-reachable.ts'
import { useReloadWhenReachable } from './use-reload-when-reachable.ts'

type Load = () => Promise<ComponentType>

/**
 * A screen whose code is loaded when it is first shown. If that fails, or the screen throws, it says so in its own place, and
 * retries when the connection is back: the menu and the sender around it stay.
 */
export function lazyScreen(load: Load): ComponentType {
  const Loaded = lazy(async () => ({ default: await inTime(load()) }))
  return () => (
    <ErrorBoundary FallbackComponent={ScreenFailed} onError={reportScreenFailure}>
      <Loaded />
    </ErrorBoundary>
  )
}

/** Milliseconds until a screen whose code has not come counts as one that could not be loaded: a silent line gives no failure. */
const loadPatience = 20_000

function inTime<Code>(loading: Promise<Code>): Promise<Code> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new LoadTimeout()), loadPatience)
  return Promise.race([loading, late]).finally(() => clearTimeout(timer))
}

class LoadTimeout extends Error {
  override message = 'The code of a screen has not come in time'
}

export const reportScreenFailure = (error: unknown) => console.error('A screen failed', error)

/** Stands in for a screen that could not be loaded or shown. */
export const ScreenFailed = ({ error, resetErrorBoundary }: FallbackProps) =>
  isLoadFailure(error) ? <NotLoaded /> : <Failed retry={() => resetErrorBoundary()} />

const always = () => true

function NotLoaded() {
  useReloadWhenReachable(always)
  return (
    <Notice
      title="This page hasn’t been loaded on this device"
      text="Fettle needs a connection to load it, and tries again once you’re back online."
      retry={() => void reloadIfReachable(false)}
    />
  )
}

const Failed = ({ retry }: { retry: () => void }) => (
  <Notice title="This page has failed" text="Your changes are safe. Try again, or open another page." retry={retry} />
)

const Notice = ({ title, text, retry }: { title: string; text: string; retry: () => void }) => (
  <main className={styles.failed} role="alert">
    <h1 className={styles.title}>{title}</h1>
    <p className={styles.text}>{text}</p>
    <button type="button" className={styles.retry} onClick={retry}>
      Try again
    </button>
  </main>
)

/** Whether the code of a screen could not be fetched. Each engine words that in its own way. */
const isLoadFailure = (error: unknown) =>
  error instanceof LoadTimeout ||
  (error instanceof Error && /dynamically imported module|importing a module script|preload css/i.test(error.message))
