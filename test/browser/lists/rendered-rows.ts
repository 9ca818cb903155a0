import type { Page } from 'playwright-core'

/** The parts of React's own record of a rendering that tell which components have run. */
type Fiber = {
  tag: number
  flags: number
  child: Fiber | null
  sibling: Fiber | null
  alternate: Fiber | null
  stateNode: unknown
}

/** Notes from the next page of a context on which rows of lists and tables React renders; see {@link renderedRows}. */
export const watchRenderedRows = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const rendered: string[] = []
    Reflect.set(window, 'renderedRows', rendered)
    // Function components, with and without memo; React marks those that ran with the first flag, in production too.
    const components = [0, 11, 15]
    const firstElement = (fiber: Fiber | null): Element | undefined => {
      for (let at = fiber; at; at = at.child) if (at.stateNode instanceof Element) return at.stateNode
      return undefined
    }
    const note = (fiber: Fiber) => {
      const row = firstElement(fiber)?.closest('main li, main tr')
      if (row) rendered.push(row.textContent)
    }
    const walk = (now: Fiber, before: Fiber | null) => {
      if (components.includes(now.tag) && (now.flags & 1) === 1) note(now)
      // The same child as before: nothing below has been looked at.
      if (before && now.child === before.child) return
      for (let child = now.child; child; child = child.sibling) walk(child, child.alternate)
    }
    Reflect.set(window, '__REACT_DEVTOOLS_GLOBAL_HOOK__', {
      supportsFiber: true,
      inject: () => 1,
      onCommitFiberUnmount() {},
      onPostCommitFiberRoot() {},
      onCommitFiberRoot: (_: number, root: { current: Fiber }) => walk(root.current, root.current.alternate),
    })
  })

/** The texts of the rows in the page's main part that were rendered since this was last asked, each once. */
export async function renderedRows(page: Page): Promise<readonly string[]> {
  const texts = await page.evaluate(() => {
    const rows: string[] = Reflect.get(window, 'renderedRows')
    return rows.splice(0)
  })
  return [...new Set(texts)]
}
