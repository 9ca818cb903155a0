import { type ComponentType, type FunctionComponent, lazy, type ReactNode, Suspense } from 'react'

const retryDelay = 2_000

type Lazy<Props> = FunctionComponent<Props> & {
  /** Loads the code ahead of its first use, so that it opens immediately, even offline. */
  preload: () => void
}

/**
 * A part of a screen that is loaded when it is first shown, with `fallback` in its place until then. Loading is retried until
 * it succeeds: an error here would take the whole screen down.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
): Lazy<Props> {
  const Loaded = lazy(async () => {
    const Component = await loaded(load)
    return { default: ({ props }: { props: Props }) => <Component {...props} /> }
  })
  const Shown = (props: Props) => (
    <Suspense fallback={fallback}>
      <Loaded props={props} />
    </Suspense>
  )
  return Object.assign(Shown, { preload: () => void load().catch(() => undefined) })
}

async function loaded<Component>(load: () => Promise<Component>): Promise<Component> {
  for (;;) {
    try {
      return await load()
    } catch (error) {
      console.error('Part of this screen has not loaded; retrying', error)
      await untilRetry()
    }
  }
}

/** Resolves when the connection is back, or after the retry delay. */
const untilRetry = () =>
  new Promise<void>((resolve) => {
    const retry = () => {
      window.removeEventListener('online', retry)
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(retry, retryDelay)
    window.addEventListener('online', retry)
  })
