import { type ComponentType, lazy, memo, type NamedExoticComponent, type ReactNode, Suspense } from 'react'
import { loadCode } from '#web/client/load-code.ts'

type Lazy<Props extends object> = NamedExoticComponent<Props> & {
  /** Loads the code ahead of its first use, so that it opens immediately, even offline. */
  preload: () => void
}

/**
 * A part of a screen that is loaded when it is first shown, with `fallback` in its place until then, which may depend on its props. Loading is retried until
 * it succeeds: an error here would take the whole screen down.
 * It renders again only with other props.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode | ((props: Props) => ReactNode) = null,
): Lazy<Props> {
  const Loaded = lazy(async () => {
    const Component = await loadCode(load)
    return { default: ({ props }: { props: Props }) => <Component {...props} /> }
  })
  const Shown = memo((props: Props) => (
    <Suspense fallback={typeof fallback === 'function' ? fallback(props) : fallback}>
      <Loaded props={props} />
    </Suspense>
  ))
  return Object.assign(Shown, { preload: () => void load().catch(() => undefined) })
}
